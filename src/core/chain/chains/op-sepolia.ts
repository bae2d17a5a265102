import { ETHER } from './currencies';
import { TEST_AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const opSepolia: ChainRecord = {
  id: 11_155_420,
  name: 'OP Sepolia',
  currency: ETHER,
  framework: true,
  blocks: { since: 1_691_802_540, seconds: 2 },
  highGasPrice: 1,
  agents: TEST_AGENTS,
};
