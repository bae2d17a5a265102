import { plural } from '../words/plural';

export const golemSummaryWords = {
  open: 'Open',
  noPhase: 'Not reported yet',
  phases: {
    thriving: 'Thriving',
    stable: 'Stable',
    conservation: 'Conserving',
    declining: 'Declining',
    terminal: 'Dead',
  },
  states: {
    new: 'No runway yet',
    active: 'Active',
    limited: 'Limited',
    held: 'Held',
    stopped: 'Stopped, grant open',
    ended: 'Ended',
  },
  left: (short: string, of: string) => `${short} of ${of}`,
  leftPeriod: 'left until the reset',
  leftShort: 'left today',
  ends: (duration: string) => `ends in ${duration}`,
  ended: 'can’t spend',
  silent: (ago: string) => `Silent: last heartbeat ${ago}`,
  heartbeat: (ago: string) => `heartbeat ${ago}`,
  noHeartbeat: 'no heartbeat yet',
  deadOpen: 'Stopped. Your grant is still open: end it',
  feed: 'Needs feeding',
  declining: 'Declining: limited to 10 % of its cap',
  unleased: 'It has a grant but no lease, so it can’t spend yet',
  gasLow: (pulls: number) => `Gas for ${plural(pulls, 'more payment')}`,
} as const;
