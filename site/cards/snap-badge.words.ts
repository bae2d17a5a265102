export const snapBadgeWords = {
  heading: 'Bardo in MetaMask',
  looking: 'Asking MetaMask…',
  unasked: 'MetaMask does not say whether Bardo is there. Unlock MetaMask and try again.',
  unable:
    'This wallet cannot run Bardo. Golems can still be granted a runway, without Bardo’s own rules.',
  missing: 'Not installed',
  old: (have: string, want: string) => `Version ${have} is installed, this site needs ${want}`,
  off: 'Bardo is switched off in MetaMask, so it does not watch. Open MetaMask → Snaps to switch it on.',
  blocked: 'MetaMask blocks it for safety, so it does not watch',
  silent: (version: string) =>
    `Version ${version} is installed but does not answer this site. Open MetaMask and try again.`,
  unconnected: (version: string) => `Version ${version}, not watching this account yet`,
  ready: (version: string) => `Version ${version}, watching`,
  check: (ago: string) => `last check ${ago}`,
  noCheck: 'no check yet',
  why: [
    'It checks your Golems every five minutes and tells you when one declines, dies or goes silent.',
    'It says in plain words, before you sign, what a transaction does to your Golems.',
    'It holds one key per Golem. That key could spend what you grant to this Golem, so it never leaves MetaMask. Bardo uses it to bind each budget to rules: a rolling cap, named payees and an end date.',
  ],
  cannot:
    'It cannot see your recovery phrase. It signs only after a window that says what is signed, and it sends no transactions.',
  install: 'Add Bardo to MetaMask',
  update: 'Update Bardo',
  connect: 'Let Bardo watch this account',
  installing: 'Confirm in MetaMask…',
  connecting: 'Giving Bardo a read-only watch token…',
  installed: 'Bardo is installed and watches your Golems.',
  refused: 'Bardo did not take the watch token. Open MetaMask and try again.',
} as const;
