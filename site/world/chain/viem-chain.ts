// Chains as viem wants them told, by their own records. viem's list would load six hundred others with the one.
import { type Chain, defineChain } from 'viem';
import { chainName } from '../../../src/core/chain/addresses';
import { ETHER } from '../../../src/core/chain/chains/currencies';
import { chainOf } from '../../../src/core/chain/known';
import { MULTICALL3 } from '../../../src/core/chain/multicall';
import { CHAIN_ID } from './anvil';

export function viemChain(id: number): Chain {
  return defineChain({
    id,
    name: chainName(id),
    nativeCurrency: chainOf(id)?.currency ?? ETHER,
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  });
}

/** The chain the twin is a twin of. */
export const baseSepolia = viemChain(CHAIN_ID);
