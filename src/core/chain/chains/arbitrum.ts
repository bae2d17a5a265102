import { ETHER } from './currencies';
import { AGENTS, SWAP_ROUTER, UNIVERSAL_ROUTER } from './deployments';
import { ethereum } from './ethereum';
import type { ChainRecord } from './record';

export const arbitrum: ChainRecord = {
  id: 42_161,
  name: 'Arbitrum One',
  currency: ETHER,
  framework: true,
  usdc: { address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831', decimals: 6 },
  explorer: 'https://arbiscan.io',
  // Arbitrum's contracts see the block numbers of Ethereum.
  blocks: ethereum.blocks,
  highGasPrice: 1,
  agents: AGENTS,
  wrapped: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  swapRouter: SWAP_ROUTER,
  universalRouters: ['0xa51afafe0263b40edaef0df8781ea9aa03e381a3', UNIVERSAL_ROUTER],
  reactors: [['0xb274d5f4b833b61b340b654d600a864fb604a87c', 'dutch v3']],
};
