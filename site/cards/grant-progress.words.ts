// Sentences of the card `grant-progress`.
export const grantProgressWords = {
  heading: (name: string) => `Runway for ${name}`,
  stepDone: 'done',
  granted: 'What MetaMask granted',
  requested: 'Asked',
  really: 'Granted',
  wider: 'wider than asked',
  narrower: 'not wider than asked',
  other: 'not what was asked',
  same: 'Exactly as asked.',
} as const;
