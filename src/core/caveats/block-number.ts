// BlockNumberEnforcer: passes strictly after block `after` and strictly before block `before`; zero =
// no bound on that side.
//
// terms, 32 bytes: after 16 · before 16 (block numbers)
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

/** Chains by their first block (unix seconds) and the seconds between blocks, at least. */
const PACE: Record<number, { since: number; seconds: number }> = {
  1: { since: 1_438_269_973, seconds: 12 },
  10: { since: 1_636_665_385, seconds: 2 },
  8453: { since: 1_686_789_347, seconds: 2 },
  84532: { since: 1_695_768_288, seconds: 2 },
  11155111: { since: 1_633_267_481, seconds: 12 },
  11155420: { since: 1_691_802_540, seconds: 2 },
  // Arbitrum's contracts see the block numbers of Ethereum.
  42161: { since: 1_438_269_973, seconds: 12 },
  42170: { since: 1_438_269_973, seconds: 12 },
  421614: { since: 1_633_267_481, seconds: 12 },
};

/** Older and faster than any chain of the framework that is not in the table. */
const ANY = { since: 1_530_000_000, seconds: 0.25 };

/** When this was written; a scene without a clock counts from here. */
const WRITTEN = 1_795_000_000;

/** No block of the next ten years has a higher number. */
function lastBlock({ chainId, now }: CaveatScene): bigint {
  const { since, seconds } = PACE[chainId] ?? ANY;
  return BigInt(Math.ceil((Math.max(now, WRITTEN) + TEN_YEARS - since) / seconds));
}
