export const titleWords = {
  site: 'Bardo',
  page: (title: string) => `${title} · Bardo`,
  home: 'Your Golems',
  revoke: (name: string) => `Revoke ${name}`,
  revokeAll: 'Revoke all',
  succession: (name: string) => `Succession of ${name}`,
  grant: (name: string) => `Runway of ${name}`,
  grantNew: 'Grant a runway',
  alerts: 'Alerts elsewhere',
  request: 'A request',
  device: 'Codes and terminals',
  unknown: 'No such page',
} as const;
