export const grantSupportWords = {
  chooseAccount: (account: string) =>
    `This version of MetaMask lets you choose the account in its window: choose ${account}.`,
} as const;
