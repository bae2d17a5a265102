// Sets of rules of which the redeemer picks one: only what holds in every set holds.
import { type Address, getAddress, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { allowedTargets } from '../../../src/core/caveats/allowed-targets';
import type { SignedCaveat } from '../../../src/core/caveats/caveat';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { erc20TransferAmount } from '../../../src/core/caveats/erc20-transfer-amount';
import { exactCalldata } from '../../../src/core/caveats/exact-calldata';
import { id } from '../../../src/core/caveats/id';
import { limitedCalls } from '../../../src/core/caveats/limited-calls';
import { logicalOrWrapper, readCaveat, readCaveats } from '../../../src/core/caveats/list';
import { nativeBalanceChange } from '../../../src/core/caveats/native-balance-change';
import { nativeTokenPayment } from '../../../src/core/caveats/native-token-payment';
import { nativeTokenPeriodTransfer } from '../../../src/core/caveats/native-token-period-transfer';
import { nonce } from '../../../src/core/caveats/nonce';
import { ownershipTransfer } from '../../../src/core/caveats/ownership-transfer';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { valueLte } from '../../../src/core/caveats/value-lte';
import { anAddress, BASE, NOW, USDC_ON_BASE } from '../../vectors/builders';

const scene = { chainId: BASE, now: NOW };
const USDC = getAddress(USDC_ON_BASE);
const ALICE = anAddress(0x11);
const DAI = anAddress(0x33);
const START = 1_793_714_400n; // 3 Nov 2026 14:00 UTC
const DEC_3 = 1_796_306_400n; // 3 Dec 2026 14:00 UTC

function signed<T>(spec: { address: Address; encode: (terms: T) => Hex }, terms: T): SignedCaveat {
  return { enforcer: spec.address, terms: spec.encode(terms) };
}

const period = (amount: bigint, token: Address = USDC) =>
  signed(erc20PeriodTransfer, {
    token,
    periodAmount: amount,
    periodDuration: 86_400n,
    startDate: START,
  });
const etherPeriod = signed(nativeTokenPeriodTransfer, {
  periodAmount: 10n ** 16n,
  periodDuration: 86_400n,
  startDate: START,
});
const plainSends = signed(exactCalldata, { calldata: '0x' });
const noEther = signed(valueLte, { maxValue: 0n });
const until = (before: bigint) => signed(timestamp, { after: 0n, before });
const total = (maxAmount: bigint, token: Address = USDC) =>
  signed(erc20TransferAmount, { token, maxAmount });

function wrapper(...sets: SignedCaveat[][]): SignedCaveat {
  const groups = sets.map((caveats) => ({
    caveats: caveats.map((one) => ({ ...one, args: '0x' as const })),
  }));
  return signed(logicalOrWrapper, { groups });
}

function ruleOf(...sets: SignedCaveat[][]) {
  const { enforcer, terms } = wrapper(...sets);
  return readCaveat(enforcer, terms, scene);
}

describe('sets to choose from', () => {
  it('are all named', () => {
    const { words } = ruleOf([period(10_000_000n), noEther], [etherPeriod, plainSends]);

    expect(words).toEqual({
      text:
        'one of these sets of rules, whichever its user picks each time: ' +
        '(1) at most 10 USDC every day, from 3 Nov 2026 14:00 UTC, and sends no ETH; ' +
        '(2) at most 0.01 ETH every day, from 3 Nov 2026 14:00 UTC, and plain transfers only, no contract calls',
    });
  });

  it('bound what every set bounds, and their budgets add up', () => {
    const { bounds } = ruleOf([period(10_000_000n), noEther], [etherPeriod, plainSends]);

    expect(bounds).toMatchObject({ calls: true, value: 'limited', tokens: 'limited' });
    expect(bounds.budgets).toEqual([
      { token: USDC, amount: 10_000_000n, every: 86_400n, startsAt: START },
      { token: null, amount: 10n ** 16n, every: 86_400n, startsAt: START },
    ]);
  });

  it('are as wide as the widest: one set that leaves something open opens it', () => {
    const targets = signed(allowedTargets, { targets: [ALICE] });

    expect(ruleOf([period(1n), noEther], [targets]).bounds).toMatchObject({ calls: true });
    expect(ruleOf([period(1n), noEther], [targets]).bounds.tokens).toBeUndefined();
    expect(ruleOf([period(1n), noEther], [targets]).bounds.value).toBeUndefined();
    expect(ruleOf([noEther], [etherPeriod]).bounds.calls).toBeUndefined();
  });

  it('with a set of no rules limit nothing', () => {
    const rule = ruleOf([period(1n), noEther, until(DEC_3)], []);

    expect(rule.words.text).toContain('(2) no rule at all');
    expect(rule.words.level).toBe('warning');
    expect(rule.bounds).toEqual({
      budgets: expect.anything(),
      losses: [],
      nfts: [],
      ownership: [],
    });
  });

  it('end with the last of them, and can be used as often as all of them together', () => {
    const once = signed(id, { id: 7n });
    const thrice = signed(limitedCalls, { limit: 3n });

    expect(ruleOf([until(START), once], [until(DEC_3), thrice]).bounds).toMatchObject({
      until: DEC_3,
      uses: 4n,
    });
    const open = ruleOf([until(START), once], [noEther]).bounds;
    expect([open.until, open.uses]).toEqual([undefined, undefined]);
  });

  it('hold an account to the larger loss when all of them do', () => {
    const fall = (amount: bigint) =>
      signed(nativeBalanceChange, { decrease: true, recipient: ALICE, amount });

    expect(ruleOf([fall(1n)], [fall(5n)]).bounds.losses).toEqual([
      { account: ALICE, token: null, amount: 5n },
    ]);
    expect(ruleOf([fall(1n)], [noEther]).bounds.losses).toEqual([]);
  });

  it('give away an ownership when one of them does', () => {
    const away = signed(ownershipTransfer, { contract: ALICE });

    expect(ruleOf([period(1n)], [away]).bounds.ownership).toEqual([ALICE]);
    expect(ruleOf([period(1n)], [away]).words.level).toBe('critical');
  });

  it('are loud about an enforcer they do not know, which limits nothing', () => {
    const unknown = { enforcer: ALICE, terms: '0x12' as const };
    const beside = ruleOf([period(1n), noEther, unknown]);
    const alone = ruleOf([period(1n), noEther], [unknown]);

    expect(beside.words.level).toBe('warning');
    expect(beside.bounds).toMatchObject({ calls: true, tokens: 'limited' });
    expect(alone.words.text).toContain(`(2) a rule Bardo does not know`);
    expect(alone.bounds.calls).toBeUndefined();
  });

  it('let nothing pass when there is none', () => {
    expect(ruleOf().bounds).toEqual({ nothing: true });
    expect(ruleOf().words.level).toBe('warning');
  });

  it('are read up to sixteen', () => {
    expect(ruleOf(...Array(16).fill([noEther])).terms).not.toBeNull();
    expect(ruleOf(...Array(17).fill([noEther])).words.text).toContain('offers 17 sets');
  });

  it('take the tighter of two budgets of one token in a set', () => {
    expect(ruleOf([period(10n), total(5n)]).bounds.budgets).toEqual([
      { token: USDC, amount: 5n, every: null },
    ]);
  });
});

describe('what stands in a set is called by the wrapper', () => {
  it('so a wrapper or a price in it refuses every use, and its set is never picked', () => {
    const price = signed(nativeTokenPayment, { recipient: ALICE, amount: 1n });
    const safe = [period(10n), noEther];

    for (const refused of [wrapper([]), price]) {
      const rule = ruleOf(safe, [refused]);
      expect(rule.words.text).toMatch(/\(2\) nothing: a \w+ rule refuses to stand in a set/);
      expect(rule.words.level).toBe('warning');
      expect(rule.bounds).toMatchObject({ calls: true, value: 'none', tokens: 'limited' });
      expect(ruleOf([refused]).bounds).toEqual({ nothing: true });
    }
  });

  it('so ending all grants does not end it', () => {
    const { words } = ruleOf([signed(nonce, { nonce: 0n })]);

    expect(words.text).toContain('which ending all grants does not move');
    expect(words.level).toBe('warning');
  });
});

describe('enforcers that keep the terms of their first use', () => {
  it('let every token of the sets leave by the terms of any of them', () => {
    const { bounds, words } = ruleOf([period(10n), noEther], [period(10n ** 21n, DAI), noEther]);

    expect(bounds.budgets).toEqual(
      [USDC, DAI].flatMap((token) =>
        [10n, 10n ** 21n].map((amount) => ({ token, amount, every: 86_400n, startsAt: START })),
      ),
    );
    expect(words.text).toMatch(/sets share a counter: each lets through what any of them allows$/);
    expect(words.level).toBe('warning');
  });

  it('open a set that would be refused alone', () => {
    const { bounds } = ruleOf([period(10n), noEther], [period(0n, DAI), noEther]);

    expect(bounds.budgets?.map(({ token }) => token)).toContain(DAI);
  });

  it('do not count in one of two wrappers', () => {
    const rules = readCaveats(
      [wrapper([period(10n ** 30n), noEther]), wrapper([period(10n), noEther])],
      scene,
    );

    for (const { words, bounds } of rules) {
      expect(words.text).toMatch(/its amounts do not count next to another such rule$/);
      expect(bounds).toEqual({ calls: true, nfts: [], ownership: [] });
    }
  });
});
