// Sentences of the card `request-signer`.
export const requestSignerWords = {
  looking: 'Looking whether a lease you signed names this key…',
  leased: 'Signed by the key that its lease names, and your own guardian signed that lease.',
  granted: 'Signed by the key that your own grant names.',
  unknown:
    'Signed by the agent’s key above, but nothing you signed names that key yet, and anybody can ask under any name. Compare the key with the address your agent prints when it starts.',
  other:
    'This is not the key its lease names. If you did not give your agent a new key, somebody else asks: cancel, and refuse.',
  leasedKey: 'The key of its lease:',
} as const;
