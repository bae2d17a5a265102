export const twoGrantsWords = {
  unknown: (id: string) =>
    `It takes the place of a grant that the control plane does not list (${id}).`,
  onlyOld: (cap: string, until: string) =>
    `Only the old grant is live: at most ${cap} until ${until}.`,
  notLeased: (cap: string, until: string) =>
    `The new grant is signed, and nothing can be spent from it before its lease is. Only the old one is live: at most ${cap} until ${until}.`,
  both: (sum: string) =>
    `Both grants are live, and their budgets add up: at most ${sum} together until the old one has ended on chain. That is the last step.`,
  bothApart:
    'Both grants are live, and their budgets add up until the old one has ended on chain. That is the last step.',
  oldOver: 'The old grant has ended. What is live is the new one alone, from when it can be spent.',
} as const;
