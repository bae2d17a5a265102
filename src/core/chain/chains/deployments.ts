// Contracts that stand at one address on several chains. Uniswap's were each found in at least two of its own lists on
// 2026-08: Uniswap/sdks (sdk-core addresses.ts, universal-router-sdk and uniswapx-sdk constants.ts),
// Uniswap/universal-router deploy-addresses, Uniswap/docs deployments, Uniswap/UniswapX README.
import type { Address } from 'viem';

/** erc-8004/erc-8004-contracts README, 2026-08: one vanity address for mainnets, one for testnets. */
export const AGENTS: Address = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432';
export const TEST_AGENTS: Address = '0x8004a818bfb912233c491871b3d84c89a494bd9e';

/** Wrapped ether of rollups built by the OP stack. */
export const OP_WETH: Address = '0x4200000000000000000000000000000000000006';

export const SWAP_ROUTER: Address = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45';
export const UNIVERSAL_ROUTER: Address = '0x8b844f885672f333bc0042cb669255f93a4c1e6b';

/** The zkSync family computes addresses differently. */
export const ZK_PERMIT2: Address = '0x0000000000225e31d15943971f47ad3022f714fa';
