export const grantFormWords = {
  heading: 'Grant a runway',
  leaseHeading: 'A new lease',
  replaceHeading: 'Replace the grant',
  compared: 'My agent printed this code and this key.',
  askLease: 'Ask Bardo for the lease',
  direct:
    'Bardo is not in this wallet, so the grant goes straight to the agent’s key. MetaMask’s own rule is then the only limit. There are no payees and no rolling cap (twice the amount can leave within 24 hours around the daily reset); nothing stops when the Golem declines or dies, and Bardo cannot end it.',
} as const;
