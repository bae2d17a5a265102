// Sentences of the card `permissions-panel`.
export const permissionsPanelWords = {
  heading: 'Permissions',
  none: 'No permission is in force.',
  unreadable:
    'The control plane lists permissions that this page cannot read. Look in MetaMask under Permissions.',
  roles: { grant: 'Grant', lease: 'Lease', replicant: 'Replicant' },
  to: 'to',
  until: 'until',
  every: (amount: string, period: string) => `at most ${amount} every ${period}`,
  total: (amount: string) => `at most ${amount} in total`,
  unlimited: 'no limit of its own',
  payees: (list: string) => `pays only ${list}`,
  rule: 'Each line shows what it can do under all lines above it. Replicants spend their parent’s budget; they add nothing to it.',
  marks: {
    'wider-cap': 'promises more than the line above lets through',
    'outlives-parent': 'outlives the line above',
    'pays-others': 'names payees the line above does not allow',
    'other-asset': 'names money the line above cannot move',
    'missing-parent': 'the line above is not known',
    cycle: 'hangs on itself: nothing can be done with it',
    'wrong-delegator': 'passes on what was given to somebody else: it is refused on chain',
    'open-to-anyone': 'open to anyone who holds it',
    'unread-rules': 'has rules Bardo cannot read',
    'no-own-limit': 'passes on all it got',
  },
} as const;
