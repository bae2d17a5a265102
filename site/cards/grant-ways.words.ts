export const grantWaysWords = {
  go: 'Continue',
  accept: (amount: string, period: string) => `Accept ${amount} ${period}`,
  acceptUnread: 'Accept this grant',
  end: 'End this grant',
  giveUp: 'Give up',
  askRight: 'Ask again from this account',
  again: 'I looked in MetaMask. Ask again',
  look: 'This page asked MetaMask and has not received its answer. “Continue” looks for it first. Ask again only if MetaMask shows no grant to this site under Permissions.',
  noGas: 'Continue without gas',
} as const;
