// A Replicant lives on a slice of its parent's runway: less money, less time. On chain the slices are
// not reserved; the lease only caps what all Replicants take together. So slices are kept within that
// cap here: a promise that siblings can eat up is none.
import type { Address } from 'viem';
import { erc20PeriodTransfer } from '../caveats/erc20-period-transfer';
import { redeemer } from '../caveats/redeemer';
import { timestamp } from '../caveats/timestamp';
import { valueLte } from '../caveats/value-lte';
import { DAY } from '../chain/time';
import { type Delegation, hashDelegation } from '../delegations/delegation';

/** Base units a day, and the first second at which it is over. */
export type Slice = { cap: bigint; expiresAt: number };

/** `replicantCap`: the part of `cap` that all Replicants share. */
export type ParentRunway = Slice & { replicantCap: bigint };

export type SliceTotals = {
  promised: bigint;
  /** What a further Replicant could get. */
  free: bigint;
  /** What the parent can count on when every Replicant takes its slice. */
  parentKeeps: bigint;
};

export type SliceAnswer =
  | { ok: true; slice: Slice; totals: SliceTotals }
  | { ok: false; reasons: string[] };

export function sliceTotals(
  { cap, replicantCap }: ParentRunway,
  slices: readonly Slice[],
  now: number,
): SliceTotals {
  const promised = slices
    .filter(({ expiresAt }) => now < expiresAt)
    .reduce((sum, slice) => sum + slice.cap, 0n);
  const floor = (amount: bigint) => (amount > 0n ? amount : 0n);
  return { promised, free: floor(replicantCap - promised), parentKeeps: floor(cap - promised) };
}

/** The slice, or every reason against it. `slices` are those of the living siblings. */
export function sliceOf(
  parent: ParentRunway,
  { wish, slices, now }: { wish: Slice; slices: readonly Slice[]; now: number },
): SliceAnswer {
  const { free } = sliceTotals(parent, slices, now);
  const reasons = [
    ...(parent.replicantCap === 0n ? ['The lease leaves nothing for Replicants.'] : []),
    ...(wish.cap <= 0n ? ['A Replicant needs some money.'] : []),
    ...(wish.cap >= parent.cap ? ['A Replicant must get less than its parent.'] : []),
    ...tooMuch(wish, parent, free),
    ...(wish.expiresAt <= now ? ['Its end has passed.'] : []),
    ...(wish.expiresAt >= parent.expiresAt ? ['A Replicant must end before its parent.'] : []),
  ];
  if (reasons.length > 0) return { ok: false, reasons };
  return { ok: true, slice: wish, totals: sliceTotals(parent, [...slices, wish], now) };
}

function tooMuch({ cap }: Slice, { replicantCap }: ParentRunway, free: bigint): string[] {
  if (replicantCap === 0n || cap <= free) return [];
  return cap > replicantCap
    ? ['The lease allows less than that for all Replicants together.']
    : ['Its siblings have been promised too much of it already.'];
}

/**
 * The link the parent's session key signs. MetaMask's rules only, which every chain of the framework
 * has; the redeemer rule keeps the Replicant from passing it on.
 */
export function replicantLink({
  parent,
  replicant,
  token,
  slice,
  now,
  salt,
}: {
  parent: Delegation;
  replicant: Address;
  token: Address;
  slice: Slice;
  now: number;
  salt: bigint;
}): Delegation {
  const budget = erc20PeriodTransfer.encode({
    token,
    periodAmount: slice.cap,
    periodDuration: BigInt(DAY),
    startDate: BigInt(now),
  });
  const life = timestamp.encode({ after: 0n, before: BigInt(slice.expiresAt) });
  return {
    delegator: parent.delegate,
    delegate: replicant,
    authority: hashDelegation(parent),
    caveats: [
      { enforcer: erc20PeriodTransfer.address, terms: budget, args: '0x' },
      { enforcer: valueLte.address, terms: valueLte.encode({ maxValue: 0n }), args: '0x' },
      { enforcer: timestamp.address, terms: life, args: '0x' },
      {
        enforcer: redeemer.address,
        terms: redeemer.encode({ redeemers: [replicant] }),
        args: '0x',
      },
    ],
    salt,
    signature: '0x',
  };
}
