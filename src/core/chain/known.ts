import { CHAINS } from './chains/list';
import type { ChainRecord } from './chains/record';

const BY_NUMBER = new Map(CHAINS.map((chain) => [chain.id, chain]));

/** All that Bardo knows of a chain; undefined = nothing. */
export function chainOf(chainId: number): ChainRecord | undefined {
  return BY_NUMBER.get(chainId);
}
