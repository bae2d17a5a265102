import { XDAI } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const gnosis: ChainRecord = {
  id: 100,
  name: 'Gnosis',
  currency: XDAI,
  framework: true,
  agents: AGENTS,
};
