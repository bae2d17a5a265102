import { ETHER } from './currencies';
import { ethereum } from './ethereum';
import type { ChainRecord } from './record';

export const arbitrumNova: ChainRecord = {
  id: 42_170,
  name: 'Arbitrum Nova',
  currency: ETHER,
  framework: true,
  blocks: ethereum.blocks,
};
