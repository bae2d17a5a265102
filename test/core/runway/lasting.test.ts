// The first of four bounds, and nothing guessed: every figure is in whole USDC a day over seven days.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOUNDS,
  burnPerDay,
  type LastingScene,
  lastingOf,
  lastingOfGolem,
} from '../../../src/core/runway/lasting';
import { aGolem, aPermission, NOW, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';

const DAY = 86_400;
const USDC = 1_000_000n;

/** Ten a day for thirty days, of which two a day are spent in four payments. */
function aScene(over: Partial<LastingScene> = {}): LastingScene {
  return {
    now: NOW,
    runway: aPermission({ left: '9000000', expiresAt: NOW + 30 * DAY }),
    phase: 'thriving',
    pace: aPace(),
    held: 1000n * USDC,
    gas: { pullsLeft: 4000, refillsUntil: null },
    ...over,
  };
}

function aPace(over: Partial<NonNullable<LastingScene['pace']>> = {}) {
  return { since: NOW - 7 * DAY, spent: '14000000', payments: 28, complete: true, ...over };
}

describe('What is first', () => {
  it.each([
    ['the end of the grant', {}, 'expiry', 30],
    ['the balance', { held: 8n * USDC }, 'balance', 4],
    ['the gas', { gas: { pullsLeft: 20, refillsUntil: null } }, 'gas', 5],
    [
      'the cap, halved by the phase below the pace',
      { ...aScene(), phase: 'declining' },
      'cap',
      0.5,
    ],
  ] as const)('is %s', (_, over, by, days) => {
    expect(lastingOf(aScene(over)).first).toEqual({ by, at: NOW + days * DAY, surely: true });
  });

  it('is the lease where it ends before its grant', () => {
    const lease = aLease({ expiresAt: NOW + 3 * DAY });
    const lasting = lastingOf(aScene({ runway: aPermission({ expiresAt: NOW + 9 * DAY, lease }) }));

    expect(lasting).toMatchObject({ term: 'lease', first: { by: 'expiry', at: NOW + 3 * DAY } });
  });

  it('is not sure while another bound is unknown, but for what is over already', () => {
    expect(lastingOf(aScene({ held: null })).first.surely).toBe(false);
    expect(lastingOf(aScene({ pace: aPace({ complete: false }) })).first.surely).toBe(false);
    expect(lastingOf(aScene({ held: 0n, pace: null })).first).toEqual({
      by: 'balance',
      at: NOW,
      surely: true,
    });
  });
});

describe('The pace', () => {
  it('is what was spent over the days it is known for', () => {
    expect(burnPerDay(lastingOf(aScene()).burn)).toBe(2n * USDC);
    const young = aPace({ since: NOW - 2 * DAY });
    expect(burnPerDay(lastingOf(aScene({ pace: young })).burn)).toBe(7n * USDC);
  });

  it('is none where nothing was spent, and nothing runs out by it', () => {
    const lasting = lastingOf(aScene({ pace: aPace({ spent: '0', payments: 0 }) }));

    expect(lasting.burn).toEqual({ kind: 'none', seconds: 7 * DAY });
    expect(lasting.bounds).toMatchObject({
      cap: { is: 'unspent' },
      balance: { is: 'unspent' },
      gas: { is: 'unspent' },
    });
    expect(lasting.first).toEqual({ by: 'expiry', at: NOW + 30 * DAY, surely: true });
  });

  it('is not told from less than a day', () => {
    const lasting = lastingOf(aScene({ pace: aPace({ since: NOW - DAY + 1 }) }));

    expect(lasting.burn.kind).toBe('early');
    expect(burnPerDay(lasting.burn)).toBeNull();
    expect(lasting.bounds).toMatchObject({ cap: { is: 'unknown' }, balance: { is: 'unknown' } });
    expect(lasting.first.surely).toBe(false);
  });

  it.each([
    ['nobody told it', null],
    ['it begins in the future', aPace({ since: NOW + 1 })],
    [
      'nothing is listed and blocks are missing',
      aPace({ spent: '0', payments: 0, complete: false }),
    ],
  ])('is unknown where %s', (_, pace) => {
    expect(lastingOf(aScene({ pace })).burn).toEqual({ kind: 'unknown' });
  });
});

describe('The cap', () => {
  it('is renewed where the pace stays within it', () => {
    const exact = aPace({ spent: '70000000' });

    expect(lastingOf(aScene({ pace: exact })).bounds.cap).toEqual({ is: 'renewed' });
    const more = aPace({ spent: '70000001' });
    expect(lastingOf(aScene({ pace: more })).bounds.cap.is).toBe('at');
  });

  it('of a week is held against a week, and the lease on it against a day', () => {
    const week = aPermission({ cap: '13999999', periodSeconds: 7 * DAY, left: '2000000' });
    expect(lastingOf(aScene({ runway: week })).bounds.cap).toEqual({ is: 'at', at: NOW + DAY });

    const enough = { ...week, cap: '14000000' };
    expect(lastingOf(aScene({ runway: enough })).bounds.cap).toEqual({ is: 'renewed' });
    const narrow = { ...enough, lease: aLease({ cap: '1999999' }) };
    expect(lastingOf(aScene({ runway: narrow })).bounds.cap.is).toBe('at');
  });

  it('of a dead Golem is nothing', () => {
    expect(lastingOf(aScene({ phase: 'terminal' })).bounds.cap).toEqual({ is: 'at', at: NOW });
  });
});

describe('The gas', () => {
  it('is renewed as long as its refill is leased', () => {
    const refilled = (refillsUntil: number) => aScene({ gas: { pullsLeft: 1, refillsUntil } });
    expect(lastingOf(refilled(NOW + 30 * DAY)).bounds.gas).toEqual({ is: 'renewed' });

    expect(lastingOf(refilled(NOW + 6 * DAY)).bounds.gas).toEqual({
      is: 'at',
      at: NOW + 6 * DAY,
    });
  });

  it('that is gone fetches no more', () => {
    const gas = { pullsLeft: 0, refillsUntil: NOW + 30 * DAY };

    expect(lastingOf(aScene({ gas })).bounds.gas).toEqual({
      is: 'at',
      at: NOW,
    });
  });

  it('that nobody counted is unknown', () => {
    const gas = { pullsLeft: null, refillsUntil: NOW + 30 * DAY };

    expect(lastingOf(aScene({ gas })).bounds.gas).toEqual({ is: 'unknown' });
  });
});

describe('By the status', () => {
  const pace = { ...aPace(), chainId: 8453, token: USDC_ON_BASE, held: '8000000' } as const;
  const runway = aPermission({ expiresAt: NOW + 30 * DAY });

  it('the chain’s balance comes before the told one', () => {
    const golem = aGolem({ pace });

    expect(lastingOfGolem(golem, { runway, gas: null }, NOW).first.by).toBe('balance');
    const refill = aPermission({ token: null, expiresAt: NOW + 30 * DAY });
    expect(lastingOfGolem(golem, { runway, gas: refill }, NOW).bounds.gas).toEqual({
      is: 'renewed',
    });
    const more = lastingOfGolem(golem, { runway, gas: null }, NOW, 1000n * USDC);
    expect(more.bounds.balance).toEqual({ is: 'at', at: NOW + 500 * DAY });
  });

  it.each([
    ['none is told', null],
    ['it is about other money', { ...pace, token: null }],
    ['it is about another chain', { ...pace, chainId: 1 }],
  ])('the pace is unknown where %s', (_, told) => {
    const lasting = lastingOfGolem(aGolem({ pace: told }), { runway, gas: null }, NOW);

    expect(lasting.burn).toEqual({ kind: 'unknown' });
    expect(lasting.bounds.balance).toEqual({ is: 'unknown' });
  });
});

describe('Whatever the figures', () => {
  const anyScene: fc.Arbitrary<LastingScene> = fc.record({
    now: fc.constant(NOW),
    runway: fc
      .record({
        cap: fc.bigInt({ min: 0n, max: 2n ** 128n }).map(String),
        left: fc.bigInt({ min: 0n, max: 2n ** 128n }).map(String),
        periodSeconds: fc.integer({ min: 1, max: 400 * DAY }),
        expiresAt: fc.integer({ min: NOW - DAY, max: NOW + 400 * DAY }),
      })
      .map(aPermission),
    phase: fc.constantFrom('thriving', 'conservation', 'declining', 'terminal'),
    pace: fc.option(
      fc.record({
        since: fc.integer({ min: NOW - 7 * DAY, max: NOW + DAY }),
        spent: fc.bigInt({ min: 0n, max: 2n ** 128n }).map(String),
        payments: fc.nat(),
        complete: fc.boolean(),
      }),
    ),
    held: fc.option(fc.bigInt({ min: 0n, max: 2n ** 128n })),
    gas: fc.record({ pullsLeft: fc.option(fc.nat()), refillsUntil: fc.constant(null) }),
  });

  it('nothing comes before the first, and it is never after the end', () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const { bounds, first } = lastingOf(scene);
        const times = BOUNDS.flatMap((by) => {
          const until = bounds[by];
          return until.is === 'at' ? until.at : [];
        });
        expect(first.at).toBe(Math.min(...times));
        expect(first.at).toBeLessThanOrEqual(scene.runway.expiresAt);
      }),
    );
  });

  it('who spends more, or holds less, never lasts longer', () => {
    fc.assert(
      fc.property(anyScene, fc.nat(), (scene, more) => {
        if (!scene.pace || scene.held === null) return;
        const spent = (BigInt(scene.pace.spent) + BigInt(more)).toString();
        const faster = lastingOf({ ...scene, pace: { ...scene.pace, spent } }).first.at;
        expect(faster).toBeLessThanOrEqual(lastingOf(scene).first.at);
        const poorer = lastingOf({ ...scene, held: scene.held / 2n }).first.at;
        expect(poorer).toBeLessThanOrEqual(lastingOf(scene).first.at);
      }),
    );
  });
});

function aLease(over: { cap?: string; expiresAt?: number } = {}) {
  return {
    generation: 1,
    budgetId: '1',
    sessionKey: SESSION_KEY,
    cap: '10000000',
    expiresAt: NOW + 30 * DAY,
    ...over,
  };
}
