// MetaMask's budget enforcers as meters. Terms that an enforcer refuses (a zero amount, period or start,
// a total below the first amount) let nothing through: a meter with a cap of zero.
import type { Address } from 'viem';
import { isOneTime, NEVER, type PeriodTerms, type StreamTerms } from '../caveats/budget-words';
import { erc20PeriodTransfer } from '../caveats/erc20-period-transfer';
import { erc20Streaming } from '../caveats/erc20-streaming';
import { erc20TransferAmount } from '../caveats/erc20-transfer-amount';
import { nativeTokenPeriodTransfer } from '../caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../caveats/native-token-streaming';
import { nativeTokenTransferAmount } from '../caveats/native-token-transfer-amount';
import type { CaveatData } from './delegation';
import type { Meter, Payment } from './meter';

type Measured = Omit<Meter, 'key' | 'paid'>;

/** null = the caveat counts no money. The caller has seen that its terms are readable. */
export function meterOf(
  { enforcer, terms }: CaveatData,
  key: string,
  paid: readonly Payment[],
): Meter | null {
  const read = READERS[enforcer.toLowerCase()];
  if (!read) return null;
  const measured = read(terms);
  return { ...measured, token: lowerCase(measured.token), key, paid };
}

const READERS: Record<string, (terms: CaveatData['terms']) => Measured> = {
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

function lowerCase(token: Address | null): Address | null {
  return token && (token.toLowerCase() as Address);
}
