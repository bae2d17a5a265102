export const requestSignerWords = {
  looking: 'Checking whether a lease you signed names this key…',
  leased: 'The key that its lease names signed this, and your own guardian signed that lease.',
  granted: 'The key that your own grant names signed this.',
  unknown:
    'The agent’s key above signed this. You haven’t approved this key before, and names can be faked. Compare the key with the address your agent prints when it starts.',
  other:
    'This is not the key that its lease names. If you did not give your agent a new key, somebody else is asking. Cancel, and refuse.',
  leasedKey: 'The key of its lease:',
} as const;
