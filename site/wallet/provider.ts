// EIP-1193: what every wallet speaks. Answers are outside data: each is parsed where it arrives.
import type { Address, Hex } from 'viem';
import { lower } from '../../src/core/bytes/hex';
import { check } from '../../src/core/protocol/check';
import { Address as AddressStruct } from '../../src/core/protocol/fields';
import type { Struct } from '../../src/core/protocol/schema';
import { hexText, list } from '../../src/core/protocol/schema';

export type Provider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>;
  on?: (event: string, listener: (value: unknown) => void) => void;
  removeListener?: (event: string, listener: (value: unknown) => void) => void;
};

/** A call from the owner's account. */
export type Outgoing = { to: Address; value: bigint; data: Hex };

const Accounts = list(AddressStruct, 0, 1000);
const Quantity = hexText('(0|[1-9a-fA-F][0-9a-fA-F]{0,63})');
export const Bytes = hexText('([0-9a-fA-F]{2})*');

/** The wallet answered, but not what the standard says. */
export class WalletNonsense extends Error {
  constructor(readonly method: string) {
    super(`The wallet answered ${method} with something Bardo cannot read.`);
    this.name = 'WalletNonsense';
  }
}

export async function ask<T>(
  provider: Provider,
  method: string,
  params: unknown,
  struct: Struct<T>,
): Promise<T> {
  const answer = await provider.request(params === undefined ? { method } : { method, params });
  const read = check(answer, struct);
  if (!read.ok) throw new WalletNonsense(method);
  return read.value;
}

/** The accounts this site may see; asking opens the wallet, `silent` never does. */
export async function accountsOf(provider: Provider, how: 'ask' | 'silent'): Promise<Address[]> {
  const method = how === 'ask' ? 'eth_requestAccounts' : 'eth_accounts';
  return await ask(provider, method, undefined, Accounts);
}

export async function chainIdOf(provider: Provider): Promise<number> {
  return Number(await ask(provider, 'eth_chainId', undefined, Quantity));
}

export async function quantity(
  provider: Provider,
  method: string,
  params: unknown[],
): Promise<bigint> {
  return BigInt(await ask(provider, method, params, Quantity));
}

export async function bytes(provider: Provider, method: string, params: unknown[]): Promise<Hex> {
  return lower(await ask(provider, method, params, Bytes));
}

/** EIP-2255: whether the owner has let this site see an account before, without opening the wallet. */
export async function isPermitted(provider: Provider): Promise<boolean> {
  const known = await provider.request({ method: 'wallet_getPermissions' }).catch(() => null);
  // A wallet without EIP-2255 is asked for its accounts instead, which opens nothing either.
  if (!Array.isArray(known))
    return (await accountsOf(provider, 'silent').catch(() => [])).length > 0;
  return known.some(
    (one) => (one as { parentCapability?: unknown })?.parentCapability === 'eth_accounts',
  );
}
