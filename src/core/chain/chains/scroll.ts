import { ETHER } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const scroll: ChainRecord = {
  id: 534_352,
  name: 'Scroll',
  currency: ETHER,
  framework: false,
  agents: AGENTS,
};
