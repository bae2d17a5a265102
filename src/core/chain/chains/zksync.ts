import { ETHER } from './currencies';
import { ZK_PERMIT2 } from './deployments';
import type { ChainRecord } from './record';

export const zksync: ChainRecord = {
  id: 324,
  name: 'ZKsync Era',
  currency: ETHER,
  framework: false,
  permit2: ZK_PERMIT2,
};
