export const revokeWaysWords = {
  one: 'End it on chain',
  all: (count: number) => (count === 1 ? 'End it on chain' : `End all ${count} on chain`),
  batch: 'Your wallet sends them together: all or none.',
  single: 'Your wallet asks for each one. Those you confirmed stay ended if you stop.',
  snap: 'Stop it now, without a transaction',
  chainTitle: 'End it on chain',
  chainText:
    'Your own transaction ends the grant for good: nobody can spend it any more, whatever happens to Bardo. It costs a little gas.',
  recommended: 'recommended',
  snapTitle: 'Stop it at once',
  snapText:
    'Bardo in MetaMask signs the end of the lease and hands it to the control plane, which pays the gas. The grant itself stays open until you end it on chain.',
  panic: 'Panic button',
  panicButton: 'End every MetaMask grant of this account',
  leases: 'End all leases',
  other: 'Panic button and ending all leases',
  survivors: 'This account cannot end these:',
  retry: 'Try the rest again',
  phone: 'Open this in MetaMask on my phone',
} as const;
