import { plural } from '../words/plural';

export const permissionsPanelWords = {
  heading: 'Permissions',
  none: 'No permission is in force.',
  ended: 'Ended',
  past: (count: number) => plural(count, 'ended grant'),
  unreadable:
    'The control plane lists permissions that this page cannot read. Look in MetaMask under Permissions.',
  roles: { grant: 'Grant', lease: 'Lease', replicant: 'Replicant' },
  to: 'to',
  until: 'until',
  every: (amount: string, period: string) => `at most ${amount} every ${period}`,
  total: (amount: string) => `at most ${amount} in total`,
  unlimited: 'no limit of its own',
  payees: 'pays only',
  rule: 'Each limit also applies to everything below it. Replicants spend their parent’s budget; they add nothing to it.',
  marks: {
    'wider-cap': 'promises more than the line above allows',
    'outlives-parent': 'outlives the line above',
    'pays-others': 'names payees the line above does not allow',
    'other-asset': 'names money the line above cannot move',
    'missing-parent': 'the line above is not known',
    cycle: 'refers back to itself, so nobody can redeem it',
    'wrong-delegator': 'delegates what was granted to somebody else, so the chain refuses it',
    'open-to-anyone': 'open to anyone who holds it',
    'unread-rules': 'has rules Bardo cannot read',
    'no-own-limit': 'delegates everything it received',
  },
} as const;
