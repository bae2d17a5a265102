// What gas can cost a Golem, at most: a hundred redemptions at a price that its chain rarely sees. More than
// that on a session key is not gas but money without any limit.
import { chainOf } from '../chain/known';

const REDEMPTIONS = 100n;
/** A redemption with a lease takes 120,000 to 320,000; room is left for the oracle's reports. */
const GAS_EACH = 400_000n;
const GWEI = 10n ** 9n;

/** In gwei, of a chain whose record names none. */
const ELSEWHERE = 10;

/** Base units of the chain's own currency. */
export function gasCeiling(chainId: number): bigint {
  return REDEMPTIONS * GAS_EACH * BigInt(chainOf(chainId)?.highGasPrice ?? ELSEWHERE) * GWEI;
}
