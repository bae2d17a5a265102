import { MNT } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const mantle: ChainRecord = {
  id: 5000,
  name: 'Mantle',
  currency: MNT,
  framework: true,
  agents: AGENTS,
};
