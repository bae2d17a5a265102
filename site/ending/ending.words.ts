// Sentences of ending permissions.
export const endingWords = {
  sending: (done: number, total: number) => `Ending ${done + 1} of ${total}. Confirm in MetaMask…`,
  proving: 'Asking the chain…',
  snapping: 'Confirm in Bardo…',
  snapped: (delivered: number, total: number) =>
    delivered === 0
      ? 'The control plane has the whole end of no lease, so count on none of them. End the grant on chain.'
      : `The control plane took the end of ${delivered} of ${total} leases. Each has ended once the chain shows it.`,
  snapUnaware:
    'Bardo in MetaMask knows of nothing live to stop, and asked nothing. Nothing was stopped: end the grant on chain.',
  snapRefused: 'You did not confirm. Nothing was stopped.',
} as const;
