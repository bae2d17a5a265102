// Sentences of the frame around every page.
export const appWords = {
  skip: 'Skip to the content',
  lostTitle: 'There is no such page',
  lost: 'The link may be cut short, or older than this site. Your Golems are on the first page.',
  ofAnotherTitle: 'This Golem is another account’s',
  ofAnother: (owner: string) =>
    `This Golem belongs to the account ${owner}. Switch to that account in MetaMask and sign in again.`,
} as const;
