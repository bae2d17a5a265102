import { ETHER } from './currencies';
import { TEST_AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const lineaSepolia: ChainRecord = {
  id: 59_141,
  name: 'Linea Sepolia',
  currency: ETHER,
  framework: true,
  agents: TEST_AGENTS,
};
