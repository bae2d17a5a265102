import { ETHER } from './currencies';
import { AGENTS, OP_WETH } from './deployments';
import type { ChainRecord } from './record';

export const base: ChainRecord = {
  id: 8453,
  name: 'Base',
  currency: ETHER,
  framework: true,
  usdc: { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', decimals: 6 },
  explorer: 'https://basescan.org',
  blocks: { since: 1_686_789_347, seconds: 2 },
  highGasPrice: 1,
  agents: AGENTS,
  wrapped: OP_WETH,
  swapRouter: '0x2626664c2603336e57b271c5c0b26f421741e481',
  universalRouters: [
    '0x6ff5693b99212da76ad316178a184ab56d299b43',
    '0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7',
  ],
  reactors: [
    ['0x000000001ec5656dcdb24d90dfa42742738de729', 'priority'],
    ['0x000000008a8330b5d1f43a62bf4c673a49f27ba0', 'dutch v3'],
  ],
};
