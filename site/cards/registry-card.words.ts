export const registryCardWords = {
  number: 'Registry number',
  wallet: 'Its wallet there',
  source: (block: number) => `chain · block ${block}`,
  unread: 'not known: connect your wallet on its chain to read the registry',
  none: (from: number | null) =>
    from === null
      ? 'not known: your wallet could not look through the registry'
      : `none of yours for this Golem since block ${from}`,
  walletNone: 'none: readers pay and believe no address',
  walletOwner:
    'you. The registry still names your own account, not its key: what readers pay the agent, they pay you.',
  walletKey: 'its key',
  walletOther:
    'another address than its key. The registry still names it: what readers pay the agent goes there.',
  register: 'Register on chain',
  registering: 'Confirm the registration in MetaMask…',
  registered: 'It is registered.',
  there: 'It is in the registry already. Nothing was sent.',
  fileOld: 'Its public file is not what Bardo would write now: number, name, and whether it lives.',
  write: 'Renew its public file',
  writing: 'Confirm the new public file in MetaMask…',
  written: 'Its public file is renewed.',
  unset: 'Remove this wallet from the registry',
  unsetting: 'Confirm the removal in MetaMask…',
  unsetDone: 'The registry names no wallet for it any more.',
} as const;
