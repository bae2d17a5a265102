import { ETHER } from './currencies';
import { AGENTS, SWAP_ROUTER } from './deployments';
import type { ChainRecord } from './record';

export const ethereum = {
  id: 1,
  name: 'Ethereum',
  currency: ETHER,
  framework: true,
  usdc: { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 },
  explorer: 'https://etherscan.io',
  blocks: { since: 1_438_269_973, seconds: 12 },
  agents: AGENTS,
  wrapped: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  swapRouter: SWAP_ROUTER,
  universalRouters: [
    '0x66a9893cc07d91d95644aedd05d03f95e1dba8af',
    '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca',
  ],
  reactors: [
    ['0x6000da47483062a0d734ba3dc7576ce6a0b645c4', 'exclusive dutch'],
    ['0x00000011f84b9aa48e5f8aa8b9897600006289be', 'dutch v2'],
    ['0x0000000015757c461808ea25eb309638b62681cf', 'dutch v3'],
  ],
} satisfies ChainRecord;
