export const grantProgressWords = {
  heading: (name: string) => `Runway for ${name}`,
  granted: 'What MetaMask granted',
  requested: 'Asked',
  really: 'Granted',
  wider: 'wider than asked',
  narrower: 'not wider than asked',
  other: 'not what you asked for',
  same: 'MetaMask granted exactly what you asked for.',
} as const;
