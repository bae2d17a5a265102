export const humanStepsWords = {
  label: 'Steps',
  terms: 'Terms',
  grant: 'Grant in MetaMask',
  account: 'Account and gas',
  lease: 'Lease in Bardo',
  old: 'End the old grant',
  done: 'done',
} as const;
