import { CELO } from './currencies';
import { AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const celo: ChainRecord = {
  id: 42_220,
  name: 'Celo',
  currency: CELO,
  framework: true,
  usdc: { address: '0xceba9300f2b948710d2653dd7b07f33a8b32118c', decimals: 6 },
  explorer: 'https://celoscan.io',
  highGasPrice: 100,
  agents: AGENTS,
  reactors: [['0x00000000b8077fdf2281a80be96f6c282b5d943a', 'dutch v3']],
};
