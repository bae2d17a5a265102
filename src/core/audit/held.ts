// A signed chain of links as the ledger reads it: owner's grant, guardian's lease, perhaps a Replicant's
// slice. All terms come from the signed bytes; what a server says about them is held against these.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { signerOf } from '../bytes/curve';
import { erc20PeriodTransfer } from '../caveats/erc20-period-transfer';
import type { GolemPolicyTerms } from '../caveats/golem-policy';
import { nativeTokenPeriodTransfer } from '../caveats/native-token-period-transfer';
import { nonce } from '../caveats/nonce';
import { timestamp } from '../caveats/timestamp';
import { sameAddress } from '../chain/addresses';
import { type HeldContext, leaseAmong, readContext } from '../delegations/context';
import { type CaveatData, type Delegation, digestOf } from '../delegations/delegation';
import type { Golem, Permission } from '../protocol/status';

export type Held = HeldContext & {
  grant: GrantTerms;
  lease: (GolemPolicyTerms & { guardian: Address; hash: Hex }) | null;
};

export type GrantTerms = {
  token: Address | null;
  cap: bigint;
  periodSeconds: number;
  startAt: number;
  /** null = no end. */
  expiresAt: number | null;
  nonce: bigint | null;
  /** The caveat that counts. */
  period: CaveatData;
};

/** null for bytes that are not a sound chain with one budget per period. */
export function readHeld(context: Hex, chainId: number): Held | null {
  try {
    const { account, redeemer, ...chain } = readContext(context, chainId);
    const { links } = chain;
    const grant = grantOf(links.at(-1));
    const parties = { account: lower(account), redeemer: lower(redeemer) };
    return grant && { ...chain, ...parties, grant, lease: leaseOf(links) };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The signed chain of a permission: its bytes hash to what the server lists. */
export function heldOf(permission: Permission, held: readonly Held[]): Held | null {
  const wanted = permission.delegationHashes.join();
  return held.find(({ hashes }) => hashes.join() === wanted) ?? null;
}

/** Every link is signed by the key that gives it: nobody but the owner can have begun this chain. */
export function isSigned({ links, chainId }: Held): boolean {
  return links.every((link) =>
    sameAddress(signerOf(digestOf(link, chainId), link.signature), link.delegator),
  );
}

function grantOf(root: Delegation | undefined): GrantTerms | null {
  const of = (address: Address) =>
    (root?.caveats ?? []).filter(({ enforcer }) => sameAddress(enforcer, address));
  const [tokens, natives] = [
    of(erc20PeriodTransfer.address),
    of(nativeTokenPeriodTransfer.address),
  ];
  const [period, ...more] = [...tokens, ...natives];
  if (!period || more.length > 0) return null;
  const terms =
    tokens.length > 0
      ? erc20PeriodTransfer.decode(period.terms)
      : { ...nativeTokenPeriodTransfer.decode(period.terms), token: null };
  const [counter] = of(nonce.address);
  const ends = of(timestamp.address)
    .map((caveat) => timestamp.decode(caveat.terms).before)
    .filter((before) => before > 0n)
    .map(Number);
  return {
    token: terms.token && lower(terms.token),
    cap: terms.periodAmount,
    periodSeconds: Number(terms.periodDuration),
    startAt: Number(terms.startDate),
    expiresAt: ends.length > 0 ? Math.min(...ends) : null,
    nonce: counter ? nonce.decode(counter.terms).nonce : null,
    period,
  };
}

function leaseOf(links: readonly Delegation[]): Held['lease'] {
  const lease = leaseAmong(links);
  return lease && { ...lease.terms, guardian: lower(lease.guardian), hash: lease.hash };
}

function lower(address: string): Address {
  return address.toLowerCase() as Address;
}

/** A grant to the guardian that is not leased yet: no key of the Golem is signed in it. No key guards itself. */
export function isUnleased({ lease, redeemer }: Held, { guardian, sessionKey }: Golem): boolean {
  return lease === null && sameAddress(guardian, redeemer) && !sameAddress(sessionKey, redeemer);
}
