import { BNB } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const bnb: ChainRecord = {
  id: 56,
  name: 'BNB Smart Chain',
  currency: BNB,
  framework: true,
  agents: AGENTS,
};
