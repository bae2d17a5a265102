// Rules on balances, several budgets in one rule, and the transfer of one NFT.
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { erc20BalanceChange } from '../../../src/core/caveats/erc20-balance-change';
import { erc20MultiOperationIncrease } from '../../../src/core/caveats/erc20-multi-operation-increase';
import { erc721BalanceChange } from '../../../src/core/caveats/erc721-balance-change';
import { erc721Transfer } from '../../../src/core/caveats/erc721-transfer';
import { erc1155BalanceChange } from '../../../src/core/caveats/erc1155-balance-change';
import { readCaveat } from '../../../src/core/caveats/list';
import { multiTokenPeriod } from '../../../src/core/caveats/multi-token-period';
import { nativeBalanceChange } from '../../../src/core/caveats/native-balance-change';
import { nativeTokenMultiOperationIncrease } from '../../../src/core/caveats/native-token-multi-operation-increase';
import { anAddress, BASE, NOW, USDC_ON_BASE } from '../../vectors/builders';

const scene = { chainId: BASE, now: NOW };
const ALICE = anAddress(0x11);
const BOB = anAddress(0x22);
const MAX = 2n ** 256n - 1n;
const DEC_3 = 1_796_306_400n;
// 3 Dec 2026 14:00 UTC

describe('a rule on a balance', () => {
  const change = { token: USDC_ON_BASE, recipient: ALICE, amount: 10_000_000n, decrease: true };

  it('names the account it weighs and what one use may take from it', () => {
    expect(erc20BalanceChange.words(change, scene).text).toBe(
      `each single use lowers the USDC of ${ALICE} by at most 10 USDC`,
    );
    expect(erc20BalanceChange.words({ ...change, decrease: false }, scene).text).toBe(
      `each single use must raise the USDC of ${ALICE} by at least 10 USDC`,
    );
    expect(nativeBalanceChange.words({ ...change, amount: 10n ** 18n }, scene).text).toBe(
      `each single use lowers the ETH of ${ALICE} by at most 1 ETH`,
    );
    expect(erc721BalanceChange.words({ ...change, token: BOB, amount: 1n }, scene).text).toBe(
      `each single use lowers the number of NFTs of ${BOB} of ${ALICE} by at most 1`,
    );
    const items = { ...change, token: BOB, tokenId: 7n, amount: 3n };
    expect(erc1155BalanceChange.words(items, scene).text).toBe(
      `each single use lowers the number of items 7 of ${BOB} of ${ALICE} by at most 3`,
    );
  });

  it('is a loss of that account in each use, never a bound on tokens, value or calls', () => {
    expect(erc20BalanceChange.bounds(change, scene)).toEqual({
      losses: [{ account: ALICE, token: USDC_ON_BASE, amount: 10_000_000n }],
    });
    expect(nativeBalanceChange.bounds({ ...change, decrease: false }, scene)).toEqual({
      losses: [{ account: ALICE, token: null, amount: 0n }],
    });
    expect(erc721BalanceChange.bounds(change, scene)).toEqual({});
    expect(erc1155BalanceChange.bounds({ ...change, tokenId: 1n }, scene)).toEqual({});
  });

  it('limits nothing with an amount that no account holds', () => {
    const any = { ...change, amount: MAX };

    expect(erc20BalanceChange.words(any, scene).level).toBe('warning');
    expect(erc20BalanceChange.bounds(any, scene)).toEqual({});
  });

  it('with zero keeps the balance from falling, whichever direction it names', () => {
    for (const decrease of [true, false]) {
      expect(nativeBalanceChange.words({ ...change, amount: 0n, decrease }, scene).text).toBe(
        `each single use must not lower the ETH of ${ALICE}`,
      );
    }
  });

  it('is not read with a direction that only the contract understands', () => {
    const terms = erc20BalanceChange.encode(change);
    const dirty = readCaveat(erc20BalanceChange.address, `0x02${terms.slice(4)}`, scene);

    expect(dirty.words.text).toContain('neither up nor down');
    expect(dirty.bounds).toEqual({});
    for (const broken of ['0x', terms.slice(0, -2), `${terms}00`]) {
      expect(readCaveat(erc20BalanceChange.address, broken as Hex, scene).terms).toBeNull();
    }
  });

  it('over a whole redemption only demands', () => {
    const rise = { token: USDC_ON_BASE, recipient: ALICE, amount: 10_000_000n };

    expect(erc20MultiOperationIncrease.words(rise, scene).text).toBe(
      `each redemption as a whole must raise the USDC of ${ALICE} by at least 10 USDC`,
    );
    expect(erc20MultiOperationIncrease.bounds(rise, scene)).toEqual({});
    expect(nativeTokenMultiOperationIncrease.bounds({ ...rise, amount: 0n }, scene)).toEqual({
      nothing: true,
    });
  });
});

describe('several period budgets in one rule', () => {
  const usdc = {
    token: USDC_ON_BASE,
    periodAmount: 10_000_000n,
    periodDuration: 86_400n,
    startDate: DEC_3,
  };
  const ether = { ...usdc, token: null, periodAmount: 10n ** 16n };

  it('are all said, and all counted', () => {
    const terms = { periods: [usdc, ether] };

    expect(multiTokenPeriod.words(terms, scene)).toEqual({
      text: 'by plain transfers at most 10 USDC every day, from 3 Dec 2026 14:00 UTC; and at most 0.01 ETH every day, from 3 Dec 2026 14:00 UTC',
    });
    expect(multiTokenPeriod.bounds(terms, scene)).toEqual({
      calls: true,
      value: 'limited',
      tokens: 'limited',
      budgets: [
        { token: USDC_ON_BASE, amount: 10_000_000n, every: 86_400n, startsAt: DEC_3 },
        { token: null, amount: 10n ** 16n, every: 86_400n, startsAt: DEC_3 },
      ],
    });
  });

  it('let no native currency leave without a budget for it, and no token', () => {
    expect(multiTokenPeriod.bounds({ periods: [usdc] }, scene).value).toBe('none');
    expect(multiTokenPeriod.bounds({ periods: [ether] }, scene).tokens).toBe('none');
  });

  it('add up for one token', () => {
    expect(multiTokenPeriod.bounds({ periods: [usdc, usdc] }, scene).budgets).toHaveLength(2);
  });

  it('bound no tokens when one of them is unlimited, and leave out what is refused', () => {
    const any = { periods: [usdc, { ...usdc, token: BOB, periodAmount: MAX }] };
    const refused = { ...usdc, startDate: 0n };

    expect(multiTokenPeriod.bounds(any, scene).tokens).toBeUndefined();
    expect(multiTokenPeriod.words(any, scene).level).toBe('warning');
    expect(multiTokenPeriod.bounds({ periods: [refused, ether] }, scene).budgets).toHaveLength(1);
    expect(multiTokenPeriod.bounds({ periods: [refused] }, scene)).toEqual({ nothing: true });
  });
});

describe('a transfer of one NFT', () => {
  it('is bound to its contract and id', () => {
    const terms = { contract: BOB, tokenId: 42n };

    expect(erc721Transfer.words(terms, scene)).toEqual({
      text: `only moves the NFT 42 of ${BOB}, to anyone`,
    });
    expect(erc721Transfer.bounds(terms, scene)).toEqual({
      calls: true,
      nfts: [terms],
    });
    const hashed = { contract: BOB, tokenId: MAX - 5n };
    expect(erc721Transfer.words(hashed, scene).level).toBeUndefined();
  });

  it('is loud where the contract is a coin, or the id could be an amount of one', () => {
    const coin = { contract: USDC_ON_BASE, tokenId: 5_000_000n };
    const perhaps = { contract: BOB, tokenId: 10n ** 18n };

    expect(erc721Transfer.words(coin, scene)).toEqual({
      text: `only moves the NFT 5000000 of ${USDC_ON_BASE}, to anyone; this is a coin, no NFT: each single use moves 5 USDC`,
      level: 'warning',
    });
    expect(erc721Transfer.bounds(coin, scene).tokens).toBeUndefined();
    expect(erc721Transfer.words(perhaps, scene).level).toBe('warning');
  });
});
