import { MON } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const monad: ChainRecord = {
  id: 143,
  name: 'Monad',
  currency: MON,
  framework: true,
  agents: AGENTS,
};
