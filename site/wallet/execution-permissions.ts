// ERC-7715 as MetaMask has it: asking for a grant, and what was already granted to this site. Terms are never taken
// from the answer but from its context (grant/terms.ts), whichever form it came in.
import type { Address, Hex } from 'viem';
import { FRAMEWORK, sameAddress } from '../../src/core/chain/addresses';
import { check } from '../../src/core/protocol/check';
import { Address as AddressStruct, Context } from '../../src/core/protocol/fields';
import { anything, document, list, orAbsent, text } from '../../src/core/protocol/schema';
import { olderRequest, type WalletRequest } from '../../src/core/strategy/permission-request';
import { codeOf, isMissingMethod, Trouble } from './errors';
import type { GrantSupport } from './grant-support';
import { ask, type Provider } from './provider';
import { walletWords } from './wallet.words';

const GrantedStruct = document({
  context: Context,
  chainId: text(/^0x[0-9a-fA-F]{1,16}$/),
  delegationManager: orAbsent(AddressStruct),
  /** Where the older form says it. */
  signerMeta: orAbsent(document({ delegationManager: orAbsent(AddressStruct) })),
});

/** Opens the wallet. Resolves to the context, which alone says what was granted. */
export async function requestGrant(
  provider: Provider,
  from: Address,
  { request, form }: { request: WalletRequest; form: GrantSupport['form'] },
): Promise<Hex> {
  const wanted = form === 'older' ? olderRequest(request) : { ...request, from };
  if (!wanted) throw new Trouble(walletWords.grant.tooOld);
  const answer = await ask(
    provider,
    'wallet_requestExecutionPermissions',
    [wanted],
    list(GrantedStruct, 1, 1),
  );
  const [granted] = answer;
  if (!granted) throw new Trouble(walletWords.grant.unreadable);
  const managers = [granted.delegationManager, granted.signerMeta?.delegationManager];
  if (managers.some((one) => one && !sameAddress(one, FRAMEWORK.delegationManager))) {
    throw new Trouble(walletWords.grant.otherManager);
  }
  return granted.context;
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
    return read.ok && Number(read.value.chainId) === chainId ? [read.value.context] : [];
  });
}
