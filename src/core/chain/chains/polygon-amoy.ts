import { POL } from './currencies';
import { TEST_AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const polygonAmoy: ChainRecord = {
  id: 80_002,
  name: 'Polygon Amoy',
  currency: POL,
  framework: true,
  agents: TEST_AGENTS,
};
