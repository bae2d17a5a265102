// A chain of delegations (an ERC-7710 context), read once for Snap, site, control plane and agent: who pays, who may
// redeem, what the owner granted and what the guardian leased of it. All of it comes from the bytes. Whether they are
// signed, and whether a reader wants just such a chain, are questions of their own.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { lower } from '../bytes/hex';
import { type GolemPolicyTerms, golemPolicy } from '../caveats/golem-policy';
import { sameAddress } from '../chain/addresses';
import { brokenLink, type Delegation, decodeContext, hashDelegation } from './delegation';
import { type GrantTerms, grantTermsOf } from './grant-terms';
import { both, type Limits, NO_LIMITS } from './limits';
import { type LimitScene, limitsOf } from './read-limits';

/** The guardian's link: the first that carries Bardo's own policy. */
export type LeaseLink = { link: Delegation; hash: Hex; guardian: Address; terms: GolemPolicyTerms };

export type DelegationChain = {
  chainId: number;
  context: Hex;
  /** Leaf first. */
  links: readonly Delegation[];
  hashes: readonly Hex[];
  /** From which the money or the calls come: the root's delegator. */
  account: Address;
  /** Who may redeem: the leaf's delegate. */
  redeemer: Address;
  /** null where the root is not one budget per period. */
  grant: GrantTerms | null;
  lease: LeaseLink | null;
};

/** A chain that draws on one budget per period: a runway, leased or not. */
export type GrantedChain = DelegationChain & { grant: GrantTerms };

/** Throws `Unreadable` for what is not a whole chain of delegations. */
export function readDelegationChain(context: Hex, chainId: number): DelegationChain {
  const links = decodeContext(context);
  const [leaf, root] = [links[0], links.at(-1)];
  const hashes = links.map(hashDelegation);
  const rootHash = hashes.at(-1);
  if (!leaf || !root || !rootHash) throw new Unreadable('it holds no delegation');
  const broken = brokenLink(links, hashes);
  if (broken) throw new Unreadable(broken);
  return {
    chainId,
    context,
    links,
    hashes,
    account: lower(root.delegator),
    redeemer: lower(leaf.delegate),
    grant: grantTermsOf(root, rootHash, chainId),
    lease: leaseAmong(links, hashes),
  };
}

/** null for bytes that are not a sound chain with one budget per period. */
export function readGrantedChain(context: Hex, chainId: number): GrantedChain | null {
  try {
    const chain = readDelegationChain(context, chainId);
    return chain.grant && { ...chain, grant: chain.grant };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Every link must pass: what binds whoever redeems at the leaf. */
export function limitsOfChain(
  { links, hashes, chainId }: DelegationChain,
  paid: LimitScene['paid'] = () => [],
): Limits {
  return links
    .map((link, index) => limitsOf(link, { chainId, paid }, hashes[index]))
    .reduce(both, NO_LIMITS);
}

function leaseAmong(links: readonly Delegation[], hashes: readonly Hex[]): LeaseLink | null {
  for (const [index, link] of links.entries()) {
    const caveat = link.caveats.find(({ enforcer }) => sameAddress(enforcer, golemPolicy.address));
    const hash = hashes[index];
    if (!caveat || !hash) continue;
    const terms = lowered(golemPolicy.decode(caveat.terms));
    return { link, hash, guardian: lower(link.delegator), terms };
  }
  return null;
}

/** As everywhere in Bardo's words: one address, one text. */
function lowered(terms: GolemPolicyTerms): GolemPolicyTerms {
  return {
    ...terms,
    token: terms.token && lower(terms.token),
    owner: lower(terms.owner),
    sessionKey: lower(terms.sessionKey),
    payees: terms.payees.map(lower),
  };
}
