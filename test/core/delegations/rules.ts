// Rules that leave several ways, and what may leave by each.
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { limitedCalls } from '../../../src/core/caveats/limited-calls';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { valueLte } from '../../../src/core/caveats/value-lte';
import { DAY } from '../../../src/core/chain/time';
import type { CaveatData } from '../../../src/core/delegations/delegation';
import { routesOfOne } from '../../../src/core/delegations/exposure';
import { worstCaseOf } from '../../../src/core/delegations/worst-case';
import { rule } from '../../drain/rules';
import { anAddress, BASE, NOW, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';

export const OTHER = anAddress(0xc0);
export const WEEK = rule(timestamp, { after: 0n, before: BigInt(NOW + 7 * DAY) });
export const NO_VALUE = rule(valueLte, { maxValue: 0n });
export const times = (limit: bigint) => rule(limitedCalls, { limit });
export const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
export const transfer = (amount: bigint) => `0xa9059cbb${word(STRANGER)}${word(amount)}` as const;
export const approve = (amount: bigint) => `0x095ea7b3${word(STRANGER)}${word(amount)}` as const;
export const pay = (amount: bigint, value = 0n) => ({
  target: USDC_ON_BASE,
  value,
  data: transfer(amount),
});
export const period = (periodAmount: bigint, token = USDC_ON_BASE, seconds = DAY) => ({
  token,
  periodAmount,
  periodDuration: BigInt(seconds),
  startDate: BigInt(NOW),
});
export const daily = (amount: bigint, token = USDC_ON_BASE) =>
  rule(erc20PeriodTransfer, period(amount, token));

/** By asset: what can be taken now, in any day, until the end. */
export function taken(...caveats: CaveatData[]) {
  const routes = routesOfOne(aDelegation({ caveats }), BASE);
  return Object.fromEntries(
    worstCaseOf(routes, { now: NOW, holdings: [] }).map(({ token, now, anyDay, untilEnd }) => [
      token ?? 'ether',
      [now.uncapped, anyDay.uncapped, untilEnd.uncapped],
    ]),
  );
}

export const ALL = ['unlimited', 'unlimited', 'unlimited'];
export const usdc = (...figures: unknown[]) => ({ [USDC_ON_BASE.toLowerCase()]: figures });
