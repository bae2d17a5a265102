// Sentences of the card `orphans`.
export const orphansWords = {
  heading: 'Grants that no Golem lives on',
  text: 'MetaMask granted these to this site, but they were never registered here, for example because the page was closed or another account was signed in. They can be spent by whoever holds their key: end them.',
  line: (cap: string, key: string) => `${cap} every day to ${key}`,
  end: 'End it',
} as const;
