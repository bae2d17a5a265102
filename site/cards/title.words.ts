export const titleWords = {
  site: 'Bardo',
  page: (title: string) => `${title} · Bardo`,
  home: 'Your Golems',
  revoke: (name: string) => `Revoke ${name}`,
  revokeAll: 'Revoke all',
  succession: (name: string) => `Succession of ${name}`,
  unknown: 'No such page',
} as const;
