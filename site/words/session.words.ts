// What is said wherever an account goes while something is under way.
export const sessionWords = {
  switched: 'You changed to another account, so the session has ended. Sign in with this one.',
} as const;
