// The enforcers that count money, as meters. Terms that an enforcer refuses (a zero amount, period or
// start, a total below the first amount) let nothing through: a meter with a cap of zero.
import type { Address, Hex } from 'viem';
import { isOneTime, NEVER, type PeriodTerms, type StreamTerms } from '../caveats/budget-words';
import { dailySpendLimit } from '../caveats/daily-spend-limit';
import { erc20PeriodTransfer } from '../caveats/erc20-period-transfer';
import { erc20Streaming } from '../caveats/erc20-streaming';
import { erc20TransferAmount } from '../caveats/erc20-transfer-amount';
import type { GolemPolicyTerms } from '../caveats/golem-policy';
import { nativeTokenPeriodTransfer } from '../caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../caveats/native-token-streaming';
import { nativeTokenTransferAmount } from '../caveats/native-token-transfer-amount';
import type { CaveatData } from './delegation';
import type { Meter } from './meter';

type Unpaid = Omit<Meter, 'paid'>;
type Measured = Omit<Unpaid, 'key'>;

/** Where a caveat stands; MetaMask's enforcers count per delegation, ours per delegator and budget. */
export type CaveatPlace = { chainId: number; delegator: Address; hash: Hex; index: number };

/** null = the caveat counts no money. The caller has seen that its terms are readable. */
export function meterOf({ enforcer, terms }: CaveatData, place: CaveatPlace): Unpaid | null {
  const address = enforcer.toLowerCase();
  if (address === dailySpendLimit.address) return dailyMeter(terms, place);
  const read = READERS[address];
  if (!read) return null;
  const measured = read(terms);
  const key = `${place.chainId} ${place.hash} ${place.index}`;
  return { ...measured, token: lower(measured.token), key };
}

/**
 * The two ledgers of a lease. All leases of one guardian and budget share them, whatever grant they
 * hang on; the second binds redeemers other than the session key.
 */
export function leaseMeters(
  lease: Pick<GolemPolicyTerms, 'token' | 'cap' | 'unitExponent' | 'replicantCap' | 'budgetId'>,
  guardian: Address,
  chainId: number,
): { own: Unpaid; replicants: Unpaid } {
  const key = leaseKey({ chainId, guardian, budgetId: lease.budgetId });
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

function dailyMeter(terms: Hex, { chainId, delegator }: CaveatPlace): Unpaid {
  const decoded = dailySpendLimit.decode(terms);
  const key = `${chainId} daily ${delegator.toLowerCase()} ${decoded.budgetId}`;
  return { ...rollingMeter(decoded, decoded.cap), key };
}

function rollingMeter(
  { token, unitExponent }: { token: Address | null; unitExponent: number },
  cap: bigint,
): Measured {
  const unit = 10n ** BigInt(unitExponent);
  return { token: lower(token), cap, startAt: 0, shape: { kind: 'rolling', unit } };
}

const READERS: Record<string, (terms: Hex) => Measured> = {
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

function lower(token: Address | null): Address | null {
  return token && (token.toLowerCase() as Address);
}
