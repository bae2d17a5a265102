// Sentences of the card `grant-form`.
export const grantFormWords = {
  heading: 'Grant a runway',
  leaseHeading: 'A new lease',
  replaceHeading: 'A new grant in place of the old one',
  askLease: 'Ask Bardo for the lease',
  direct:
    'Bardo is not in this wallet, so the grant goes straight to the agent’s key. Then nothing but MetaMask’s own rule holds: no payees, no rolling cap (around the daily reset twice the amount can leave within 24 hours), no stop when the Golem declines or dies, no end by Bardo.',
} as const;
