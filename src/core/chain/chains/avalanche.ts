import { currency } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const avalanche: ChainRecord = {
  id: 43_114,
  name: 'Avalanche',
  currency: currency('AVAX'),
  framework: false,
  agents: AGENTS,
};
