export const lastingCardWords = {
  heading: 'How long it lasts',
  each: 'What ends when, at this pace',
  source: (chain: boolean) =>
    `The pace is what left through its grants in the last 7 days, as Bardo’s server saw it on chain. ${
      chain ? 'Your wallet read your balance from the chain.' : 'Your balance is by Bardo’s server.'
    } Others that spend from your account shorten it.`,
} as const;
