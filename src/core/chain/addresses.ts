// The addresses Bardo knows, in lower case, because the wallet hands us lower case and equality of strings is then
// equality of addresses. What differs from chain to chain is in the chain's own record.
import type { Address } from 'viem';
import { chainOf } from './known';

/** MetaMask's delegation framework 1.3.0: the same addresses on every chain that has it. */
export const FRAMEWORK = {
  delegationManager: '0xdb9b1e94b5b69df7e401ddbede43491141047db3',
  entryPoint: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  smartAccount7702: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b',
  nonceEnforcer: '0xde4f2fac4b3d87a1d9953ca5fc09fca7f366254f',
} as const satisfies Record<string, Address>;

/** Whether FRAMEWORK is deployed there (checked against @metamask/delegation-deployments in a test). */
export function hasFramework(chainId: number): boolean {
  return chainOf(chainId)?.framework === true;
}

export type Token = { symbol: string; decimals: number };

/** Circle's. Its decimals are never taken from a server: a wrong one moves the point. */
export function usdcOf(chainId: number): Address | null {
  return chainOf(chainId)?.usdc?.address ?? null;
}

/** What we know about a token by ourselves; null = show base units and say the token is unknown. */
export function tokenOf(chainId: number, address: string): Token | null {
  const usdc = chainOf(chainId)?.usdc;
  return usdc && sameAddress(usdc.address, address)
    ? { symbol: 'USDC', decimals: usdc.decimals }
    : null;
}

/** What gas is paid in; null = its name is not claimed. */
export function currencyOf(chainId: number): Token | null {
  return chainOf(chainId)?.currency ?? null;
}

export function chainName(chainId: number): string {
  return chainOf(chainId)?.name ?? `chain ${chainId}`;
}

export function sameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();
}

/** "0x123456…abcdef": enough of a key to be compared by eye, with a code beside it. */
export function keyEnds(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-6)}`;
}

/** "0x1234…abcd" for sentences; places where the whole address matters use an Address component. */
export function shortHex(hex: string): string {
  return hex.length <= 13 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}
