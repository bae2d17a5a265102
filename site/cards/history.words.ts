export const historyWords = {
  heading: 'Last seven days',
  none: 'Nothing happened in the last seven days.',
  unread: (ranges: readonly { from: number; to: number }[]) => {
    const blocks = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
    return `The control plane could not read these blocks yet: ${blocks.join(', ')}. Its history and figures lack what happened in them.`;
  },
  /** What a newer control plane lists and this page has no word for. */
  newer: 'Something newer',
  kinds: {
    granted: 'Granted',
    leased: 'Leased',
    redeemed: 'Spent',
    rotated: 'Key rotated',
    fed: 'Fed',
    phase: 'Phase changed',
    replicated: 'Replicated',
    revoked: 'Revoked',
    died: 'Died',
  } as Readonly<Record<string, string>>,
} as const;
