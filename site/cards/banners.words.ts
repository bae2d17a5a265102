export const bannersWords = {
  notices: 'Notices',
  stale: (ago: string) => `The control plane does not answer. This page shows what it said ${ago}.`,
  never: 'The control plane does not answer, so there is nothing to show yet. Bardo keeps trying.',
  demo: 'Demo world. Use a fresh browser profile and a recovery phrase made for it: what you sign here is valid on the real Base Sepolia test chain.',
  viewOnly:
    'Your wallet is not connected here. You can look around; connect it to change anything.',
  otherChain: (want: string) => `Your wallet is on another chain. This needs ${want}.`,
  changeChain: (name: string) => `Switch to ${name}`,
  changingChain: 'Confirm the chain in MetaMask…',
} as const;
