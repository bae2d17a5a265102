// Every address Bardo knows, in lower case, because the wallet hands us lower case and equality of
// strings is then equality of addresses.
import type { Address } from 'viem';

/** MetaMask's delegation framework 1.3.0: the same addresses on every chain of FRAMEWORK_CHAINS. */
export const FRAMEWORK = {
  delegationManager: '0xdb9b1e94b5b69df7e401ddbede43491141047db3',
  entryPoint: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  smartAccount7702: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b',
  nonceEnforcer: '0xde4f2fac4b3d87a1d9953ca5fc09fca7f366254f',
} as const satisfies Record<string, Address>;

/** Chains where FRAMEWORK is deployed (checked against @metamask/delegation-deployments in a test). */
export const FRAMEWORK_CHAINS: readonly number[] = [
  1, 10, 56, 97, 100, 130, 137, 143, 146, 1155, 1301, 1328, 1329, 2020, 4114, 4217, 4326, 4663,
  5000, 5003, 5115, 6343, 8453, 10143, 10200, 13579, 14601, 42161, 42170, 42220, 42431, 46630,
  57073, 59141, 59144, 80002, 80069, 80094, 84532, 202601, 421614, 560048, 737373, 747474, 763373,
  5042002, 11142220, 11155111, 11155420,
];

export type Token = { symbol: string; decimals: number };

/** Circle's USDC by chain id. Decimals are never taken from a server: a wrong one moves the point. */
const USDC: Record<number, Address> = {
  1: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  10: '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
  137: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
  8453: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  42161: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  42220: '0xceba9300f2b948710d2653dd7b07f33a8b32118c',
  84532: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  421614: '0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d',
  11155111: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
};

const CHAIN_NAMES: Record<number, string> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  42220: 'Celo',
  84532: 'Base Sepolia',
  421614: 'Arbitrum Sepolia',
  11155111: 'Sepolia',
};

/** Chains of the framework whose native currency is ether. On others its name is not claimed. */
const ETHER_CHAINS = [
  1, 10, 130, 1301, 8453, 42161, 42170, 57073, 59141, 59144, 84532, 421614, 560048, 763373,
  11155111, 11155420,
];

export function isEtherChain(chainId: number): boolean {
  return ETHER_CHAINS.includes(chainId);
}

export function usdcOf(chainId: number): Address | null {
  return USDC[chainId] ?? null;
}

/** What we know about a token by ourselves; null = show base units and say the token is unknown. */
export function tokenOf(chainId: number, address: string): Token | null {
  return sameAddress(USDC[chainId], address) ? { symbol: 'USDC', decimals: 6 } : null;
}

export function chainName(chainId: number): string {
  return CHAIN_NAMES[chainId] ?? `chain ${chainId}`;
}

/** One address, one text. */
export function lower(address: string): Address {
  return address.toLowerCase() as Address;
}

export function sameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();
}

/** "0x1234…abcd" for sentences; places where the whole address matters use an Address component. */
export function shortHex(hex: string): string {
  return hex.length <= 13 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}
