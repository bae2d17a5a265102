// Sentences of the card `grant-ways`.
export const grantWaysWords = {
  go: 'Continue',
  accept: 'Take it as it is',
  end: 'End this grant',
  giveUp: 'Give up',
  askRight: 'Ask again from this account',
  again: 'I looked: ask again',
  look: 'MetaMask was asked, and its answer has not come here. Continue looks for it first. Ask again only if MetaMask shows no grant to this site under Permissions.',
  noGas: 'Go on without gas',
} as const;
