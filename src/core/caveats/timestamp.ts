// TimestampEnforcer: passes strictly after `after` and strictly before `before`; zero = no bound on
// that side. This is the expiry of an ERC-7715 grant.
//
// terms, 32 bytes: after 16 · before 16 (unix seconds)
import { dateWords } from '../chain/time';
import { NEVER } from './budget-words';
import { type CaveatWords, caveat } from './caveat';
import { packedTerms } from './layout';

export type TimestampTerms = { after: bigint; before: bigint };

export const timestamp = caveat<TimestampTerms>({
  name: 'TimestampEnforcer',
  address: '0x1046bb45c8d673d4ea75321280db34899413c069',
  ...packedTerms('uint128 after, uint128 before'),
  words: (terms, scene) => windowWords(terms, BigInt(scene.now)),
  bounds: ({ after, before }) => ({
    ...(before > 0n && before <= NEVER ? { until: before } : {}),
    ...(before > 0n && after + 1n >= before ? { nothing: true } : {}),
  }),
});

function windowWords({ after, before }: TimestampTerms, now: bigint): CaveatWords {
  const start = after > 0n ? `after ${dateWords(after)}` : '';
  if (before === 0n) {
    return start
      ? { text: `only ${start}, with no end` }
      : { text: 'no time limit: both its times are zero', level: 'warning' };
  }
  if (before > NEVER) return { text: 'until a time beyond the year 9999', level: 'warning' };
  const text = `${start ? `${start}, ` : ''}until ${dateWords(before)}`;
  if (now >= before) return { text: `${text}, which has passed`, level: 'warning' };
  if (after + 1n >= before) return { text: `never: ${text} leaves no moment`, level: 'warning' };
  return { text };
}
