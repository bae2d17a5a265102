export const grantPageWords = {
  heading: (name: string) => `The runway of ${name}`,
  newHeading: 'A runway for a new Golem',
  replicant: 'A Replicant lives on the lease of its parent, and nothing is granted to it.',
  dead: (name: string) => `${name} is dead, and nothing can be granted to it.`,
  unread: (name: string) =>
    `Bardo’s server does not give the signed grant of ${name} in full, so nothing can be signed on it here. Try again later.`,
  golem: (name: string) => `Open ${name}`,
  succession: () => 'Start a successor',
} as const;
