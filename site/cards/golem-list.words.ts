export const golemListWords = {
  heading: 'Your Golems',
  none: 'You have no Golem yet. Grant a first runway, or let your agent ask for one. Its request appears here.',
  noneTitle: 'Bardo knows of no permission to spend from your account.',
  revokeAll: 'Revoke all',
} as const;
