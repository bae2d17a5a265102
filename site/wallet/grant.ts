// ERC-7715 as MetaMask has it: what the wallet can grant, asking for it, and what it already granted to this
// site. Terms are never taken from the answer but from its context (grant/terms.ts).
import type { Address, Hex } from 'viem';
import { FRAMEWORK, sameAddress } from '../../src/core/chain/addresses';
import { check } from '../../src/core/protocol/check';
import { Address as AddressStruct, Context } from '../../src/core/protocol/fields';
import { anything, document, list, mapOf, orAbsent, text } from '../../src/core/protocol/schema';
import type { WalletRequest } from '../../src/core/strategy/permission-request';
import { words } from '../words';
import { codeOf, isMissingMethod, Trouble } from './errors';
import { ask, type Provider } from './provider';

const SupportStruct = document({ chainIds: orAbsent(list(text(/^0x[0-9a-fA-F]{1,16}$/), 0, 500)) });

export type GrantType = WalletRequest['permission']['type'];

/** null when the wallet can grant this on this chain, else the reason in words. */
export async function obstacleToGrant(
  provider: Provider,
  chainId: number,
  type: GrantType,
): Promise<string | null> {
  const method = 'wallet_getSupportedExecutionPermissions';
  const types = mapOf(/^[\w-]{1,100}$/);
  try {
    const supported = await ask(provider, method, undefined, types);
    const read = check(supported[type], SupportStruct);
    if (!read.ok) return words.grant.tooOld;
    // A wallet that names no chains grants on all of them.
    const chains = read.value.chainIds?.map(Number);
    return !chains || chains.includes(chainId) ? null : words.grant.otherChain;
  } catch (error) {
    if (isMissingMethod(error)) return words.grant.tooOld;
    throw error;
  }
}

const GrantedStruct = document({
  context: Context,
  chainId: text(/^0x[0-9a-fA-F]{1,16}$/),
  delegationManager: orAbsent(AddressStruct),
});

/** Opens the wallet. Resolves to the context, which alone says what was granted. */
export async function requestGrant(
  provider: Provider,
  from: Address,
  request: WalletRequest,
): Promise<Hex> {
  const params = [{ ...request, from }];
  const answer = await ask(
    provider,
    'wallet_requestExecutionPermissions',
    params,
    list(GrantedStruct, 1, 1),
  );
  const [granted] = answer;
  if (!granted) throw new Trouble(words.grant.unreadable);
  const { delegationManager } = granted;
  if (delegationManager && !sameAddress(delegationManager, FRAMEWORK.delegationManager)) {
    throw new Trouble(words.grant.otherManager);
  }
  return granted.context as Hex;
}

/** Contexts the wallet granted to this site and does not know as revoked; null when it cannot tell. */
export async function grantedContexts(provider: Provider, chainId: number): Promise<Hex[] | null> {
  const method = 'wallet_getGrantedExecutionPermissions';
  const answer = await ask(provider, method, undefined, list(anything(), 0, 1000)).catch(
    (error) => {
      if (isMissingMethod(error) || codeOf(error) === 4100) return null;
      throw error;
    },
  );
  if (answer === null) return null;
  return answer.flatMap((entry) => {
    const read = check(entry, GrantedStruct);
    return read.ok && Number(read.value.chainId) === chainId ? [read.value.context as Hex] : [];
  });
}
