export const orphansWords = {
  heading: 'Unused grants',
  text: 'MetaMask granted these, but they were never registered here, for example because the page was closed or another account was signed in. Anyone with the key can spend them. End them now.',
  line: (cap: string, every: string) => `${cap} ${every} to`,
  end: 'End it',
} as const;
