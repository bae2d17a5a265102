// Sentences of the card `home-page`.
export const homePageWords = {
  heading: 'Your Golems',
  none: 'No Golem yet. Grant a first runway, or let your agent ask for one: its request appears here.',
  noneTitle: 'Nothing may spend from your account through Bardo.',
  revokeAll: 'Revoke all',
} as const;
