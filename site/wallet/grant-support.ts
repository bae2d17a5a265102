// What this wallet can grant (ERC-7715), asked when it is connected and without opening it: before anything is signed or
// a chain is added, the page knows which form of request the wallet takes, or that it takes none.
import { check } from '../../src/core/protocol/check';
import { document, list, mapOf, orAbsent, text } from '../../src/core/protocol/schema';
import type { WalletRequest } from '../../src/core/strategy/permission-request';
import { codeOf, isMissingMethod } from './errors';
import { ask, type Provider } from './provider';
import { walletWords } from './wallet.words';

/**
 * `newer`: MetaMask 13.23 and later, which says what it grants where. `older`: MetaMask Flask 13.13, which knows the
 * request alone, in an older wire form.
 */
export type GrantSupport =
  | { form: 'newer'; types: { readonly [type: string]: unknown } }
  | { form: 'older' }
  | { form: 'none' };

const MALFORMED = -32602;

/** Throws when the wallet does not answer: that is no word about what it can. */
export async function grantSupportOf(provider: Provider): Promise<GrantSupport> {
  try {
    const method = 'wallet_getSupportedExecutionPermissions';
    return {
      form: 'newer',
      types: await ask(provider, method, undefined, mapOf(/^[\w-]{1,100}$/)),
    };
  } catch (error) {
    if (!isMissingMethod(error)) throw error;
    return { form: (await knowsRequest(provider)) ? 'older' : 'none' };
  }
}

/** An entry that asks for nothing is refused for its form, before any window, by a wallet that knows the method. */
async function knowsRequest(provider: Provider): Promise<boolean> {
  try {
    await provider.request({ method: 'wallet_requestExecutionPermissions', params: [{}] });
    return false;
  } catch (error) {
    if (isMissingMethod(error)) return false;
    if (codeOf(error) === MALFORMED) return true;
    throw error;
  }
}

export type GrantType = WalletRequest['permission']['type'];

const SupportStruct = document({
  chainIds: orAbsent(list(text(/^0x[0-9a-fA-F]{1,16}$/), 0, 500)),
  ruleTypes: orAbsent(list(text(/^[\w-]{1,64}$/), 0, 100)),
});

/** It says itself that it holds a payment of tokens to one payee; a wallet that says nothing is not counted on. */
export function pinsPayee(grantSupport: GrantSupport): boolean {
  if (grantSupport.form !== 'newer') return false;
  const read = check(grantSupport.types['erc20-token-periodic'], SupportStruct);
  return read.ok && (read.value.ruleTypes ?? []).includes('payee');
}

/** null when the wallet may be asked for this on this chain (null = on any), else the reason in words. */
export function obstacleToGrant(
  grantSupport: GrantSupport,
  chainId: number | null,
  type: GrantType,
): string | null {
  if (grantSupport.form === 'none') return walletWords.grant.tooOld;
  // It does not say where: the request itself is answered.
  if (grantSupport.form === 'older') return null;
  if (!Object.hasOwn(grantSupport.types, type)) return walletWords.grant.otherType;
  const read = check(grantSupport.types[type], SupportStruct);
  if (!read.ok) return walletWords.grant.unreadSupport;
  // A wallet that names no chains grants on all of them.
  const chains = read.value.chainIds?.map(Number);
  return !chains || chainId === null || chains.includes(chainId)
    ? null
    : walletWords.grant.otherChain;
}
