// Grants that a wallet gave and no Golem here uses: left over from an interrupted grant, or given by another account.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import type { GrantTerms } from '../../src/core/delegations/grant-terms';
import { grantedContexts } from '../wallet/execution-permissions';
import type { Provider } from '../wallet/provider';
import { isDisabled, lookAt, nonceMoved } from '../wallet/reads';
import { rootOf } from './terms';

export type Orphan = { context: Hex; terms: GrantTerms };

export type OrphansAbout = {
  owner: Address;
  registered: readonly (string | undefined)[];
  now: number;
  /** What this browser holds of this owner's, whether the wallet lists it or not. */
  kept: readonly Hex[];
};

/**
 * Grants of this owner to this site that the wallet lists and the chain still honours, but that no Golem here uses.
 * The wallet lists those of all its accounts; what another account granted is for its own session to say.
 */
export async function orphansOf(
  provider: Provider,
  chainId: number,
  about: OrphansAbout,
): Promise<Orphan[]> {
  const listed = (await grantedContexts(provider, chainId)) ?? [];
  const strange = strangersAmong([...about.kept, ...listed], chainId, about);
  if (strange.length === 0) return [];
  const look = await lookAt(provider, chainId);
  if (!look) return strange;
  const ended = await Promise.all(
    strange.map(
      async ({ terms }) =>
        (await isDisabled(look.view, terms.hash)) || (await nonceMoved(look.view, terms.root)),
    ),
  );
  return strange.filter((_, index) => !ended[index]);
}

/** As far as it can be told without the chain. */
export function strangersAmong(
  contexts: readonly Hex[],
  chainId: number,
  { owner, registered, now }: OrphansAbout,
): Orphan[] {
  const found = new Map<Hex, Orphan>();
  for (const context of contexts) {
    const terms = rootOf(context, chainId);
    if (!terms || !sameAddress(terms.owner, owner) || registered.includes(terms.hash)) continue;
    if (terms.expiresAt === null || terms.expiresAt > now)
      found.set(terms.hash, { context, terms });
  }
  return [...found.values()];
}
