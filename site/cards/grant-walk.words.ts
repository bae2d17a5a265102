export const grantWalkWords = {
  connect: 'Connect your wallet',
  connectText: 'Your wallet signs what is granted here. Connect it to go on.',
  otherFirst: (name: string) =>
    `A grant for ${name} is not finished. Finish it or give it up first: two at once would add up.`,
  toOther: (name: string) => `Go to the grant for ${name}`,
} as const;
