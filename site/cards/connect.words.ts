export const connectWords = {
  request: {
    title: 'A Golem asks its owner',
    text: 'Sign in with the account that it asks. Only that account sees the request.',
  },
  device: {
    title: 'Enter a code',
    text: 'Sign in first. Then enter the code that your agent or your terminal printed.',
  },
  hero: {
    title: 'Let agents spend a little. Never more.',
    text: 'A Golem is an autonomous agent that lives on a budget. Bardo lets you set its daily limit and end date, see what it spends, and end it at any moment. Your keys never leave MetaMask.',
    steps: [
      ['Connect MetaMask', 'You sign in with one signature. It costs nothing and moves nothing.'],
      [
        'Add Bardo to MetaMask',
        'It watches your Golems, warns you, and holds the rules of every budget.',
      ],
      [
        'Grant a runway',
        'Set a daily USDC limit and an end date. You see the worst case before you sign.',
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
    'You can look, sign and revoke on a phone. Bardo in MetaMask and new grants need the MetaMask extension.',
} as const;
