// What gas can cost a Golem, at most: a hundred redemptions at a price that its chain rarely sees. More than
// that on a session key is not gas but money without any limit.

const REDEMPTIONS = 100n;
/** A redemption with a lease takes 120,000 to 320,000; room is left for the oracle's reports. */
const GAS_EACH = 400_000n;
const GWEI = 10n ** 9n;

/** High prices in gwei. Rollups are far below theirs except in the worst hours. */
const HIGH_PRICE: { readonly [chainId: number]: bigint } = {
  10: 1n,
  130: 1n,
  137: 200n,
  8453: 1n,
  42161: 1n,
  42220: 100n,
  57073: 1n,
  59144: 1n,
  84532: 1n,
  421614: 1n,
  11155420: 1n,
};
const ELSEWHERE = 10n;

/** Base units of the chain's own currency. */
export function gasCeiling(chainId: number): bigint {
  return REDEMPTIONS * GAS_EACH * (HIGH_PRICE[chainId] ?? ELSEWHERE) * GWEI;
}
