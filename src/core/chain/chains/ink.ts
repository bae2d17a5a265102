import { ETHER } from './currencies';
import type { ChainRecord } from './record';

export const ink: ChainRecord = {
  id: 57_073,
  name: 'Ink',
  currency: ETHER,
  framework: true,
  highGasPrice: 1,
};
