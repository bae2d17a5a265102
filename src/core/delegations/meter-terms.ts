// The enforcers that count money, as meters. Terms that an enforcer refuses (a zero amount, period or
// start, a total below the first amount) let nothing through: a meter with a cap of zero.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { lower } from '../bytes/hex';
import { isOneTime, NEVER, type PeriodTerms, type StreamTerms } from '../caveats/budget-words';
import type { SignedCaveat } from '../caveats/caveat';
import { dailySpendLimit } from '../caveats/daily-spend-limit';
import { erc20PeriodTransfer } from '../caveats/erc20-period-transfer';
import { erc20Streaming } from '../caveats/erc20-streaming';
import { erc20TransferAmount } from '../caveats/erc20-transfer-amount';
import type { GolemPolicyTerms } from '../caveats/golem-policy';
import { multiTokenPeriod } from '../caveats/multi-token-period';
import { nativeTokenPeriodTransfer } from '../caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../caveats/native-token-streaming';
import { nativeTokenTransferAmount } from '../caveats/native-token-transfer-amount';
import { type Meter, most } from './meter';

export type Unpaid = Omit<Meter, 'paid'>;
type Measured = Omit<Unpaid, 'key'>;

/** Where a caveat is counted. */
export type CaveatPlace = {
  chainId: number;
  delegator: Address;
  wrapped: boolean;
  /** MetaMask's enforcers keep one record for each delegation; ours one for each delegator and budget. */
  record: string;
  /** Every rule of this enforcer that may have written the record, in the order they are asked. */
  peers: readonly SignedCaveat[];
};

/** null = the caveat counts no money. The caller has seen that its terms are readable. */
export function meterOf({ enforcer, terms }: SignedCaveat, place: CaveatPlace): Unpaid | null {
  const address = enforcer.toLowerCase();
  if (address === dailySpendLimit.address) return dailyMeter(terms, place);
  const read = READERS[address];
  if (!read) return null;
  const own = read(terms);
  const measured = KEEPING.includes(address) ? recorded(read, own, place) : own;
  return { ...measured, token: own.token && lower(own.token), key: place.record };
}

/**
 * MetaMask's periods and streams write the terms of the first use into their record and believe it ever after,
 * so that a second rule with a smaller amount limits nothing. Rules are asked in their order; of the sets in a
 * wrapper the redeemer picks which comes first, and the widest of all counts.
 */
function recorded(read: Reader, own: Measured, { peers, wrapped }: CaveatPlace): Measured {
  const all = peers.flatMap(({ terms }) => readable(read, terms));
  if (!wrapped) return all[0] ?? own;
  // Terms that are refused write nothing.
  const writing = all.filter(({ cap }) => cap > 0n);
  return writing.reduce((a, b) => widest(a, b), writing[0] ?? own);
}

/** At least what either lets through at any time. */
function widest(a: Measured, b: Measured): Measured {
  const cap = most(a.cap, b.cap);
  const startAt = Math.min(a.startAt, b.startAt);
  const base = { token: a.token, cap, startAt };
  if (a.shape.kind === 'stream' && b.shape.kind === 'stream') {
    const initial = most(a.shape.initial, b.shape.initial);
    return {
      ...base,
      shape: { kind: 'stream', initial, perSecond: most(a.shape.perSecond, b.shape.perSecond) },
    };
  }
  const lengths = [a, b].flatMap(({ shape }) => (shape.kind === 'period' ? [shape.every] : []));
  if (lengths.length === 0) return { ...base, shape: { kind: 'total' } };
  return { ...base, shape: { kind: 'period', every: Math.min(...lengths) } };
}

/** The budgets of a MultiTokenPeriod, each with a record of its own. */
export function periodMeters(terms: Hex, { record }: CaveatPlace): Unpaid[] {
  return multiTokenPeriod.decode(terms).periods.map((one, place) => ({
    ...periodMeter(one, one.token && lower(one.token)),
    key: `${record} budget ${place}`,
  }));
}

/** Terms that the enforcer cannot read stop every use: they write nothing. */
function readable(read: Reader, terms: Hex): Measured[] {
  try {
    return [read(terms)];
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

/**
 * The two ledgers of a lease. All leases of one guardian and budget share them, whatever grant they
 * hang on; the second binds redeemers other than the session key.
 */
export function leaseMeters(
  lease: Pick<GolemPolicyTerms, 'token' | 'cap' | 'unitExponent' | 'replicantCap' | 'budgetId'>,
  guardian: Address,
  { chainId, wrapped = false }: { chainId: number; wrapped?: boolean },
): { own: Unpaid; replicants: Unpaid } {
  const ledger = leaseKey({ chainId, guardian, budgetId: lease.budgetId });
  const key = wrapped ? `${ledger} or` : ledger;
  const { cap, replicantCap } = lease;
  return {
    own: { ...rollingMeter(lease, cap), key },
    replicants: { ...rollingMeter(lease, replicantCap), key: `${key} replicants` },
  };
}

/** The name of a lease's ledger, for whoever looks up what was paid through it. */
export function leaseKey(ledger: {
  chainId: number;
  guardian: string;
  budgetId: bigint | string;
}): string {
  return `${ledger.chainId} lease ${ledger.guardian.toLowerCase()} ${ledger.budgetId}`;
}

function dailyMeter(terms: Hex, { chainId, delegator, wrapped }: CaveatPlace): Unpaid {
  const decoded = dailySpendLimit.decode(terms);
  const ledger = `${chainId} daily ${delegator.toLowerCase()} ${decoded.budgetId}`;
  const key = wrapped ? `${ledger} or` : ledger;
  return { ...rollingMeter(decoded, decoded.cap), key };
}

function rollingMeter(
  { token, unitExponent }: { token: Address | null; unitExponent: number },
  cap: bigint,
): Measured {
  const unit = 10n ** BigInt(unitExponent);
  return { token: token && lower(token), cap, startAt: 0, shape: { kind: 'rolling', unit } };
}

type Reader = (terms: Hex) => Measured;

const KEEPING: readonly string[] = [
  erc20PeriodTransfer.address,
  nativeTokenPeriodTransfer.address,
  erc20Streaming.address,
  nativeTokenStreaming.address,
];

const READERS: Record<string, Reader> = {
  [erc20PeriodTransfer.address]: (terms) => {
    const decoded = erc20PeriodTransfer.decode(terms);
    return periodMeter(decoded, decoded.token);
  },
  [nativeTokenPeriodTransfer.address]: (terms) =>
    periodMeter(nativeTokenPeriodTransfer.decode(terms), null),
  [erc20Streaming.address]: (terms) => {
    const decoded = erc20Streaming.decode(terms);
    return streamMeter(decoded, decoded.token);
  },
  [nativeTokenStreaming.address]: (terms) => streamMeter(nativeTokenStreaming.decode(terms), null),
  [erc20TransferAmount.address]: (terms) => {
    const { token, maxAmount } = erc20TransferAmount.decode(terms);
    return totalMeter(token, maxAmount, 0n);
  },
  [nativeTokenTransferAmount.address]: (terms) =>
    totalMeter(null, nativeTokenTransferAmount.decode(terms).maxAmount, 0n),
};

function periodMeter(terms: PeriodTerms, token: Address | null): Measured {
  const { periodAmount, periodDuration, startDate } = terms;
  if (periodDuration === 0n || startDate === 0n) return totalMeter(token, 0n, 0n);
  if (isOneTime(terms)) return totalMeter(token, periodAmount, startDate);
  const shape = { kind: 'period', every: Number(periodDuration) } as const;
  return { token, cap: periodAmount, startAt: Number(startDate), shape };
}

function streamMeter(terms: StreamTerms, token: Address | null): Measured {
  const { initialAmount: initial, maxAmount, amountPerSecond: perSecond, startTime } = terms;
  if (startTime === 0n || maxAmount < initial) return totalMeter(token, 0n, 0n);
  const shape = { kind: 'stream', initial, perSecond } as const;
  return { token, cap: maxAmount, startAt: secondOf(startTime), shape };
}

function totalMeter(token: Address | null, cap: bigint, start: bigint): Measured {
  return { token, cap, startAt: secondOf(start), shape: { kind: 'total' } };
}

/** A start beyond the year 9999 never comes. */
function secondOf(time: bigint): number {
  return Number(time > NEVER ? NEVER : time);
}
