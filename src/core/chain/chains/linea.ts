import { ETHER } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const linea: ChainRecord = {
  id: 59_144,
  name: 'Linea',
  currency: ETHER,
  framework: true,
  highGasPrice: 1,
  agents: AGENTS,
};
