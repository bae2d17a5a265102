// Sentences of the card `snap-badge`.
export const snapBadgeWords = {
  heading: 'Bardo in MetaMask',
  looking: 'Asking MetaMask…',
  unasked: 'MetaMask does not say whether Bardo is there. Unlock MetaMask and try again.',
  unable:
    'This wallet cannot run Bardo. Golems can still be granted a runway, without Bardo’s own rules.',
  missing: 'Not installed',
  old: (have: string, want: string) => `Version ${have} is installed, this site needs ${want}`,
  off: 'Switched off in MetaMask, so it does not watch. Open MetaMask → Snaps to switch it on.',
  blocked: 'Blocked by MetaMask for safety, so it does not watch',
  silent: (version: string) =>
    `Version ${version} is installed but does not answer this site. Open MetaMask and try again.`,
  unconnected: (version: string) => `Version ${version}, not watching this account yet`,
  ready: (version: string) => `Version ${version}, watching`,
  heartbeat: (ago: string) => `last heartbeat ${ago}`,
  noHeartbeat: 'no heartbeat yet',
  why: [
    'Every five minutes it looks after your Golems and tells you when one declines, dies or goes silent.',
    'While you sign, it says in plain words what a transaction does to your Golems.',
    'It holds one key per Golem. That key could spend what you grant to this Golem, so it never leaves MetaMask; with it Bardo ties each budget to rules: a rolling cap, named payees, an end.',
  ],
  cannot:
    'It cannot see your recovery phrase. It signs only after a window that says what is signed, and it sends no transactions.',
  install: 'Add Bardo to MetaMask',
  update: 'Update Bardo',
  connect: 'Let Bardo watch this account',
  installing: 'Confirm in MetaMask…',
  connecting: 'Handing a read-only watch token to Bardo…',
  installed: 'Bardo is installed and watches your Golems.',
  refused: 'Bardo did not take the watch token. Open MetaMask and try again.',
} as const;
