// BlockNumberEnforcer: passes strictly after block `after` and strictly before block `before`; zero =
// no bound on that side.
//
// terms, 32 bytes: after 16 · before 16 (block numbers)
import { type CaveatWords, caveat } from './caveat';
import { packedTerms } from './layout';

export type BlockNumberTerms = { after: bigint; before: bigint };

export const blockNumber = caveat<BlockNumberTerms>({
  name: 'BlockNumberEnforcer',
  address: '0x5d9818df0ae3f66e9c3d0c5029daf99d1823ca6c',
  ...packedTerms('uint128 after, uint128 before'),
  words: blockWords,
  bounds: ({ before }) => (before > 0n ? { until: 'block' } : {}),
});

function blockWords({ after, before }: BlockNumberTerms): CaveatWords {
  const start = after > 0n ? `after block ${after}` : '';
  if (before === 0n) {
    return start
      ? { text: `only ${start}, with no end` }
      : { text: 'no time limit: both its block numbers are zero', level: 'warning' };
  }
  const text = `${start ? `${start}, ` : ''}until block ${before}`;
  if (after + 1n >= before) return { text: `never: ${text} leaves no block`, level: 'warning' };
  return { text };
}
