import { MNT } from './currencies';
import { TEST_AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const mantleSepolia: ChainRecord = {
  id: 5003,
  name: 'Mantle Sepolia',
  currency: MNT,
  framework: true,
  agents: TEST_AGENTS,
};
