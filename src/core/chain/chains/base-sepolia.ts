import { ETHER } from './currencies';
import { OP_WETH, TEST_AGENTS, UNIVERSAL_ROUTER } from './deployments';
import type { ChainRecord } from './record';

export const baseSepolia: ChainRecord = {
  id: 84_532,
  name: 'Base Sepolia',
  currency: ETHER,
  framework: true,
  usdc: { address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e', decimals: 6, calls: 'USDC' },
  explorer: 'https://sepolia.basescan.org',
  blocks: { since: 1_695_768_288, seconds: 2 },
  highGasPrice: 1,
  agents: TEST_AGENTS,
  wrapped: OP_WETH,
  swapRouter: '0x94cc0aac535ccdb3c01d6787d6413c739ae12bc4',
  universalRouters: ['0x492e6456d9528771018deb9e87ef7750ef184104', UNIVERSAL_ROUTER],
};
