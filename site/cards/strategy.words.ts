export const strategyWords = {
  heading: 'Paste a STRATEGY.md instead',
  hint: 'Bardo reads the least that the text needs and never fills in more than it says.',
  use: 'Fill in the form from it',
  parts: 'Read from the text',
  add: (sentence: string) => `Add an estimate: “${sentence}”`,
  budget: (amount: string) => `Spend at most ${amount} USDC per day.`,
  gas: (amount: string, coin: string) => `Gas: at most ${amount} ${coin} per day.`,
  usual: 'a usual value; the text names none',
  fields: {
    runway: 'Amount',
    days: 'Days',
    payees: 'Payees',
    gas: 'Gas',
    replicants: 'Replicants',
  },
  questions: 'Not clear from the text',
  mandates: 'MetaMask can grant payments only. These need a mandate of their own:',
} as const;
