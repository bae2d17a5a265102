// Random valid terms for each of our enforcers, and how the contract's `getTermsInfo` spells them.
import fc from 'fast-check';
import type { Hex } from 'viem';
import type { CaveatSpec } from '../../src/core/caveats/caveat';
import { dailySpendLimit } from '../../src/core/caveats/daily-spend-limit';
import { dreamMode } from '../../src/core/caveats/dream-mode';
import { emotionalState } from '../../src/core/caveats/emotional-state';
import { golemPhase } from '../../src/core/caveats/golem-phase';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { knowledgeRoyalty } from '../../src/core/caveats/knowledge-royalty';
import { maxSlippage } from '../../src/core/caveats/max-slippage';
import { mortalityTimeWindow } from '../../src/core/caveats/mortality-time-window';
import { replicantBudget } from '../../src/core/caveats/replicant-budget';
import { threshold } from '../../src/core/caveats/threshold';
import { vaultNav } from '../../src/core/caveats/vault-nav';
import { warden } from '../../src/core/caveats/warden';

type Case = {
  spec: CaveatSpec<never>;
  terms: fc.Arbitrary<never>;
  onChain: (terms: never) => unknown;
};

function aCase<T>(
  spec: CaveatSpec<T>,
  terms: fc.Arbitrary<T>,
  onChain: (terms: T) => unknown,
): Case {
  // Each case has terms of a type of its own, which a list of all cases cannot name.
  return { spec, terms, onChain } as unknown as Case;
}

const hex = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((raw): Hex => `0x${Buffer.from(raw).toString('hex')}`);
const address = hex(20).filter((value) => BigInt(value) !== 0n);
const uint = (bytes: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(8 * bytes) - 1n });
const positive = (bytes: number) => fc.bigInt({ min: 1n, max: 2n ** BigInt(8 * bytes) - 1n });
const byte = fc.nat(255);
const signed = fc.integer({ min: -128, max: 127 });
const rules = <T>(rule: fc.Arbitrary<T>, least = 1) =>
  fc.array(rule, { minLength: least, maxLength: 16 });
/** A cap its unit can count. */
const counted = fc
  .record({ units: fc.bigInt({ min: 1n, max: 2n ** 24n - 1n }), unitExponent: fc.nat(30) })
  .map(({ units, unitExponent }) => ({ cap: units * 10n ** BigInt(unitExponent), unitExponent }));

const policy = fc
  .record({
    money: counted,
    part: fc.nat(100),
    token: fc.option(address),
    expiry: uint(5),
    owner: address,
    epoch: uint(4),
    budgetId: uint(8),
    generation: fc.bigInt({ min: 0n, max: 2n ** 32n - 2n }),
    golemId: hex(32),
    maxAge: uint(4),
    sessionKey: address,
    payees: fc.array(hex(20), { minLength: 1, maxLength: 8 }),
  })
  .map(({ money, part, ...rest }) => ({
    ...rest,
    ...money,
    replicantCap: (money.cap * BigInt(part)) / 100n,
  }));

const ZERO = `0x${'0'.repeat(40)}`;

export const TERMS: readonly Case[] = [
  aCase(golemPolicy, policy, ({ payees, token, ...terms }) => [
    { kind: token === null ? 1 : 0, token: token ?? ZERO, ...terms },
    payees,
  ]),
  aCase(
    golemPhase,
    fc.record({
      golemId: hex(32),
      maxAge: uint(4),
      rules: rules(
        fc.record({
          target: hex(20),
          selector: hex(4),
          worstPhase: fc.nat(4),
          recipientArg: fc.option(fc.nat(254)),
        }),
      ),
    }),
    ({ golemId, maxAge, rules: list }) => [
      golemId,
      maxAge,
      list.map((rule) => ({ ...rule, recipientArg: rule.recipientArg ?? 255 })),
    ],
  ),
  aCase(
    mortalityTimeWindow,
    fc.tuple(uint(5), positive(4)).map(([start, length]) => ({
      start: start / 2n,
      end: start / 2n + length,
    })),
    ({ start, end }) => [start, end],
  ),
  aCase(
    dreamMode,
    fc.record({
      golemId: hex(32),
      exempt: rules(fc.record({ target: hex(20), selector: hex(4) }), 0),
    }),
    ({ golemId, exempt }) => [golemId, exempt],
  ),
  aCase(
    emotionalState,
    fc.record({
      golemId: hex(32),
      maxAge: uint(4),
      minPleasure: signed,
      maxArousal: signed,
      minDominance: signed,
      rules: rules(fc.record({ target: hex(20), selector: hex(4), always: fc.boolean() })),
    }),
    (terms) => Object.values(terms),
  ),
  aCase(
    knowledgeRoyalty,
    fc.record({ market: address, selector: hex(4), payeeArg: byte, splitter: address }),
    (terms) => Object.values(terms),
  ),
  aCase(
    dailySpendLimit,
    fc
      .record({ token: address, money: counted, budgetId: uint(8) })
      .map(({ token, money, budgetId }) => ({ token, ...money, budgetId })),
    ({ token, cap, unitExponent, budgetId }) => [token, cap, unitExponent, budgetId],
  ),
  aCase(
    replicantBudget,
    fc.record({ token: address, golem: address, total: uint(16), expiry: uint(5) }),
    (terms) => Object.values(terms),
  ),
  aCase(
    vaultNav,
    fc
      .record({
        vault: address,
        maxBps: fc.integer({ min: 1, max: 10_000 }),
        navAtGrant: uint(16),
        money: counted,
        budgetId: uint(8),
      })
      .map(({ money, ...rest }) => ({
        ...rest,
        absoluteCap: money.cap,
        unitExponent: money.unitExponent,
      })),
    (terms) => terms,
  ),
  aCase(
    maxSlippage,
    fc
      .record({
        router: address,
        selector: hex(4),
        tokenIn: address,
        tokenOut: address,
        tokenInArg: byte,
        tokenOutArg: byte,
        recipientArg: byte,
        feed: hex(20),
        feedDecimals: fc.nat(24),
        inDecimals: fc.nat(24),
        outDecimals: fc.nat(24),
        maxFeedAge: uint(4),
        maxBps: fc.nat(9_999),
      })
      .filter(({ router, tokenIn, tokenOut }) => new Set([router, tokenIn, tokenOut]).size === 3),
    (terms) => terms,
  ),
  aCase(
    threshold,
    fc
      .tuple(fc.uniqueArray(address, { minLength: 1, maxLength: 16 }), fc.nat(15))
      .map(([signers, count]) => ({
        threshold: (count % signers.length) + 1,
        signers: signers.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)),
      })),
    ({ threshold: count, signers }) => [count, signers],
  ),
  aCase(
    warden,
    fc.record({ guardian: address, minDelay: positive(4), grace: positive(4) }),
    (terms) => Object.values(terms),
  ),
];
