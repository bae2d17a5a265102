// A chain that nobody ever built, as whoever adds one would write it: this record and nothing else.
import type { ChainRecord } from '../../src/core/chain/chains/record';

export const lethe: ChainRecord = {
  id: 7_770_001,
  name: 'Lethe',
  currency: { symbol: 'OBOL', name: 'Obol', decimals: 18 },
  framework: true,
  usdc: { address: '0x1e7e000000000000000000000000000000001e7e', decimals: 6 },
  explorer: 'https://lethe.example',
  highGasPrice: 2,
};
