// What can be taken under every kind of rule, by its own words: at once, in any 24 hours, until the end.
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { allowedCalldata } from '../../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../../src/core/caveats/allowed-targets';
import { blockNumber } from '../../../src/core/caveats/block-number';
import { erc20BalanceChange } from '../../../src/core/caveats/erc20-balance-change';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { erc20Streaming } from '../../../src/core/caveats/erc20-streaming';
import { erc20TransferAmount } from '../../../src/core/caveats/erc20-transfer-amount';
import { erc721Transfer } from '../../../src/core/caveats/erc721-transfer';
import { exactCalldata } from '../../../src/core/caveats/exact-calldata';
import { exactExecution } from '../../../src/core/caveats/exact-execution';
import { exactExecutionBatch } from '../../../src/core/caveats/exact-execution-batch';
import { id } from '../../../src/core/caveats/id';
import { limitedCalls } from '../../../src/core/caveats/limited-calls';
import { logicalOrWrapper } from '../../../src/core/caveats/list';
import { maxSlippage } from '../../../src/core/caveats/max-slippage';
import { multiTokenPeriod } from '../../../src/core/caveats/multi-token-period';
import { nativeBalanceChange } from '../../../src/core/caveats/native-balance-change';
import { nativeTokenTransferAmount } from '../../../src/core/caveats/native-token-transfer-amount';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { valueLte } from '../../../src/core/caveats/value-lte';
import { DAY } from '../../../src/core/chain/time';
import type { CaveatData } from '../../../src/core/delegations/delegation';
import { routesOfOne } from '../../../src/core/delegations/exposure';
import { worstCaseOf } from '../../../src/core/delegations/worst-case';
import { rule } from '../../drain/rules';
import { anAddress, BASE, NOW, OWNER, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';

const OTHER = anAddress(0xc0);
const WEEK = rule(timestamp, { after: 0n, before: BigInt(NOW + 7 * DAY) });
const NO_VALUE = rule(valueLte, { maxValue: 0n });
const times = (limit: bigint) => rule(limitedCalls, { limit });
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
const transfer = (amount: bigint) => `0xa9059cbb${word(STRANGER)}${word(amount)}` as const;
const approve = (amount: bigint) => `0x095ea7b3${word(STRANGER)}${word(amount)}` as const;
const pay = (amount: bigint, value = 0n) => ({
  target: USDC_ON_BASE,
  value,
  data: transfer(amount),
});
const period = (periodAmount: bigint, token = USDC_ON_BASE, seconds = DAY) => ({
  token,
  periodAmount,
  periodDuration: BigInt(seconds),
  startDate: BigInt(NOW),
});
const daily = (amount: bigint, token = USDC_ON_BASE) =>
  rule(erc20PeriodTransfer, period(amount, token));
const oneOf = (...groups: CaveatData[][]) =>
  rule(logicalOrWrapper, { groups: groups.map((caveats) => ({ caveats })) });

/** By asset: what can be taken now, in any day, until the end. */
function taken(...caveats: CaveatData[]) {
  const routes = routesOfOne(aDelegation({ caveats }), BASE);
  return Object.fromEntries(
    worstCaseOf(routes, { now: NOW, holdings: [] }).map(({ token, now, anyDay, untilEnd }) => [
      token ?? 'ether',
      [now.uncapped, anyDay.uncapped, untilEnd.uncapped],
    ]),
  );
}

const ALL = ['unlimited', 'unlimited', 'unlimited'];
const usdc = (...figures: unknown[]) => ({ [USDC_ON_BASE.toLowerCase()]: figures });

describe('a budget', () => {
  it('of a stream is what has grown, in any day what has gathered, in the end all of it', () => {
    const stream = {
      token: USDC_ON_BASE,
      initialAmount: 50n,
      maxAmount: 10n ** 9n,
      amountPerSecond: 1n,
      startTime: BigInt(NOW - 100),
    };
    const all = BigInt(7 * DAY - 1 + 100 + 50);

    expect(taken(rule(erc20Streaming, stream), NO_VALUE, WEEK)).toEqual(usdc(150n, all, all));
  });

  it('written twice for one enforcer is the first, however small the second', () => {
    expect(taken(daily(100n), daily(10n), NO_VALUE, WEEK)).toEqual(usdc(100n, 200n, 700n));
    expect(taken(daily(10n), daily(100n), NO_VALUE, WEEK)).toEqual(usdc(10n, 20n, 70n));
    const total = (maxAmount: bigint) =>
      rule(erc20TransferAmount, { token: USDC_ON_BASE, maxAmount });
    expect(taken(total(9n), total(5n), NO_VALUE)).toEqual(usdc(5n, 5n, 5n));
  });

  it('that ends at a block has no bound in time', () => {
    const end = rule(blockNumber, { after: 0n, before: 40_000_000n });

    expect(taken(daily(10n), NO_VALUE, end)).toEqual(usdc(10n, 20n, 'unlimited'));
  });

  it('of several tokens is each for itself, and one token twice adds up', () => {
    const periods = [period(5n), period(7n), period(3n, OTHER), { ...period(2n), token: null }];

    expect(taken(rule(multiTokenPeriod, { periods }), WEEK)).toEqual({
      ...usdc(12n, 24n, 84n),
      [OTHER]: [3n, 6n, 21n],
      ether: [2n, 4n, 14n],
    });
  });
});

describe('fixed calls', () => {
  it('are counted by how often they can be used', () => {
    expect(taken(rule(exactExecution, pay(5n)), times(3n))).toEqual(usdc(15n, 15n, 15n));
    expect(taken(rule(exactExecution, pay(5n)), rule(id, { id: 9n }))).toEqual(usdc(5n, 5n, 5n));
    expect(taken(rule(exactExecution, pay(5n)))).toEqual(usdc(...ALL));
    expect(taken(rule(exactExecution, pay(5n)), times(2n ** 64n - 1n))).toEqual(usdc(...ALL));
  });

  it('of a batch are added up, approvals and ether too', () => {
    const executions = [pay(5n, 1n), { ...pay(0n), data: approve(4n) }, pay(2n, 2n)];

    expect(taken(rule(exactExecutionBatch, { executions }), times(2n))).toEqual({
      ...usdc(22n, 22n, 22n),
      ether: [6n, 6n, 6n],
    });
  });

  it('stay within a budget beside them', () => {
    expect(taken(rule(exactExecution, pay(5n)), daily(12n), WEEK)).toEqual(usdc(12n, 24n, 84n));
  });

  it('without a target are those of any token, or of the targets beside them', () => {
    const calldata = transfer(5n);

    expect(taken(rule(exactCalldata, { calldata }), times(1n), NO_VALUE)).toHaveProperty('any');
    expect(
      taken(
        rule(exactCalldata, { calldata }),
        rule(allowedTargets, { targets: [USDC_ON_BASE] }),
        times(2n),
        NO_VALUE,
      ),
    ).toEqual(usdc(10n, 10n, 10n));
  });

  it('that nobody can value may take any token', () => {
    const call = { target: STRANGER, value: 0n, data: '0x12345678' as const };

    expect(taken(rule(exactExecution, call), times(1n))).toEqual({ any: ALL });
  });
});

describe('a call whose bytes are pinned in part', () => {
  const usdcOnly = rule(allowedTargets, { targets: [USDC_ON_BASE] });
  const calls = (...selectors: Hex[]) => rule(allowedMethods, { selectors });
  const pin = (start: number, value: string) =>
    rule(allowedCalldata, { start: BigInt(start), value: `0x${value}` });
  const TRANSFER = '0xa9059cbb';
  const TAKE = '0x23b872dd';

  it('takes its amount as often as it can be used', () => {
    const amount = pin(36, word(7n));

    expect(taken(usdcOnly, calls(TRANSFER), amount, times(3n), NO_VALUE)).toEqual(
      usdc(21n, 21n, 21n),
    );
    expect(taken(usdcOnly, pin(0, transfer(7n).slice(2)), times(3n), NO_VALUE)).toEqual(
      usdc(21n, 21n, 21n),
    );
    expect(taken(calls(TRANSFER), amount, times(3n), NO_VALUE)).toEqual({ any: [21n, 21n, 21n] });
    expect(taken(usdcOnly, calls(TRANSFER), amount, NO_VALUE)).toEqual(usdc(...ALL));
  });

  it('takes at most what the bytes that are left open can say', () => {
    const small = pin(36, '00'.repeat(30));

    expect(taken(usdcOnly, calls(TRANSFER), small, times(2n), NO_VALUE)).toEqual(
      usdc(131_070n, 131_070n, 131_070n),
    );
    expect(taken(usdcOnly, calls(TRANSFER), small, pin(66, '00'), times(2n), NO_VALUE)).toEqual(
      usdc(510n, 510n, 510n),
    );
  });

  it('takes anything while the amount, or what is called, is open', () => {
    const amount = pin(36, word(7n));
    const open: CaveatData[][] = [
      [calls(TRANSFER), pin(4, word(STRANGER))],
      [calls(TRANSFER), pin(4, word(7n))],
      [calls(TRANSFER), pin(68, word(7n))],
      [calls(TRANSFER, TAKE), amount],
      [calls('0x12345678'), amount],
      [calls(TRANSFER), pin(36, word(0n))],
      [amount],
    ];

    for (const rules of open) {
      expect(taken(usdcOnly, ...rules, times(3n), NO_VALUE)).toEqual({ any: ALL });
    }
  });

  it('stays within a budget beside it, and the budget within it', () => {
    const amount = pin(36, word(3n));

    expect(taken(daily(10n), amount, times(2n), NO_VALUE, WEEK)).toEqual(usdc(6n, 6n, 6n));
    expect(taken(daily(4n), amount, times(9n), NO_VALUE, WEEK)).toEqual(usdc(4n, 8n, 27n));
  });

  const weighed = (over = {}) =>
    rule(erc20BalanceChange, {
      decrease: true,
      recipient: OWNER,
      token: USDC_ON_BASE,
      amount: 9n,
      ...over,
    });

  it('takes what the account may lose in each use, where nobody can be approved', () => {
    const paying = calls(TRANSFER, TAKE);

    expect(taken(usdcOnly, paying, weighed(), times(2n), NO_VALUE)).toEqual(usdc(18n, 18n, 18n));
    expect(taken(daily(50n), weighed(), times(2n), NO_VALUE, WEEK)).toEqual(usdc(18n, 18n, 18n));
    expect(taken(rule(exactExecution, pay(50n)), weighed(), times(2n))).toEqual(
      usdc(18n, 18n, 18n),
    );
    expect(taken(usdcOnly, paying, weighed({ decrease: false }), NO_VALUE)).toEqual({});
  });

  it('takes anything where what is weighed is not all that can be lost', () => {
    const paying = calls(TRANSFER);
    const open: CaveatData[][] = [
      [usdcOnly, calls(TRANSFER, '0x095ea7b3'), weighed()],
      [usdcOnly, weighed()],
      [paying, weighed()],
      [usdcOnly, paying, weighed({ recipient: STRANGER })],
      [usdcOnly, paying, weighed({ token: OTHER })],
      [rule(allowedTargets, { targets: [USDC_ON_BASE, OTHER] }), paying, weighed()],
    ];

    for (const rules of open) {
      expect(taken(...rules, times(2n), NO_VALUE)).toEqual({ any: ALL });
    }
    const approval = { ...pay(0n), data: approve(50n) };
    expect(taken(rule(exactExecution, approval), weighed(), times(2n))).toEqual(
      usdc(100n, 100n, 100n),
    );
  });
});

describe('native currency', () => {
  const plain = rule(exactCalldata, { calldata: '0x' });

  it('is so much with each use, so many uses', () => {
    expect(taken(rule(valueLte, { maxValue: 7n }), plain, times(3n))).toEqual({
      ether: [21n, 21n, 21n],
    });
    expect(taken(rule(valueLte, { maxValue: 7n }), plain)).toEqual({ ether: ALL });
  });

  it('is what the account may lose in each use, if it is this account that is weighed', () => {
    const weighed = (recipient: typeof OWNER) =>
      taken(rule(nativeBalanceChange, { decrease: true, recipient, amount: 4n }), plain, times(2n));

    expect(weighed(OWNER)).toEqual({ ether: [8n, 8n, 8n] });
    expect(weighed(STRANGER)).toEqual({ ether: ALL });
  });

  it('is not limited by a budget while the account may be made to call itself', () => {
    const budget = rule(nativeTokenTransferAmount, { maxAmount: 5n });
    const at = (target: typeof OWNER) => rule(allowedTargets, { targets: [target] });

    expect(taken(budget, plain)).toEqual({ ether: [5n, 5n, 5n] });
    expect(taken(budget)).toEqual({ any: ALL, ether: ALL });
    expect(taken(budget, at(OWNER))).toEqual({ any: ALL, ether: ALL });
    expect(taken(budget, at('0xdb9b1e94b5b69df7e401ddbede43491141047db3'))).toEqual({
      any: ALL,
      ether: ALL,
    });
    expect(taken(budget, at(STRANGER))).toEqual({ any: ALL, ether: [5n, 5n, 5n] });
  });
});

describe('sets of rules of which one is picked', () => {
  it('add up', () => {
    const total = rule(erc20TransferAmount, { token: USDC_ON_BASE, maxAmount: 5n });
    const other = rule(erc20TransferAmount, { token: OTHER, maxAmount: 3n });

    expect(taken(oneOf([total], [other, NO_VALUE]), NO_VALUE, WEEK)).toEqual({
      ...usdc(5n, 5n, 5n),
      [OTHER]: [3n, 3n, 3n],
    });
    expect(taken(oneOf([daily(4n)], [total]), NO_VALUE, WEEK)).toEqual(usdc(9n, 13n, 33n));
  });

  it('that share a record let each token go by the widest of their terms', () => {
    const found = taken(oneOf([daily(1000n, OTHER)], [daily(4n)]), NO_VALUE, WEEK);

    expect(found).toEqual({ [OTHER]: [1000n, 2000n, 7000n], ...usdc(1000n, 2000n, 7000n) });
  });

  it('with one that has no rule let everything through', () => {
    expect(taken(oneOf([daily(4n)], []), WEEK)).toEqual({ any: ALL, ether: ALL, ...usdc(...ALL) });
  });
});

it('an NFT may be a coin, and its number an amount', () => {
  const move = rule(erc721Transfer, { contract: OTHER, tokenId: 12n });

  expect(taken(move, NO_VALUE, times(2n))).toEqual({ [OTHER]: [24n, 24n, 24n] });
  expect(taken(move, NO_VALUE)).toEqual({ [OTHER]: ALL });
});

it('a swap rule also lets its router be approved', () => {
  const swap = rule(maxSlippage, {
    router: OTHER,
    selector: '0x414bf389',
    tokenIn: USDC_ON_BASE,
    tokenOut: STRANGER,
    tokenInArg: 0,
    tokenOutArg: 1,
    recipientArg: 3,
    feed: STRANGER,
    feedDecimals: 8,
    inDecimals: 6,
    outDecimals: 18,
    maxFeedAge: 3600n,
    maxBps: 50,
  });

  expect(taken(swap, rule(allowedTargets, { targets: [USDC_ON_BASE] }), NO_VALUE)).toHaveProperty(
    'any',
  );
});
