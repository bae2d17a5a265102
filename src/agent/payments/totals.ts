// What a Golem has paid in its life. Records of payments are let go one day; before that they are counted here, and which of
// them were counted last is written with the sum, so that a crash between counting and letting go counts nobody twice.
import { check } from '../../core/protocol/check';
import { Amount, AnyText, Count, Id } from '../../core/protocol/fields';
import { document, list, oneOf } from '../../core/protocol/schema';
import type { Dispatch } from './dispatch';

/** Of the runway's money, in base units; gas that a key fetched for itself is no payment. */
export type Totals = { payments: number; spent: bigint };

export type Counted = { golems: ReadonlyMap<string, Totals>; gone: readonly string[] };

export const NONE_COUNTED: Counted = { golems: new Map(), gone: [] };

const Struct = document({
  version: oneOf(['1']),
  golems: list(document({ golem: Id, payments: Count, spent: Amount }), 0, 10_000),
  gone: list(AnyText, 0, 100_000),
});

/** Throws for what it did not write. */
export function parseTotals(text: string | undefined): Counted {
  if (text === undefined) return NONE_COUNTED;
  const read = check(jsonOf(text), Struct);
  if (!read.ok)
    throw new Error('The sum of earlier payments cannot be read. Bring it back from a copy.');
  const { golems, gone } = read.value;
  const sums = golems.map(
    ({ golem, payments, spent }) => [golem, { payments, spent: BigInt(spent) }] as const,
  );
  return { golems: new Map(sums), gone };
}

export function totalsText({ golems, gone }: Counted): string {
  const sums = [...golems].map(([golem, { payments, spent }]) => ({
    golem,
    payments,
    spent: `${spent}`,
  }));
  return JSON.stringify({ version: '1', golems: sums, gone });
}

/** The sums with these payments in them, which are about to be let go. */
export function counted(before: Counted, leaving: readonly Dispatch[]): Counted {
  const golems = new Map(before.golems);
  for (const one of leaving) {
    if (one.golem === undefined || !isPaid(one)) continue;
    golems.set(one.golem, added(golems.get(one.golem), one));
  }
  return { golems, gone: leaving.map(({ id }) => id) };
}

/** What was counted and what still has a record. */
export function totalsOf(golem: string, before: Counted, all: Iterable<Dispatch>): Totals {
  let sum = before.golems.get(golem) ?? { payments: 0, spent: 0n };
  for (const one of all) if (one.golem === golem && isPaid(one)) sum = added(sum, one);
  return sum;
}

function isPaid({ state, pays }: Dispatch): boolean {
  return state === 'done' && pays !== null && pays.token !== null;
}

function added(
  { payments, spent }: Totals = { payments: 0, spent: 0n },
  { result }: Dispatch,
): Totals {
  return { payments: payments + 1, spent: spent + (result?.amount ?? 0n) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
