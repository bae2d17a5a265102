export const guardianWords = {
  waiting:
    'This page waits for Bardo in MetaMask to name this Golem’s guardian, because you grant to it. If MetaMask is locked, unlock it.',
  unanswered:
    'Bardo in MetaMask did not name this Golem’s guardian, so nothing can be granted yet. Unlock MetaMask and ask again.',
  again: 'Ask Bardo again',
  absent:
    'Only Bardo in MetaMask can name this Golem’s guardian. Update it, or switch to the wallet that has it.',
  other:
    'Nothing is granted, because the control plane and Bardo in this wallet name different guardians for this Golem. Either the Golem belongs to another recovery phrase, or the control plane is wrong or lies.',
  unguarded:
    'The control plane says this Golem has no guardian, and only you can know that. The permission would go straight to the agent’s key, without a lease. Bardo could then set no rolling daily limit and no payees, and could not stop it without gas. If you ever signed a lease to this Golem with Bardo, the control plane is wrong or lies. Cancel then.',
  accept: 'I know that this Golem lives without Bardo’s guardian, and the key above is its own.',
  reported: 'The control plane:',
  named: 'Bardo:',
} as const;
