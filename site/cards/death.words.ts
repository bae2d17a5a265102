export const deathWords = {
  heading: (name: string) => `${name} is dying`,
  headingOver: (name: string) => `${name} has died`,
  text: 'It reported its terminal phase. These steps end what it may spend; the chain proves each of them:',
  ends: (time: string) => `Its lease expires at ${time}, whatever happens.`,
  silence: (time: string) =>
    `Its lease stops by itself at ${time} if the Golem stays silent on chain.`,
  steps: {
    terminal: 'Death recorded on chain: it can no longer spend',
    ended: 'Its guardian ended its lease on chain',
    disabled: 'Your own transaction ends your grant',
  },
  done: 'proven on chain',
  waiting: 'not on chain yet',
  reading: 'reading the chain…',
  past: (time: string) => `Its lease ran until ${time}. That time is over.`,
  yours: 'your turn',
  snapTold: (ago: string) => `Bardo in MetaMask told you ${ago}.`,
  snapSilent: 'Bardo in MetaMask has not told you yet.',
  snapNone: 'Bardo in MetaMask is not connected, so it cannot tell you.',
  hide: 'Hide',
  end: 'End the grant now',
  succeed: 'Go to succession',
} as const;
