import { ETHER } from './currencies';
import { TEST_AGENTS } from './deployments';
import type { ChainRecord } from './record';

export const sepolia = {
  id: 11_155_111,
  name: 'Sepolia',
  currency: ETHER,
  framework: true,
  usdc: { address: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238', decimals: 6, calls: 'USDC' },
  explorer: 'https://sepolia.etherscan.io',
  blocks: { since: 1_633_267_481, seconds: 12 },
  agents: TEST_AGENTS,
  wrapped: '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
  swapRouter: '0x3bfa4769fb09eefc5a80d6e87c3b9c650f7ae48e',
  universalRouters: [
    '0x3a9d48ab9751398bbfa63ad67599bb04e4bdf98b',
    '0x7dfd4f31be6814d2906bde155c3e1b146eac1468',
  ],
} satisfies ChainRecord;
