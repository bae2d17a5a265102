// Sentences of the card `runway-card`.
export const runwayCardWords = {
  asOf: (ago: string) => `control plane, ${ago}`,
  narrowed: (allowed: string, cap: string) => `Its phase allows ${allowed} of ${cap}.`,
  vitality: (value: number) => `vitality ${value} of 100`,
  heading: 'Runway',
  none: 'It has no runway that can be spent.',
  chainSource: (block: number) => `chain · block ${block}`,
  checked: (block: number, ended: boolean) =>
    `Your wallet read the chain at block ${block}: the grant ${ended ? 'has ended' : 'is in force'}. The rest is the word of the`,
  unchecked: 'Your wallet has not checked this on chain. Everything is the word of the',
  cap: 'Cap',
  perDay: (amount: string) => `${amount} a day`,
  spent: 'Spent since reset',
  reset: 'Next reset',
  noReset: 'none before it ends',
  inTime: (duration: string) => `in ${duration}`,
  daysLeft: 'Time left',
  end: 'Ends',
  gas: 'Gas left',
  phase: 'Phase',
  heartbeat: 'Last heartbeat',
  silent:
    'It has missed more than one heartbeat. Silent is not dead: its lease stops by itself if the silence lasts.',
  rotation: 'It asks for a lease to a new key. The old key dies with the new lease.',
  asksEnd: 'It asks you to end its grant: nothing else ends it on chain.',
} as const;
