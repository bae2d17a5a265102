// Sentences of the frame around every page.
export const appWords = {
  skip: 'Skip to the content',
  lost: 'This page does not exist.',
  ofAnother: (owner: string) =>
    `This Golem belongs to the account ${owner}. Switch to that account in MetaMask and sign in again.`,
} as const;
