// Who signed a request, as far as this page can know without believing the control plane.
import type { Address } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { type GrantedChain, readGrantedChain } from '../../src/core/delegations/delegation-chain';
import { isSignedByKeys } from '../../src/core/delegations/signed-by-keys';
import type { ResponseOf } from '../../src/core/protocol/api';
import { golemIdOf } from '../../src/core/protocol/messages';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';

export type RequestSigner =
  /** The key of a lease that this wallet's guardian signed on the owner's own grant. */
  | { kind: 'leased' }
  /** The key the owner's own grant names, where there is no guardian. */
  | { kind: 'granted' }
  /** Such a lease or grant names another one. */
  | { kind: 'other'; key: Address }
  /** Nothing that is signed speaks for it: it is only what the control plane says. */
  | { kind: 'unknown' };

type Contexts = ResponseOf<'golem'>['contexts'];

type Known = {
  owner: Address;
  /** As the Snap says; null = without one. */
  guardian: Address | null;
  contexts: Contexts;
};

/** The control plane holds the bytes, but owner and guardian signed them: it can hide a lease, not make one. */
export function requestSignerOf(
  request: RunwayRecord,
  { owner, guardian, contexts }: Known,
): RequestSigner {
  const golemId = golemIdOf(request.golem);
  const own = ownOf(contexts, request.chainId, owner)
    .filter(({ grant }) => grant.token !== null)
    .filter(({ lease }) =>
      guardian === null
        ? lease === null
        : sameAddress(lease?.guardian, guardian) && lease?.terms.golemId === golemId,
    )
    .filter(isSignedByKeys)
    .sort((a, b) => Number((b.lease?.terms.generation ?? 0n) - (a.lease?.terms.generation ?? 0n)));
  const [newest] = own;
  if (!newest) return { kind: 'unknown' };
  if (!sameAddress(newest.redeemer, request.sessionKey)) {
    return { kind: 'other', key: newest.redeemer };
  }
  return { kind: newest.lease ? 'leased' : 'granted' };
}

/** Whether a chain of signatures that begins with the owner's own ends at this key. */
export function isSignedKey(
  key: Address,
  chainId: number,
  { owner, contexts }: Omit<Known, 'guardian'>,
) {
  return ownOf(contexts, chainId, owner)
    .filter(({ redeemer }) => sameAddress(redeemer, key))
    .some(isSignedByKeys);
}

function ownOf(contexts: Contexts, chain: number, owner: Address): GrantedChain[] {
  return contexts
    .filter(({ chainId }) => chainId === chain)
    .flatMap(({ context, chainId }) => readGrantedChain(context, chainId) ?? [])
    .filter(({ account }) => sameAddress(account, owner));
}
