// The signed chain of delegations behind what a server lists. All terms come from the signed bytes; what the server says
// about them is held against these.
import { sameAddress } from '../chain/addresses';
import type { GrantedChain } from '../delegations/delegation-chain';
import type { Golem, Permission } from '../protocol/status';

/** The signed chain of a permission: its bytes hash to what the server lists. */
export function chainOf(
  permission: Permission,
  chains: readonly GrantedChain[],
): GrantedChain | null {
  const wanted = permission.delegationHashes.join();
  return chains.find(({ hashes }) => hashes.join() === wanted) ?? null;
}

/** A grant to the guardian that is not leased yet: no key of the Golem is signed in it. No key guards itself. */
export function isUnleased(
  { lease, redeemer }: GrantedChain,
  { guardian, sessionKey }: Golem,
): boolean {
  return lease === null && sameAddress(guardian, redeemer) && !sameAddress(sessionKey, redeemer);
}
