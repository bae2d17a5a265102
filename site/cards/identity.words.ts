export const identityWords = {
  unsigned:
    'Nothing was signed: the control plane names a key that no lease or grant of yours names.',
  heading: 'Identity',
  text: 'Vouch that this key is your Golem, and enter it in the public registry (ERC-8004).',
  owner: 'Owner',
  golem: 'Golem',
  key: 'Its key',
  phase: 'Phase',
  health: 'Permission',
  attest: 'Sign the attestation',
  attesting: 'Sign in MetaMask. It gives no money and no permission…',
  attested: 'You signed the attestation. Give it to anyone who asks whose Golem this is.',
  save: 'Download the attestation',
  noRegistry: 'There is no registry on this chain.',
  noKey: 'It has no key yet.',
} as const;
