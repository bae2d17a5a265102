// Every sentence of the Portal, in one place, ready for translation. Sentences about permissions, insights
// and worst cases come from core, which the Snap shares.

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

export const words = {
  title: 'Bardo',
  home: 'Bardo, home',
  skip: 'Skip to the content',
  close: 'Close',
  back: 'All Golems',
  working: 'Working…',
  plural,

  plane: {
    offline: 'The control plane does not answer. Check your connection; Bardo keeps trying.',
    unreadable: 'The control plane answered something this page cannot read. Reload the page.',
    broken: (status: number) =>
      `The control plane is not available (${status}). Bardo keeps trying.`,
    stale: (ago: string) => `The control plane does not answer. You see what it said ${ago}.`,
    never:
      'The control plane does not answer, so there is nothing to show yet. Bardo keeps trying.',
    asOf: (ago: string) => `control plane, ${ago}`,
  },

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

  demo: 'Demo world. Use a fresh browser profile and a recovery phrase made for it: what you sign here is valid on the real Base Sepolia test chain.',

  connect: {
    button: 'Connect MetaMask',
    again: 'Sign in',
    choose: 'Which wallet?',
    with: (name: string) => `Connect ${name}`,
    looking: 'Looking for wallets…',
    opening: 'Open MetaMask and choose an account…',
    signing: 'Sign in with your account in MetaMask…',
    statement: 'Sign in to Bardo. This costs nothing and moves nothing.',
    done: 'You are signed in.',
    out: 'Sign out',
    account: (short: string) => `Account ${short}`,
    switched: 'You changed to another account, so the session has ended. Sign in with this one.',
    gone: 'MetaMask is locked or no longer connected to this site. Connect it again.',
    viewOnly: 'Your wallet is not connected here. You can look; connect it to change anything.',
    none: 'No wallet was found in this browser.',
    install: 'Install MetaMask',
    phone: 'Use MetaMask on my phone',
    loadingPhone: 'Loading the link to your phone…',
    openApp: 'Open in the MetaMask app',
    phoneFailed: 'MetaMask on your phone could not be reached. Try again.',
    phoneLimits:
      'On a phone you can look, sign and revoke. Bardo’s own part and new grants need the MetaMask extension.',
  },

  chain: {
    wrong: (want: string) => `Your wallet is on another chain. This needs ${want}.`,
    change: (name: string) => `Switch to ${name}`,
    switching: 'Confirm the chain in MetaMask…',
  },

  snap: {
    heading: 'Bardo in MetaMask',
    looking: 'Asking MetaMask…',
    unable:
      'This wallet cannot run Bardo. Golems can still be granted a runway, without Bardo’s own rules.',
    missing: 'Not installed',
    old: (have: string, want: string) => `Version ${have} is installed, this site needs ${want}`,
    blocked: 'Switched off in MetaMask. Open MetaMask → Snaps to switch it on.',
    silent: (version: string) =>
      `Version ${version} is installed but does not answer this site. Open MetaMask and try again.`,
    unconnected: (version: string) => `Version ${version}, not watching this account yet`,
    ready: (version: string) => `Version ${version}, watching`,
    heartbeat: (ago: string) => `last heartbeat ${ago}`,
    noHeartbeat: 'no heartbeat yet',
    why: [
      'Every five minutes it looks after your Golems and tells you when one declines, dies or goes silent.',
      'While you sign, it says in plain words what a transaction does to your Golems.',
      'It holds one key per Golem that never leaves MetaMask. That key ties each budget to rules: a rolling cap, named payees, an end.',
    ],
    cannot: 'It cannot send transactions, see your recovery phrase, or move your money.',
    install: 'Add Bardo to MetaMask',
    update: 'Update Bardo',
    connect: 'Let Bardo watch this account',
    installing: 'Confirm in MetaMask…',
    connecting: 'Handing a read-only watch token to Bardo…',
    installed: 'Bardo is installed and watches your Golems.',
    refused: 'Bardo did not take the watch token. Open MetaMask and try again.',
  },

  golems: {
    heading: 'Your Golems',
    none: 'No Golem yet. Grant a first runway, or let your agent ask for one: its request appears here.',
    noneTitle: 'Nothing may spend from your account through Bardo.',
    loading: 'Loading your Golems…',
    open: (name: string) => `Open ${name}`,
    revokeAll: 'Revoke all',
    unknown: 'You have no Golem of this name here.',
    lost: 'There is no such page.',
  },

  golem: {
    phases: {
      thriving: 'Thriving',
      stable: 'Stable',
      conservation: 'Conserving',
      declining: 'Declining',
      terminal: 'Dead',
    },
    healths: {
      healthy: 'Healthy',
      low: 'Low',
      critical: 'Critical',
      revoked: 'Ended',
      unknown: 'Not known: clocks disagree',
    },
    noRunway: 'No runway',
    left: (left: string, of: string) => `${left} left today of ${of}`,
    leftShort: 'left today',
    narrowed: (allowed: string, cap: string) => `Its phase allows ${allowed} of ${cap}.`,
    ends: (duration: string) => `ends in ${duration}`,
    ended: 'has no runway that can be spent',
    silent: (ago: string) => `Silent: last heartbeat ${ago}`,
    heartbeat: (ago: string) => `heartbeat ${ago}`,
    noHeartbeat: 'no heartbeat yet',
    vitality: (value: number) => `vitality ${value} of 100`,
    deadOpen: 'Dead, but its grant is still open',
    feed: 'Wants feeding',
    unleased: 'Granted, but without a lease it cannot spend yet',
    gasLow: (pulls: number) => `Gas for ${plural(pulls, 'more pull')}`,
  },

  /** By code: EIP-1193, EIP-5792, ERC-7715, JSON-RPC. */
  errors: {
    4001: 'You said no in the wallet. Nothing was changed.',
    4100: 'The wallet has not allowed this site to do that. Connect the account again.',
    4200: 'This wallet cannot do that. Use MetaMask, or update it.',
    4900: 'The wallet has lost its connection. Check your network and try again.',
    4901: 'The wallet is not connected to this chain. Switch the chain and try again.',
    4902: 'The wallet does not know this chain yet. Add it and try again.',
    '-32700': 'The wallet could not read the request. Update MetaMask and try again.',
    '-32600': 'The wallet did not accept the request. Update MetaMask and try again.',
    '-32601': 'This version of the wallet does not know how to do that. Update MetaMask.',
    '-32602': 'The wallet did not accept the details of the request. Check the amounts and dates.',
    '-32603': 'The wallet had an error of its own. Try again; if it stays, restart the browser.',
    '-32000': 'The wallet or the chain refused these values. Check amount, balance and dates.',
    '-32001':
      'The wallet did not find the account or the thing asked for. Connect the account again.',
    '-32002': 'A request is already open in MetaMask. Open MetaMask and answer it first.',
    '-32003': 'The chain refused the transaction. Check the balance for gas and try again.',
    '-32004': 'This wallet does not support that method. Update MetaMask.',
    '-32005':
      'Too many requests at once, or another permission request is open. Answer it in MetaMask, wait a minute and try again.',
    '-32006': 'The wallet speaks another version of the protocol. Update MetaMask.',
    5700: 'The wallet lacks a capability this needs. Update MetaMask.',
    5710: 'The wallet cannot batch calls on this chain. Bardo sends them one by one instead.',
    5720: 'The wallet has already seen this batch. Wait for it to finish.',
    5730: 'The wallet does not know this batch any more. Look at your activity in MetaMask before trying again.',
    5740: 'The batch is too large for the wallet. Revoke fewer at a time.',
    5750: 'The account was not upgraded to a smart account. Agree to the upgrade, or use an account that can be upgraded (not a hardware wallet).',
    5760: 'The wallet cannot promise that all calls happen together. Send them one by one.',
  },
  unknownError: (code: number | null, text: string) =>
    [
      code === null
        ? 'Something went wrong.'
        : `The wallet answered with error ${code}, which Bardo does not know.`,
      text === '' ? '' : `It said: “${text}”`,
      'Look at your wallet before you try again.',
    ]
      .filter(Boolean)
      .join(' '),
} as const;
