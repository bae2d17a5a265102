// Whether a wallet can make this plain account a smart account, asked without opening it. MetaMask names `atomic` for
// accounts whose key it holds itself; for hardware and QR accounts it names it on no chain.
import type { Address } from 'viem';
import { check } from '../../src/core/protocol/check';
import { document, mapOf, orAbsent, text } from '../../src/core/protocol/schema';
import { ask, type Provider } from './provider';

/** `account`: it can on no chain, so the account is the reason. `unknown`: the wallet does not say. */
export type Upgradable = 'yes' | 'chain' | 'account' | 'unknown';

const Chains = mapOf(/^0x[0-9a-fA-F]{1,16}$/);
const CapabilitiesStruct = document({
  atomic: orAbsent(document({ status: text(/^(supported|ready|unsupported)$/) })),
});

export async function upgradableOn(
  provider: Provider,
  account: Address,
  chainId: number,
): Promise<Upgradable> {
  const method = 'wallet_getCapabilities';
  const told = await ask(provider, method, [account], Chains).catch(() => null);
  // A wallet that names nothing at all does not say that it cannot.
  if (told === null || Object.keys(told).length === 0) return 'unknown';
  const able = Object.entries(told)
    .filter(([, capabilities]) => isAble(capabilities))
    .map(([id]) => Number(id));
  if (able.includes(chainId)) return 'yes';
  return able.length > 0 ? 'chain' : 'account';
}

function isAble(capabilities: unknown): boolean {
  const read = check(capabilities, CapabilitiesStruct);
  const status = read.ok ? read.value.atomic?.status : undefined;
  return status === 'supported' || status === 'ready';
}
