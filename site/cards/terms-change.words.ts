export const termsChangeWords = {
  heading: 'What changes',
  now: 'Today',
  next: 'After',
  same: 'the same',
  amount: 'A day',
  most: 'At most',
  grant: 'MetaMask’s grant',
  end: 'Until',
  key: 'Key',
  payees: 'May pay',
  replicants: 'Share for sub-agents',
  silence: 'Stops if silent for',
  hours: (hours: number) => `${hours} h`,
  both: (sum: string) =>
    `The new grant comes first, and the old one is ended on chain last. While both are live their budgets add up: at most ${sum} together.`,
  bothApart:
    'The new grant comes first, and the old one is ended on chain last. While both are live their budgets add up.',
} as const;
