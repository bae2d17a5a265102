export const grantPageWords = {
  heading: (name: string) => `The runway of ${name}`,
  newHeading: 'A runway for a new Golem',
  replicant: 'A Replicant lives on the lease of its parent, and nothing is granted to it.',
  dead: (name: string) => `${name} is dead, and nothing can be granted to it.`,
  golem: (name: string) => `Open ${name}`,
  succession: () => 'Start a successor',
} as const;
