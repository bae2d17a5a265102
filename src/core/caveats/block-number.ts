// BlockNumberEnforcer: passes strictly after block `after` and strictly before block `before`; zero =
// no bound on that side.
//
// terms, 32 bytes: after 16 · before 16 (block numbers)
import { chainOf } from '../chain/known';
import { type CaveatScene, type CaveatWords, caveat } from './caveat';
import { packedTerms } from './layout';

export type BlockNumberTerms = { after: bigint; before: bigint };

export const blockNumber = caveat<BlockNumberTerms>({
  name: 'BlockNumberEnforcer',
  address: '0x5d9818df0ae3f66e9c3d0c5029daf99d1823ca6c',
  ...packedTerms('uint128 after, uint128 before'),
  words: blockWords,
  bounds: ({ after, before }, scene) => ({
    ...(before > 0n && before <= lastBlock(scene) ? { until: 'block' } : {}),
    ...(isEmpty({ after, before }) ? { nothing: true } : {}),
  }),
});

function blockWords({ after, before }: BlockNumberTerms, scene: CaveatScene): CaveatWords {
  const start = after > 0n ? `after block ${after}` : '';
  if (before === 0n) {
    return start
      ? { text: `only ${start}, with no end` }
      : { text: 'no time limit: both its block numbers are zero', level: 'warning' };
  }
  const text = `${start ? `${start}, ` : ''}until block ${before}`;
  if (isEmpty({ after, before })) {
    return { text: `never: ${text} leaves no block`, level: 'warning' };
  }
  if (before <= lastBlock(scene)) return { text };
  return { text: `${text}, which is more than ten years away`, level: 'warning' };
}

function isEmpty({ after, before }: BlockNumberTerms): boolean {
  return before > 0n && after + 1n >= before;
}

const TEN_YEARS = 10 * 365 * 86_400;

/** Older and faster than any chain of the framework whose record says nothing of its blocks. */
const ANY = { since: 1_530_000_000, seconds: 0.25 };

/** When this was written; a scene without a clock counts from here. */
const WRITTEN = 1_795_000_000;

/** No block of the next ten years has a higher number. */
function lastBlock({ chainId, now }: CaveatScene): bigint {
  const { since, seconds } = chainOf(chainId)?.blocks ?? ANY;
  return BigInt(Math.ceil((Math.max(now, WRITTEN) + TEN_YEARS - since) / seconds));
}
