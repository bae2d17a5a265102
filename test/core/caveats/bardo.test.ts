// The words of our own rules, as sentences: this is what an owner decides on.
import type { Address, Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { dailySpendLimit } from '../../../src/core/caveats/daily-spend-limit';
import { dreamMode } from '../../../src/core/caveats/dream-mode';
import { emotionalState } from '../../../src/core/caveats/emotional-state';
import { golemPhase } from '../../../src/core/caveats/golem-phase';
import { golemPolicy } from '../../../src/core/caveats/golem-policy';
import { knowledgeRoyalty } from '../../../src/core/caveats/knowledge-royalty';
import { readCaveat } from '../../../src/core/caveats/list';
import { maxSlippage } from '../../../src/core/caveats/max-slippage';
import { mortalityTimeWindow } from '../../../src/core/caveats/mortality-time-window';
import { replicantBudget } from '../../../src/core/caveats/replicant-budget';
import { threshold } from '../../../src/core/caveats/threshold';
import { vaultNav } from '../../../src/core/caveats/vault-nav';
import { warden } from '../../../src/core/caveats/warden';
import { anAddress, BASE, NOW, USDC_ON_BASE } from '../../vectors/builders';

const scene = { chainId: BASE, now: NOW };
const DEC_3 = 1_796_306_400n; // 3 Dec 2026 14:00 UTC
const ALICE = anAddress(0x11);
const BOB = anAddress(0x22);
const GOLEM: Hex = `0x${'ab'.repeat(32)}`;
const SELL: Hex = '0xa9059cbb';

const lease = (over: object = {}) => ({
  token: USDC_ON_BASE as Address | null,
  cap: 10_000_000n,
  unitExponent: 2,
  replicantCap: 2_000_000n,
  expiry: DEC_3,
  owner: ALICE,
  epoch: 0n,
  budgetId: 1n,
  generation: 3n,
  golemId: GOLEM,
  maxAge: 7200n,
  sessionKey: BOB,
  payees: [ALICE, BOB],
  ...over,
});

describe('a lease', () => {
  it('says money, phases, Replicants, payees, end and silence', () => {
    expect(golemPolicy.words(lease(), scene)).toEqual({
      text:
        'at most 10 USDC in any 24 hours; half of that in conservation, a tenth of it while declining, ' +
        'nothing once terminal; at most 2 USDC of it for all Replicants together; ' +
        `paid only to ${ALICE} or ${BOB}; until 3 Dec 2026 14:00 UTC; ` +
        'and not after 2 hours without a word from the Golem on chain',
    });
  });

  it('says that there is nothing for Replicants, and which money it is', () => {
    const { text } = golemPolicy.words(
      lease({ token: null, cap: 10n ** 16n, unitExponent: 10, replicantCap: 0n }),
      scene,
    );

    expect(text).toContain('at most 0.01 ETH in any 24 hours');
    expect(text).toContain('nothing for Replicants');
  });

  it('warns when it has expired', () => {
    const words = golemPolicy.words(lease({ expiry: BigInt(NOW) }), scene);

    expect(words.level).toBe('warning');
    expect(words.text).toMatch(/It has expired$/);
  });

  it('is a limit on calls, money and time', () => {
    expect(golemPolicy.bounds(lease(), scene)).toEqual({
      calls: true,
      value: 'none',
      tokens: 'limited',
      until: DEC_3,
      budgets: [{ token: USDC_ON_BASE, amount: 10_000_000n, every: 86_400n }],
    });
  });

  it('cannot be written with what its contract refuses', () => {
    const refused = [
      { cap: 0n, replicantCap: 0n },
      { cap: 2n ** 40n, unitExponent: 0 },
      { unitExponent: 31 },
      { replicantCap: 10_000_001n },
      { payees: [] },
      { payees: Array(9).fill(ALICE) },
      { generation: 2n ** 32n - 1n },
      { owner: anAddress(0) },
      { sessionKey: anAddress(0) },
      { token: anAddress(0) },
    ];
    for (const over of refused) expect(() => golemPolicy.encode(lease(over))).toThrow(RangeError);
  });

  it('is found by its address, and a later version is not taken for a limit', () => {
    const terms = golemPolicy.encode(lease());

    expect(readCaveat(golemPolicy.address, terms, scene).name).toBe('GolemPolicyEnforcer');
    const later = readCaveat(golemPolicy.address, `0x02${terms.slice(4)}`, scene);
    expect(later.bounds).toEqual({});
    expect(later.words).toEqual({
      text: 'a GolemPolicyEnforcer rule Bardo cannot read: its terms have version 2, which Bardo does not know',
      level: 'warning',
    });
  });
});

describe('the single rules', () => {
  it('say a rolling limit', () => {
    const terms = { token: USDC_ON_BASE, cap: 5_000_000n, unitExponent: 0, budgetId: 1n };
    expect(dailySpendLimit.words(terms, scene).text).toBe(
      'at most 5 USDC in any 24 hours, by plain transfers only',
    );
  });

  it('say a lifetime, and that it is over', () => {
    const start = BigInt(NOW) + 60n;
    expect(mortalityTimeWindow.words({ start: 0n, end: DEC_3 }, scene).text).toBe(
      'until 3 Dec 2026 14:00 UTC',
    );
    expect(mortalityTimeWindow.words({ start, end: DEC_3 }, scene).text).toMatch(/^from .* until /);
    expect(mortalityTimeWindow.words({ start: 0n, end: 1n }, scene).level).toBe('warning');
  });

  it('say what children may spend', () => {
    const terms = { token: USDC_ON_BASE, golem: BOB, total: 3_000_000n, expiry: DEC_3 };
    expect(replicantBudget.words(terms, scene).text).toBe(
      `everybody but ${BOB} together at most 3 USDC in total, until 3 Dec 2026 14:00 UTC`,
    );
    expect(replicantBudget.words({ ...terms, total: 0n }, scene).text).toBe(
      `no Replicants: only ${BOB} may use it`,
    );
  });

  it('say which calls in which phase', () => {
    const rule = { target: ALICE, selector: SELL, worstPhase: 1, recipientArg: 0 };
    const text = golemPhase.words(
      {
        golemId: GOLEM,
        maxAge: 60n,
        rules: [rule, { ...rule, worstPhase: 4, recipientArg: null }],
      },
      scene,
    ).text;

    expect(text).toBe(
      `calls only ${SELL} (transfer) at ${ALICE} no later than stable, paying only this account; ` +
        `${SELL} (transfer) at ${ALICE} in every phase`,
    );
    const other = { ...rule, selector: '0xdeadbeef' } as const;
    expect(golemPhase.words({ golemId: GOLEM, maxAge: 60n, rules: [other] }, scene).text).toContain(
      `calls only 0xdeadbeef at ${ALICE}`,
    );
  });

  it('say dreams and moods', () => {
    const call = { target: ALICE, selector: SELL };
    expect(dreamMode.words({ golemId: GOLEM, exempt: [] }, scene).text).toBe(
      'nothing while the Golem dreams',
    );
    expect(dreamMode.words({ golemId: GOLEM, exempt: [call] }, scene).text).toBe(
      `while the Golem dreams only ${SELL} (transfer) at ${ALICE}`,
    );
    const mood = { minPleasure: -50, maxArousal: 40, minDominance: -20 };
    const rules = [
      { ...call, always: true },
      { ...call, always: false },
    ];
    expect(emotionalState.words({ golemId: GOLEM, maxAge: 60n, ...mood, rules }, scene).text).toBe(
      `calls only ${SELL} (transfer) at ${ALICE} in every mood; ` +
        `${SELL} (transfer) at ${ALICE} only in a sound mood ` +
        '(sound: pleasure -50 or more, arousal 40 or less, dominance -20 or more)',
    );
  });

  it('say vaults, swaps and royalties', () => {
    expect(
      vaultNav.words(
        {
          vault: ALICE,
          maxBps: 150,
          navAtGrant: 1n,
          absoluteCap: 77n,
          unitExponent: 0,
          budgetId: 1n,
        },
        scene,
      ).text,
    ).toContain('at most 1.5 % of the vault and at most 77 base units');
    expect(
      knowledgeRoyalty.words({ market: ALICE, selector: SELL, payeeArg: 1, splitter: BOB }, scene)
        .text,
    ).toBe(
      `sells only at ${ALICE} by the function ${SELL} (transfer), with the revenue going to ${BOB}`,
    );
    const swap = {
      router: ALICE,
      selector: SELL,
      tokenIn: BOB,
      tokenOut: anAddress(0x33),
      tokenInArg: 0,
      tokenOutArg: 1,
      recipientArg: 2,
      feed: anAddress(0x44),
      feedDecimals: 8,
      inDecimals: 6,
      outDecimals: 18,
      maxFeedAge: 60n,
      maxBps: 100,
    };
    expect(maxSlippage.words(swap, scene).text).toContain('losing at most 1 % against');
    expect(maxSlippage.words(swap, scene).text).toContain(`swaps only ${BOB} for`);
    expect(maxSlippage.words({ ...swap, tokenIn: USDC_ON_BASE }, scene).text).toContain(
      `swaps only USDC (${USDC_ON_BASE}) for`,
    );
    expect(() => maxSlippage.encode({ ...swap, tokenOut: BOB })).toThrow(RangeError);
  });

  it('say councils and waiting', () => {
    expect(threshold.words({ threshold: 1, signers: [ALICE, BOB] }, scene).text).toBe(
      `only with the approval of 1 of these 2 for each single call: ${ALICE} or ${BOB}`,
    );
    expect(() => threshold.encode({ threshold: 1, signers: [BOB, ALICE] })).toThrow(RangeError);
    expect(warden.words({ guardian: ALICE, minDelay: 3600n, grace: 60n }, scene).text).toBe(
      `each single call only after it was announced to the Warden for 1 hour, in which ${ALICE} may cancel it`,
    );
  });
});
