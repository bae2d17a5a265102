// What a context really grants, read by core from its bytes: the owner may have changed amount, period or
// end in the wallet, and may have left the end out.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../../src/core/bytes/abi';
import { sameAddress } from '../../src/core/chain/addresses';
import { dateWords, periodWords } from '../../src/core/chain/time';
import { hashDelegation, isOpen } from '../../src/core/delegations/delegation';
import { limitsOfChain, readDelegationChain } from '../../src/core/delegations/delegation-chain';
import type { GrantTerms } from '../../src/core/delegations/grant-terms';
import { money } from '../golem/golem-view';
import { grantWords } from './grant.words';

export type Reading = { ok: true; terms: GrantTerms } | { ok: false; reason: string };

export function readGrant(context: Hex, chainId: number): Reading {
  try {
    const read = readDelegationChain(context, chainId);
    const { grant, links } = read;
    if (links.length !== 1) return { ok: false, reason: grantWords.notOneGrant };
    if (limitsOfChain(read).unread > 0) return { ok: false, reason: grantWords.unreadRule };
    if (!grant || links.some(isOpen)) return { ok: false, reason: grantWords.notOneBudget };
    return { ok: true, terms: grant };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, reason: error.reason };
  }
}

/** With the hash by which chain and control plane know it; null when it is no grant. */
export function rootOf(context: Hex, chainId: number): GrantTerms | null {
  const read = readGrant(context, chainId);
  return read.ok ? { ...read.terms, hash: hashDelegation(read.terms.root) } : null;
}

/** What was wanted, as far as a grant can say it. */
export type Wanted = {
  owner: Address;
  chainId: number;
  /** Guardian, or the session key where there is no Snap. */
  delegate: Address;
  /** null = the chain's own currency. */
  token: Address | null;
  cap: bigint;
  periodSeconds: number;
  /** Pinned by MetaMask's own rule; null = nobody is: a lease names them, or anyone is paid. */
  payees: readonly Address[] | null;
  endsAt: number;
};

/** Why this grant cannot be used for what was asked; null when it can. */
export function unusable(terms: GrantTerms, wanted: Wanted): string | null {
  if (!sameAddress(terms.owner, wanted.owner)) return grantWords.otherAccount(terms.owner);
  if (!sameAddress(terms.delegate, wanted.delegate)) return grantWords.otherDelegate;
  if (!sameMoney(terms.token, wanted.token)) return grantWords.otherToken;
  return terms.expiresAt === null ? grantWords.noEnd : null;
}

/** null = the chain's own currency, which is the same as itself only. */
export function sameMoney(a: string | null, b: string | null): boolean {
  return a === null ? b === null : sameAddress(a, b);
}

/** `other`: neither more nor less, but not what was asked. */
export type Difference = {
  what: string;
  requested: string;
  granted: string;
  how: 'wider' | 'narrower' | 'other';
};

/** A minute either way is the time it takes to answer a window, not a change. */
const TOLERANCE = 60;

export function differencesOf(terms: GrantTerms, wanted: Wanted): Difference[] {
  const { chainId } = wanted;
  const found: Difference[] = partiesOf(terms, wanted);
  const same = sameMoney(terms.token, wanted.token);
  if (!same || terms.cap !== wanted.cap) {
    found.push({
      what: grantWords.amount,
      requested: money({ chainId, token: wanted.token }, wanted.cap, 'up'),
      granted: money({ chainId, token: terms.token }, terms.cap, 'up'),
      how: same ? sizeOf(terms.cap > wanted.cap) : 'other',
    });
  }
  if (terms.periodSeconds !== wanted.periodSeconds) {
    const every = (seconds: number) => grantWords.every(periodWords(BigInt(seconds)));
    found.push({
      what: grantWords.period,
      requested: every(wanted.periodSeconds),
      granted: every(terms.periodSeconds),
      how: sizeOf(terms.periodSeconds < wanted.periodSeconds),
    });
  }
  found.push(...payeeDifference(terms.payees, wanted.payees));
  const end = terms.expiresAt ?? Number.POSITIVE_INFINITY;
  if (Math.abs(end - wanted.endsAt) > TOLERANCE) {
    const granted = terms.expiresAt === null ? grantWords.never : dateWords(terms.expiresAt);
    found.push({
      what: grantWords.end,
      requested: dateWords(wanted.endsAt),
      granted,
      how: sizeOf(end > wanted.endsAt),
    });
  }
  return found;
}

function payeeDifference(granted: GrantTerms['payees'], requested: Wanted['payees']): Difference[] {
  const words = (payees: readonly Address[] | null) => payees?.join(', ') ?? grantWords.anyone;
  const same = (one: Address) => granted?.some((other) => sameAddress(one, other)) ?? false;
  if (requested === null ? granted === null : granted?.length === 1 && requested.every(same))
    return [];
  const how = granted === null ? 'wider' : requested === null ? 'narrower' : 'other';
  return [{ what: grantWords.payees, requested: words(requested), granted: words(granted), how }];
}

/** Who gave it, and to whom. */
function partiesOf(terms: GrantTerms, { owner, delegate }: Wanted): Difference[] {
  const sides = [
    { what: grantWords.account, requested: owner, granted: terms.owner },
    { what: grantWords.delegate, requested: delegate, granted: terms.delegate },
  ];
  return sides
    .filter(({ requested, granted }) => !sameAddress(requested, granted))
    .map((side) => ({ ...side, how: 'other' as const }));
}

function sizeOf(wider: boolean): Difference['how'] {
  return wider ? 'wider' : 'narrower';
}
