export const runwayActionsWords = {
  gasLease: 'Lease its gas to the new key',
  gasOpen: 'Let it refill its gas',
  gasChange: 'Change its gas',
  finish: 'Sign its lease',
  rotate: 'Lease to its new key',
  feed: 'Feed',
  change: 'Change the lease',
  renew: 'Renew or replace',
  revoke: 'Revoke',
  succession: 'Succession',
} as const;
