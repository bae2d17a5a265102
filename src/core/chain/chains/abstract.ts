import { ETHER } from './currencies';
import { ZK_PERMIT2 } from './deployments';
import type { ChainRecord } from './record';

export const abstract: ChainRecord = {
  id: 2741,
  name: 'Abstract',
  currency: ETHER,
  framework: false,
  permit2: ZK_PERMIT2,
};
