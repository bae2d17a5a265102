import { currency } from './currencies';
import { TEST_AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const bnbTestnet: ChainRecord = {
  id: 97,
  name: 'BNB Smart Chain Testnet',
  currency: currency('tBNB'),
  framework: true,
  agents: TEST_AGENTS,
};
