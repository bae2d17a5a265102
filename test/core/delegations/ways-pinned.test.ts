// Calls whose bytes are pinned in part: what is left open decides what may leave.
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { allowedCalldata } from '../../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../../src/core/caveats/allowed-targets';
import { erc20BalanceChange } from '../../../src/core/caveats/erc20-balance-change';
import { exactExecution } from '../../../src/core/caveats/exact-execution';
import type { CaveatData } from '../../../src/core/delegations/delegation';
import { rule } from '../../drain/rules';
import { OWNER, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import {
  ALL,
  approve,
  daily,
  NO_VALUE,
  OTHER,
  pay,
  taken,
  times,
  transfer,
  usdc,
  WEEK,
  word,
} from './rules';

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
