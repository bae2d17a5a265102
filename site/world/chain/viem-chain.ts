// The chain the twin is a twin of, as viem wants it told. viem's own list would load six hundred others with it.
import { defineChain } from 'viem';
import { MULTICALL3 } from '../../../src/core/chain/multicall';
import { CHAIN_ID } from './anvil';

export const baseSepolia = defineChain({
  id: CHAIN_ID,
  name: 'Base Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://sepolia.base.org'] } },
  contracts: { multicall3: { address: MULTICALL3 } },
  testnet: true,
});
