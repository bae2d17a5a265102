import type { TargetKind } from '../../src/core/protocol/alert-shapes';

export const alertsPageWords = {
  heading: 'Alerts elsewhere',
  intro:
    'Bardo in MetaMask tells you what your Golems need while your browser runs. Here you choose where Bardo’s server tells you as well: on your phone, in a chat, or on a server of your own.',
  whose:
    'These messages are the word of Bardo’s server alone. Bardo in MetaMask checks the same news against the chain.',
  loading: 'Loading your alerts…',
  targets: 'Where you are told',
  none: 'You are told nowhere else yet. Add a target below.',
  kinds: {
    webhook: 'Webhook',
    slack: 'Slack',
    telegram: 'Telegram',
    ntfy: 'ntfy',
  } satisfies Record<TargetKind, string>,
  on: 'is told',
  paused: {
    owner: 'paused by you',
    failing: 'paused: it took nothing for days',
    sealed: 'its secrets cannot be opened any more',
  },
  failingHelp:
    'Nothing arrived there for days, so Bardo stopped trying. Send a test, mend what is wrong, and resume.',
  sealedHelp: 'Bardo’s server has a new secret of its own. Remove this target and add it again.',
  failing: (when: string) => `Nothing has arrived there since ${when}. Bardo tries again.`,
  test: 'Send a test',
  testing: 'Sending a test…',
  testState: (words: string) => `Test: ${words}`,
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove',
  removeSure: 'Remove for good',
  keep: 'Keep it',
  removeText: 'Its address and secrets are forgotten. What was sent stays in the list below.',
  changing: 'Saving…',
  removed: (label: string) => `${label} is removed.`,
  secretTitle: 'Keep this secret now. It is shown this once.',
  secretText:
    'It signs every message to this webhook. Check the signature before you believe a message.',
  secretLabel: 'Secret',
  secretDone: 'I have kept it',
} as const;
