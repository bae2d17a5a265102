// Sentences of the card `connect`.
export const connectWords = {
  hero: {
    title: 'Let agents spend a little. Never more.',
    text: 'A Golem is an autonomous agent that lives on a budget. Bardo lets you give it a daily amount until a date, see what it does with it, and end it at any moment. Your keys never leave MetaMask.',
    steps: [
      ['Connect MetaMask', 'One signature to sign in. It costs nothing and moves nothing.'],
      [
        'Add Bardo to MetaMask',
        'It watches your Golems, warns you, and holds the rules of every budget.',
      ],
      [
        'Grant a runway',
        'So many USDC a day, until a date. You see the worst case before you sign.',
      ],
    ],
  },
  button: 'Connect MetaMask',
  again: 'Sign in',
  choose: 'Which wallet?',
  with: (name: string) => `Connect ${name}`,
  looking: 'Looking for wallets…',
  none: 'No wallet was found in this browser.',
  install: 'Install MetaMask',
  phone: 'Use MetaMask on my phone',
  loadingPhone: 'Loading the link to your phone…',
  openApp: 'Open in the MetaMask app',
  phoneLimits:
    'On a phone you can look, sign and revoke. Bardo’s own part and new grants need the MetaMask extension.',
} as const;
