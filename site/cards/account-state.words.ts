export const accountStateWords = {
  smart: 'Smart account',
  smartHint: (chain: string) => `This account is a MetaMask smart account on ${chain}.`,
  plain: (chain: string) =>
    `This account is not a smart account on ${chain} yet. A runway needs one. MetaMask upgrades it with your first grant, or now: your address and your money stay where they are.`,
  upgrade: 'Upgrade the account now',
  upgrading: 'Agree to the upgrade in MetaMask…',
  upgraded: 'The account is a smart account now.',
  other: (delegate: string) =>
    `This account is delegated to ${delegate}, which is not MetaMask’s smart account, so nobody could redeem a grant of it. Switch it back to a standard account in MetaMask, or use another account.`,
  contract:
    'This account is a contract of its own, so MetaMask can grant nothing from it. Use an account whose key MetaMask holds.',
  stuck:
    'MetaMask cannot make this account a smart account: it does not hold its key itself, as with a hardware wallet or a QR account. Such an account can grant no runway. Connect another account of MetaMask, and send it only what your agents may spend.',
  chain: (chain: string) =>
    `MetaMask cannot make this account a smart account on ${chain}, so it can grant no runway there.`,
  unknown: 'The chain did not say what kind of account this is.',
  again: 'Ask again',
} as const;
