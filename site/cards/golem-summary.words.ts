// Sentences of the card `golem-summary`.
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
  healths: {
    healthy: 'Healthy',
    low: 'Low',
    critical: 'Critical',
    revoked: 'Ended',
    unknown: 'Not known: clocks disagree',
  },
  noRunway: 'No runway',
  noLease: 'No lease yet',
  left: (left: string, of: string) => `${left} left today of ${of}`,
  leftShort: 'left today',
  ends: (duration: string) => `ends in ${duration}`,
  ended: 'has no runway that can be spent',
  silent: (ago: string) => `Silent: last heartbeat ${ago}`,
  heartbeat: (ago: string) => `heartbeat ${ago}`,
  noHeartbeat: 'no heartbeat yet',
  deadOpen: 'Dead, but its grant is still open',
  feed: 'Wants feeding',
  declining: 'Declining: a tenth of its cap is left to it',
  unleased: 'Granted, but without a lease it cannot spend yet',
  gasLow: (pulls: number) => `Gas for ${plural(pulls, 'more pull')}`,
} as const;
