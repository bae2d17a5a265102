export const revokePageWords = {
  heading: (name: string) => `Revoke ${name}`,
  headingAll: 'Revoke all',
  unusedOnly: 'No Golem uses a grant of yours. Your unused grants are listed below.',
  nothing: 'No grant is in force. There is nothing to revoke.',
  unknown:
    'The control plane does not say what is in force, so this page can end nothing now. Open Permissions in MetaMask and revoke this site’s grants there.',
  ends: 'This ends',
  withIt: (name: string) => `Its Replicant ${name} ends with it.`,
  stillOpen: (count: number) =>
    count === 1 ? 'The grant is still open.' : `All ${count} grants are still open.`,
  states: {
    wanted: 'waiting',
    signed: 'asked in MetaMask',
    relayed: 'sent',
    proven: 'ended on chain',
    failed: 'not ended.',
  },
} as const;
