export const runGrantWords = {
  steps: {
    golem: 'Enter the Golem here',
    intent: 'Sign your intent',
    ask: 'Grant in MetaMask',
    asked: 'Grant in MetaMask',
    review: 'Compare with what you asked for',
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
  elsewhere:
    'Another tab works on this grant, or a window of MetaMask still waits for your answer.',
  moved: 'This grant continued in another tab. This page now shows its state.',
  gone: 'You finished this grant or gave it up in another tab.',
  begun: (name: string) =>
    `A grant for ${name} is not finished yet, perhaps in another tab. Finish it or give it up first.`,
} as const;
