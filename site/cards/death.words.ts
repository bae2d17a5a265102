// Sentences of the card `death`.
export const deathWords = {
  heading: (name: string) => `${name} is dying`,
  text: 'It reported its last phase. These steps end what it may spend, each proven on chain:',
  ends: (time: string) => `Its lease ends by itself at ${time}, whatever happens.`,
  silence: (time: string) =>
    `If it says nothing more on chain, its lease stops by itself at ${time}.`,
  steps: {
    terminal: 'Its last phase stands on chain: from that block the lease moves nothing',
    ended: 'Its lease is ended besides, signed by its guardian',
    disabled: 'Your grant is ended by your own transaction',
  },
  done: 'proven on chain',
  waiting: 'not on chain yet',
  yours: 'waits for you',
  snapTold: (ago: string) => `Bardo in MetaMask told you ${ago}.`,
  snapSilent: 'Bardo in MetaMask has not told you yet.',
  snapNone: 'Bardo in MetaMask is not connected, so it cannot tell you.',
  hide: 'Hide',
  end: 'End the grant now',
  succeed: 'Go to succession',
} as const;
