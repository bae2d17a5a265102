// Sentences of the card `revoke-page`.
export const revokePageWords = {
  heading: (name: string) => `Revoke ${name}`,
  headingAll: 'Revoke all',
  unusedOnly: 'No Golem lives on a grant of yours. What is left stands below.',
  nothing: 'Nothing is in force: there is nothing to revoke.',
  unknown:
    'The control plane does not say what is in force, so it cannot be ended here now. In MetaMask, open Permissions and revoke this site’s grants there.',
  ends: 'This ends',
  states: {
    wanted: 'waiting',
    signed: 'asked in MetaMask',
    relayed: 'sent',
    proven: 'ended on chain',
    failed: 'not ended.',
  },
} as const;
