import { ETHER } from './currencies';
import type { ChainRecord } from './record';

export const unichain: ChainRecord = {
  id: 130,
  name: 'Unichain',
  currency: ETHER,
  framework: true,
  highGasPrice: 1,
  reactors: [['0x000000005af66799d1a6317714d66800f9ca1406', 'dutch v3']],
};
