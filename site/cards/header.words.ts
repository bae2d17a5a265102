export const headerWords = {
  home: 'Bardo, home',
  signOut: 'Sign out',
} as const;
