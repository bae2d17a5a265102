// A context as it is held: links that fit together, and the lease among them. Whether they are signed is
// another question.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { type GolemPolicyTerms, golemPolicy } from '../caveats/golem-policy';
import { sameAddress } from '../chain/addresses';
import { brokenLink, type Delegation, decodeContext, hashDelegation } from './delegation';

export type HeldContext = {
  chainId: number;
  context: Hex;
  /** Leaf first. */
  links: readonly Delegation[];
  hashes: readonly Hex[];
  /** From which the money or the calls come: the root's delegator. */
  account: Address;
  /** Who may redeem: the leaf's delegate. */
  redeemer: Address;
};

/** Throws `Unreadable` for what is not a whole chain of delegations. */
export function readContext(context: Hex, chainId: number): HeldContext {
  const links = decodeContext(context);
  const [leaf, root] = [links[0], links.at(-1)];
  if (!leaf || !root) throw new Unreadable('it holds no delegation');
  const broken = brokenLink(links);
  if (broken) throw new Unreadable(broken);
  const hashes = links.map(hashDelegation);
  return { chainId, context, links, hashes, account: root.delegator, redeemer: leaf.delegate };
}

export type HeldLease = { terms: GolemPolicyTerms; guardian: Address; hash: Hex };

export function leaseAmong(links: readonly Delegation[]): HeldLease | null {
  for (const link of links) {
    const caveat = link.caveats.find(({ enforcer }) => sameAddress(enforcer, golemPolicy.address));
    if (!caveat) continue;
    const terms = golemPolicy.decode(caveat.terms);
    return { terms, guardian: link.delegator, hash: hashDelegation(link) };
  }
  return null;
}
