export const grantFormWords = {
  heading: 'Grant a runway',
  leaseHeading: 'A new lease',
  replaceHeading: 'Replace the grant',
  compared: 'My agent printed this code and this key.',
  askLease: 'Ask Bardo for the lease',
  direct: (pins: boolean) =>
    `Bardo is not in this wallet, so the grant goes straight to the agent’s key. MetaMask’s own rules are then the only limit. ${
      pins
        ? 'They can pin one payee; without one, anyone can be paid.'
        : 'There are no payees: this wallet does not say that it can pin one, so anyone can be paid.'
    } There is no rolling cap (twice the amount can leave within 24 hours around a reset); nothing stops when the Golem declines or dies, and Bardo cannot end it.`,
} as const;
