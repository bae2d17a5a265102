import { ETHER } from './currencies';
import { ZK_PERMIT2 } from './deployments';
import type { ChainRecord } from './record';

export const zksyncSepolia: ChainRecord = {
  id: 300,
  name: 'ZKsync Sepolia',
  currency: ETHER,
  framework: false,
  permit2: ZK_PERMIT2,
};
