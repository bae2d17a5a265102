// What can be taken under every kind of rule, by its own words: at once, in any 24 hours, until the end.
import { describe, expect, it } from 'vitest';
import { allowedTargets } from '../../../src/core/caveats/allowed-targets';
import { blockNumber } from '../../../src/core/caveats/block-number';
import { erc20Streaming } from '../../../src/core/caveats/erc20-streaming';
import { erc20TransferAmount } from '../../../src/core/caveats/erc20-transfer-amount';
import { erc721Transfer } from '../../../src/core/caveats/erc721-transfer';
import { exactCalldata } from '../../../src/core/caveats/exact-calldata';
import { exactExecution } from '../../../src/core/caveats/exact-execution';
import { exactExecutionBatch } from '../../../src/core/caveats/exact-execution-batch';
import { id } from '../../../src/core/caveats/id';
import { logicalOrWrapper } from '../../../src/core/caveats/list';
import { maxSlippage } from '../../../src/core/caveats/max-slippage';
import { multiTokenPeriod } from '../../../src/core/caveats/multi-token-period';
import { nativeBalanceChange } from '../../../src/core/caveats/native-balance-change';
import { nativeTokenTransferAmount } from '../../../src/core/caveats/native-token-transfer-amount';
import { valueLte } from '../../../src/core/caveats/value-lte';
import { DAY } from '../../../src/core/chain/time';
import type { CaveatData } from '../../../src/core/delegations/delegation';
import { rule } from '../../drain/rules';
import { NOW, OWNER, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import {
  ALL,
  approve,
  daily,
  NO_VALUE,
  OTHER,
  pay,
  period,
  taken,
  times,
  transfer,
  usdc,
  WEEK,
} from './rules';

const oneOf = (...groups: CaveatData[][]) =>
  rule(logicalOrWrapper, { groups: groups.map((caveats) => ({ caveats })) });

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
