// What a context really grants, read by core from its bytes: the owner may have changed amount, period or
// end in the wallet, and may have left the end out.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../../src/core/bytes/abi';
import { sameAddress } from '../../src/core/chain/addresses';
import { DAY, dateWords, periodWords } from '../../src/core/chain/time';
import { isOpen } from '../../src/core/delegations/delegation';
import { limitsOfChain, readDelegationChain } from '../../src/core/delegations/delegation-chain';
import type { GrantTerms } from '../../src/core/delegations/grant-terms';
import { money } from '../golem/golem-view';
import { words } from '../words/words';

export type Reading = { ok: true; terms: GrantTerms } | { ok: false; reason: string };

export function readGrant(context: Hex, chainId: number): Reading {
  try {
    const read = readDelegationChain(context, chainId);
    const { grant, links } = read;
    if (links.length !== 1) return { ok: false, reason: words.grant.notOneGrant };
    if (limitsOfChain(read).unread > 0) return { ok: false, reason: words.grant.unreadRule };
    if (!grant || links.some(isOpen)) return { ok: false, reason: words.grant.notOneBudget };
    return { ok: true, terms: grant };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, reason: error.reason };
  }
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
  endsAt: number;
};

/** Why this grant cannot be used for what was asked; null when it can. */
export function unusable(terms: GrantTerms, wanted: Wanted): string | null {
  if (!sameAddress(terms.owner, wanted.owner)) return words.grant.otherAccount(terms.owner);
  if (!sameAddress(terms.delegate, wanted.delegate)) return words.grant.otherDelegate;
  if (!sameMoney(terms.token, wanted.token)) return words.grant.otherToken;
  return terms.expiresAt === null ? words.grant.noEnd : null;
}

/** null = the chain's own currency, which is the same as itself only. */
export function sameMoney(a: string | null, b: string | null): boolean {
  return a === null ? b === null : sameAddress(a, b);
}

/** `other`: neither more nor less, but not what was asked. */
export type Difference = {
  what: string;
  asked: string;
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
      what: words.grant.amount,
      asked: money({ chainId, token: wanted.token }, wanted.cap, 'up'),
      granted: money({ chainId, token: terms.token }, terms.cap, 'up'),
      how: same ? sizeOf(terms.cap > wanted.cap) : 'other',
    });
  }
  if (terms.periodSeconds !== DAY) {
    const every = (seconds: number) => words.grant.every(periodWords(BigInt(seconds)));
    found.push({
      what: words.grant.period,
      asked: every(DAY),
      granted: every(terms.periodSeconds),
      how: sizeOf(terms.periodSeconds < DAY),
    });
  }
  const end = terms.expiresAt ?? Number.POSITIVE_INFINITY;
  if (Math.abs(end - wanted.endsAt) > TOLERANCE) {
    const granted = terms.expiresAt === null ? words.grant.never : dateWords(terms.expiresAt);
    found.push({
      what: words.grant.end,
      asked: dateWords(wanted.endsAt),
      granted,
      how: sizeOf(end > wanted.endsAt),
    });
  }
  return found;
}

/** Who gave it, and to whom. */
function partiesOf(terms: GrantTerms, { owner, delegate }: Wanted): Difference[] {
  const sides = [
    { what: words.grant.account, asked: owner, granted: terms.owner },
    { what: words.grant.delegate, asked: delegate, granted: terms.delegate },
  ];
  return sides
    .filter(({ asked, granted }) => !sameAddress(asked, granted))
    .map((side) => ({ ...side, how: 'other' as const }));
}

function sizeOf(wider: boolean): Difference['how'] {
  return wider ? 'wider' : 'narrower';
}
