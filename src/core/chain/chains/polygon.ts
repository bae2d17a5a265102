import { POL } from './currencies';
import { AGENTS, SWAP_ROUTER, UNIVERSAL_ROUTER } from './deployments';
import type { ChainRecord } from './record';

export const polygon: ChainRecord = {
  id: 137,
  name: 'Polygon',
  currency: POL,
  framework: true,
  usdc: { address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', decimals: 6 },
  explorer: 'https://polygonscan.com',
  highGasPrice: 200,
  agents: AGENTS,
  swapRouter: SWAP_ROUTER,
  universalRouters: ['0x1095692a6237d83c6a72f3f5efedb9a670c49223', UNIVERSAL_ROUTER],
  reactors: [['0x00000000bab6e234db8ad638b6a6395b7c499bc4', 'dutch v3']],
};
