import { RON } from './currencies';
import type { ChainRecord } from './record';

export const ronin: ChainRecord = {
  id: 2020,
  name: 'Ronin',
  currency: RON,
  framework: true,
  permit2: '0x771ca29e483df5447e20a89e0f00e1daf09ef534',
};
