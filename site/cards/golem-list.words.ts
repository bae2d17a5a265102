import { plural } from '../words/plural';

export const golemListWords = {
  heading: 'Your Golems',
  none: 'You have no Golem yet. Grant a first runway, or let your agent ask for one. Its request appears here.',
  noneTitle: 'Bardo knows of no permission to spend from your account.',
  revokeAll: 'Revoke all',
  count: (golems: number, replicants: number) =>
    replicants === 0
      ? plural(golems, 'Golem')
      : `${plural(golems, 'Golem')} and ${plural(replicants, 'Replicant')}`,
  filter: 'Which Golems',
  shelves: {
    current: (count: number) => `Current (${count})`,
    ended: (count: number) => `Ended (${count})`,
    archived: (count: number) => `Archived (${count})`,
  },
  sort: 'Sort by',
  sorts: {
    urgency: 'Most urgent first',
    name: 'Name',
    left: 'Most left today',
    end: 'Soonest end',
  },
  search: 'Find a Golem',
  noneHere: 'No Golem here.',
  archive: 'Archive',
  restore: 'Put back',
  replicantOf: (name: string) => `Replicants of ${name}`,
} as const;
