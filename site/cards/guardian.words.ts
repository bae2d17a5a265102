// Sentences of the card `guardian`.
export const guardianWords = {
  waiting:
    'Waiting for Bardo in MetaMask to name this Golem’s guardian: the grant is made out to it. If MetaMask is locked, unlock it.',
  unanswered:
    'Bardo in MetaMask did not name this Golem’s guardian, so nothing can be granted yet. Unlock MetaMask and ask again.',
  again: 'Ask Bardo again',
  absent:
    'Only Bardo in MetaMask can name this Golem’s guardian: update it, or switch to the wallet that has it.',
  other:
    'Nothing is granted: the control plane names another guardian for this Golem than Bardo in this wallet. Either the Golem belongs to another recovery phrase, or the control plane is wrong or lies.',
  unguarded:
    'The control plane says this Golem has no guardian, and only you can know that. The permission would go straight to the agent’s key, without a lease: Bardo could not set a daily limit of its own, payees or a stop without gas. If you ever leased to this Golem with Bardo, the control plane is wrong or lies: cancel.',
  accept: 'I know that this Golem lives without Bardo’s guardian, and the key above is its own.',
  reported: 'The control plane:',
  named: 'Bardo:',
} as const;
