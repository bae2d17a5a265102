// Sentences of connecting and signing in.
export const ownerWords = {
  opening: 'Open MetaMask and choose an account…',
  chain: 'MetaMask may ask for the chain your Golems live on…',
  signing: 'Sign in with your account in MetaMask…',
  statement: 'Sign in to Bardo. This costs nothing and moves nothing.',
  done: 'You are signed in.',
  gone: 'MetaMask is locked or no longer connected to this site. Connect it again.',
} as const;
