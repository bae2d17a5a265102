import { ETHER } from './currencies';
import { AGENTS, OP_WETH, SWAP_ROUTER, UNIVERSAL_ROUTER } from './deployments';
import type { ChainRecord } from './record';

export const optimism: ChainRecord = {
  id: 10,
  name: 'OP Mainnet',
  currency: ETHER,
  framework: true,
  usdc: { address: '0x0b2c639c533813f4aa9d7837caf62653d097ff85', decimals: 6 },
  explorer: 'https://optimistic.etherscan.io',
  blocks: { since: 1_636_665_385, seconds: 2 },
  highGasPrice: 1,
  agents: AGENTS,
  wrapped: OP_WETH,
  swapRouter: SWAP_ROUTER,
  universalRouters: ['0x851116d9223fabed8e56c0e6b8ad0c31d98b3507', UNIVERSAL_ROUTER],
  reactors: [['0x000000000923439a92dae8930613568824108631', 'dutch v3']],
};
