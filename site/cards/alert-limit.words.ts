export const alertLimitWords = {
  heading: 'Much spent at once',
  text: 'Bardo’s server adds up what your Golems paid within an hour, and tells you when it is more than this. It stops nothing.',
  amount: 'More than so many USDC in an hour',
  hint: 'Over all your Golems. 0 or empty: never.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  now: (amount: string, chain: string) =>
    `You are told when more than ${amount} is spent within an hour on ${chain}.`,
  never: 'You are not told of spending.',
} as const;
