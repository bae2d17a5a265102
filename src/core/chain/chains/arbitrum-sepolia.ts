import { ETHER } from './currencies';
import { TEST_AGENTS } from './deployments';
import type { ChainRecord } from './record';
import { sepolia } from './sepolia';

export const arbitrumSepolia: ChainRecord = {
  id: 421_614,
  name: 'Arbitrum Sepolia',
  currency: ETHER,
  framework: true,
  usdc: { address: '0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d', decimals: 6, calls: 'USDC' },
  explorer: 'https://sepolia.arbiscan.io',
  // Arbitrum's contracts see the block numbers of Ethereum.
  blocks: sepolia.blocks,
  highGasPrice: 1,
  agents: TEST_AGENTS,
};
