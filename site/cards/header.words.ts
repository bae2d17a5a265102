// Sentences of the card `header`.
export const headerWords = {
  home: 'Bardo, home',
  signOut: 'Sign out',
} as const;
