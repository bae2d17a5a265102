import { plural } from '../words/plural';

export const historyWords = {
  heading: 'History',
  none: 'Nothing happened in the last seven days.',
  noneAtAll: 'Nothing has happened yet.',
  noneFiltered: (count: number) =>
    `None of the ${plural(count, 'entry', 'entries')} loaded so far fits. Show older ones, or change the filter.`,
  unread: (ranges: readonly { from: number; to: number }[]) => {
    const blocks = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
    return `The control plane could not read these blocks yet: ${blocks.join(', ')}. Its history and figures lack what happened in them.`;
  },
  older: 'Show older',
  more: (count: number) => `Show ${count} more`,
  loading: 'Loading…',
  offline: 'Older entries could not be loaded. Try again.',
  payments: (count: number) => plural(count, 'payment'),
  to: 'to',
  payeeUnknown: 'payee not known',
  said: (name: string) => `${name} says it was for`,
  under: (permission: string) => `grant ${permission}`,
  filter: 'Filter the history',
  groups: {
    all: 'Everything',
    payments: 'Payments',
    permissions: 'Permissions',
    life: 'Life',
  },
  what: 'What',
  permission: 'Grant',
  anyPermission: 'Any grant',
  search: 'Payee, purpose or transaction',
  csv: 'Export as CSV',
  json: 'Export as JSON',
  exporting: (count: number) => `Loading the whole history: ${plural(count, 'entry', 'entries')}…`,
  exported: (count: number) => `Saved ${plural(count, 'entry', 'entries')}.`,
  cut: (count: number) =>
    `Saved the newest ${count} entries. Older ones are not in the file: there are too many.`,
  notExported: 'Nothing was saved: the control plane did not give the whole history. Try again.',
  /** What a newer control plane lists and this page has no word for. */
  newer: 'Something newer',
  kinds: {
    granted: 'Granted',
    leased: 'Leased',
    redeemed: 'Paid',
    rotated: 'Key rotated',
    fed: 'Fed',
    phase: 'Phase changed',
    replicated: 'Replicated',
    revoked: 'Revoked',
    died: 'Died',
  } as Readonly<Record<string, string>>,
} as const;
