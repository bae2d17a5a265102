// LimitedCallsEnforcer: the delegation passes at most `limit` times, ever.
//
// terms, 32 bytes: limit 32
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type LimitedCallsTerms = { limit: bigint };

/** A thief makes as many in an hour on a cheap chain, nobody else ever does: a limit above it limits nothing. */
const MAX_USES = 1_000_000n;

export const limitedCalls = caveat<LimitedCallsTerms>({
  name: 'LimitedCallsEnforcer',
  address: '0x04658b29f6b82ed55274221a06fc97d318e25416',
  ...packedTerms('uint256 limit'),
  words: ({ limit }) => {
    if (limit === 0n) return { text: 'never: it allows zero uses', level: 'warning' };
    if (limit > MAX_USES) return { text: 'any number of uses', level: 'warning' };
    return { text: limit === 1n ? 'once only' : `at most ${limit} times` };
  },
  bounds: ({ limit }) => {
    if (limit === 0n) return { uses: 0n, nothing: true };
    return limit <= MAX_USES ? { uses: limit } : {};
  },
});
