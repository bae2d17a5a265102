// How a link narrows what it got. Nothing on chain compares a child with its parent: a wider child is
// accepted and simply held by the parent's rules, so "wider" is worth a mark, not an error.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import { DAY } from '../chain/time';
import type { Limits } from './limits';
import { least, type Meter } from './meter';

/** An amount per `every` seconds (null = in total) of one asset (null = native currency). */
export type Cap = { token: Address | null; every: number | null; amount: bigint };

/** Why a link gives less than it says. */
export type Wider = 'wider-cap' | 'outlives-parent' | 'pays-others' | 'other-asset';

/** The least amount for each asset and length of period, as an owner would say it. */
export function capsOf(meters: readonly Meter[]): Cap[] {
  const caps: Cap[] = [];
  for (const meter of meters) {
    const cap = { token: meter.token, every: everyOf(meter), amount: meter.cap };
    const known = caps.find((other) => sameKind(cap, other));
    if (known) known.amount = least(known.amount, cap.amount);
    else caps.push(cap);
  }
  return caps;
}

/** Where the link's own rules promise more than what holds above them. */
export function widerThan(above: Limits, own: Limits): Wider[] {
  const held = capsOf(above.meters);
  const caps = capsOf(own.meters);
  const marks: Wider[] = [];
  if (caps.some((cap) => held.some((one) => isWider(cap, one)))) marks.push('wider-cap');
  if (own.endsAt !== null && above.endsAt !== null && own.endsAt > above.endsAt) {
    marks.push('outlives-parent');
  }
  const strangers = (own.payees ?? []).filter(
    (payee) => above.payees && !above.payees.some((known) => sameAddress(known, payee)),
  );
  if (strangers.length > 0) marks.push('pays-others');
  if (caps.some((cap) => cannotPay(above, held, cap.token))) marks.push('other-asset');
  return marks;
}

/** A cap that can never bind, because the one above lets less through in the same time. */
function isWider(cap: Cap, above: Cap): boolean {
  if (!sameToken(cap.token, above.token)) return false;
  if (cap.every === above.every || above.every === null) return cap.amount > above.amount;
  if (cap.every === null) return false;
  return cap.amount > above.amount * BigInt(Math.ceil((cap.every - 1) / above.every) + 1);
}

function cannotPay(above: Limits, held: readonly Cap[], token: Address | null): boolean {
  if (token === null) return above.noNative;
  const tokens = held.filter((one) => one.token !== null);
  return above.noTokens || tokens.some((one) => !sameToken(one.token, token));
}

function everyOf({ shape }: Meter): number | null {
  switch (shape.kind) {
    case 'period':
      return shape.every;
    case 'rolling':
      return DAY;
    case 'stream':
    case 'total':
      return null;
  }
}

function sameKind(a: Cap, b: Cap): boolean {
  return a.every === b.every && sameToken(a.token, b.token);
}

function sameToken(a: Address | null, b: Address | null): boolean {
  return a === b || sameAddress(a, b);
}
