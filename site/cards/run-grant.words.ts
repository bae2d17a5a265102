// Sentences of the card `run-grant`.
export const runGrantWords = {
  gasDone: (name: string) => `${name} may refill its gas.`,
  steps: {
    golem: 'Enter the Golem here',
    intent: 'Sign your intent',
    ask: 'Grant in MetaMask',
    asked: 'Grant in MetaMask',
    review: 'Compare with what was asked',
    account: 'Smart account',
    gas: 'First gas',
    register: 'Register the grant, checked on chain',
    lease: 'Sign the lease in Bardo',
    tell: 'Hand the lease to the control plane',
    replace: 'End the old grant',
    done: 'Done',
  },
  working: (step: string) => `${step}. Look at MetaMask…`,
  ending: 'Confirm the end of the grant in MetaMask…',
  ended: 'The grant has ended on chain.',
  done: (name: string) => `${name} has its runway.`,
  elsewhere:
    'This grant is being worked on: in another tab, or in a window of MetaMask that still waits for your answer.',
  moved: 'This grant went on in another tab. This page shows now where it stands.',
  gone: 'This grant was finished or given up in another tab.',
  begun: (name: string) =>
    `A grant for ${name} is in the making, perhaps in another tab. Finish it or give it up first.`,
} as const;
