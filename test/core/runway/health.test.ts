// SPEC §3, every boundary. NOW is the moment of judgement.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Permission, PHASES, type Phase } from '../../../src/core/protocol/status';
import {
  capOf,
  endsAt,
  type Health,
  healthOf,
  healthOfGolem,
  isLive,
  leftToday,
  runwaysOf,
} from '../../../src/core/runway/health';
import { aGolem, aHash, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

const DAY = 86_400;
const FULL = { cap: '1000', left: '1000', expiresAt: NOW + 30 * DAY };

function aLease(over: Partial<NonNullable<Permission['lease']>> = {}) {
  return {
    generation: 1,
    budgetId: aHash(0xbb),
    sessionKey: SESSION_KEY,
    cap: '1000',
    expiresAt: NOW + 30 * DAY,
    ...over,
  };
}

function health(over: Partial<Permission>, phase: Phase = 'thriving'): Health {
  return healthOf(aPermission({ ...FULL, ...over }), phase, NOW);
}

describe('A permission by its share of the cap', () => {
  it.each([
    ['1000', 'healthy'],
    ['501', 'healthy'],
    ['500', 'healthy'],
    ['499', 'low'],
    ['101', 'low'],
    ['100', 'low'],
    ['99', 'critical'],
    ['0', 'critical'],
  ])('with %s of 1000 left is %s', (left, expected) => {
    expect(health({ left })).toBe(expected);
  });

  it('is judged without rounding', () => {
    const cap = '10000000000000000000000000000001';

    expect(health({ cap, left: '1000000000000000000000000000000' })).toBe('critical');
    expect(health({ cap, left: '1000000000000000000000000000001' })).toBe('low');
  });

  it('with a cap of nothing is critical, not healthy by 0 of 0', () => {
    expect(health({ cap: '0', left: '0' })).toBe('critical');
  });
});

describe('A permission by its time', () => {
  it.each([
    [3 * DAY, 'healthy'],
    [3 * DAY - 1, 'low'],
    [DAY, 'low'],
    [DAY - 1, 'critical'],
    [1, 'critical'],
    [0, 'revoked'],
    [-1, 'revoked'],
  ])('with %i seconds left is %s', (seconds, expected) => {
    expect(health({ expiresAt: NOW + seconds })).toBe(expected);
  });

  it('between three and seven days with more than half left is healthy', () => {
    expect(health({ expiresAt: NOW + 5 * DAY, left: '501' })).toBe('healthy');
  });

  it('that is revoked is revoked whatever is left, also when revoked in the future', () => {
    expect(health({ revokedAt: NOW - 1 })).toBe('revoked');
    expect(health({ revokedAt: NOW + DAY })).toBe('revoked');
  });

  it('ends with its lease, if that ends first', () => {
    expect(health({ lease: aLease({ expiresAt: NOW + DAY - 1 }) })).toBe('critical');
    expect(health({ lease: aLease({ expiresAt: NOW }) })).toBe('revoked');
    expect(endsAt(aPermission({ ...FULL, lease: aLease({ expiresAt: NOW + 5 }) }))).toBe(NOW + 5);
    expect(endsAt(aPermission({ ...FULL, lease: aLease({ expiresAt: NOW + 99 * DAY }) }))).toBe(
      FULL.expiresAt,
    );
  });

  it('is not known when clocks disagree, unless the server says it was revoked', () => {
    expect(healthOf(aPermission({ expiresAt: NOW - DAY }), 'thriving', null)).toBe('unknown');
    expect(healthOf(aPermission({ left: '0' }), 'thriving', null)).toBe('unknown');
    expect(healthOf(aPermission({ revokedAt: NOW }), 'thriving', null)).toBe('revoked');
  });
});

describe('The phase', () => {
  it.each([
    ['thriving', '499', 'low'],
    ['stable', '500', 'healthy'],
    ['conservation', '250', 'healthy'],
    ['conservation', '249', 'low'],
    ['conservation', '50', 'low'],
    ['conservation', '49', 'critical'],
    ['declining', '50', 'healthy'],
    ['declining', '49', 'low'],
    ['declining', '10', 'low'],
    ['declining', '9', 'critical'],
  ] as const)('%s judges %s of 1000 as %s, by what it allows', (phase, left, expected) => {
    expect(health({ left }, phase)).toBe(expected);
  });

  it('terminal leaves time alone to judge', () => {
    expect(health({ left: '0' }, 'terminal')).toBe('healthy');
    expect(health({ left: '0', expiresAt: NOW + 3 * DAY - 1 }, 'terminal')).toBe('low');
    expect(health({ left: '0', expiresAt: NOW + DAY - 1 }, 'terminal')).toBe('critical');
    expect(health({ expiresAt: NOW }, 'terminal')).toBe('revoked');
  });

  it('that rounds a tiny cap to nothing makes it critical', () => {
    expect(health({ cap: '9', left: '9' }, 'declining')).toBe('critical');
  });
});

describe('What is left today', () => {
  it('is never more than the phase, the cap or the lease allows', () => {
    expect(leftToday(aPermission({ cap: '1000', left: '800' }), 'thriving')).toBe(800n);
    expect(leftToday(aPermission({ cap: '1000', left: '800' }), 'conservation')).toBe(500n);
    expect(leftToday(aPermission({ cap: '1000', left: '800' }), 'terminal')).toBe(0n);
    expect(leftToday(aPermission({ cap: '1000', left: '99999' }), 'thriving')).toBe(1000n);
    const leased = aPermission({ cap: '1000', left: '800', lease: aLease({ cap: '200' }) });
    expect(leftToday(leased, 'thriving')).toBe(200n);
    expect(leftToday(leased, 'conservation')).toBe(100n);
  });

  it('is measured against the tightest link, so that a small lease is not always critical', () => {
    const over = { cap: '1000', left: '50', lease: aLease({ cap: '50' }) };

    expect(capOf(aPermission(over))).toBe(50n);
    expect(health(over)).toBe('healthy');
  });
});

describe('A Golem', () => {
  const of = (...permissions: Partial<Permission>[]) =>
    healthOfGolem(
      aGolem(),
      permissions.map((over, n) => aPermission({ ...FULL, id: `p-${n}`, ...over })),
      NOW,
    );

  it('has no health before its first runway, also with gas money', () => {
    expect(of()).toBeNull();
    expect(of({ token: null })).toBeNull();
    expect(of({ golem: 'another' })).toBeNull();
  });

  it('is as well as the worst of its live runways', () => {
    expect(of({}, { left: '200' })).toBe('low');
    expect(of({ left: '0' }, {}, { left: '200' })).toBe('critical');
    expect(of({}, {})).toBe('healthy');
  });

  it('does not count a replaced grant', () => {
    expect(of({ revokedAt: NOW - 1 }, {})).toBe('healthy');
    expect(of({ expiresAt: NOW }, {})).toBe('healthy');
    expect(of({ lease: aLease({ expiresAt: NOW }) }, {})).toBe('healthy');
  });

  it('is revoked when it had runways and none lives, whatever gas money it has', () => {
    expect(of({ revokedAt: NOW - 1 }, { expiresAt: NOW })).toBe('revoked');
    expect(of({ revokedAt: NOW - 1 }, { token: null })).toBe('revoked');
  });

  it('is not known when clocks disagree, unless all its runways are revoked', () => {
    const two = [
      aPermission({ id: 'a', revokedAt: NOW }),
      aPermission({ id: 'b', expiresAt: NOW - DAY }),
    ];

    expect(healthOfGolem(aGolem(), two, null)).toBe('unknown');
    expect(healthOfGolem(aGolem(), two.slice(0, 1), null)).toBe('revoked');
    expect(healthOfGolem(aGolem(), [], null)).toBeNull();
  });
});

describe('A live permission', () => {
  it('lives until its last second', () => {
    expect(isLive(aPermission({ expiresAt: NOW + 1 }), NOW)).toBe(true);
    expect(isLive(aPermission({ expiresAt: NOW }), NOW)).toBe(false);
    expect(isLive(aPermission({ revokedAt: NOW }), NOW)).toBe(false);
  });

  it('may be live when nobody knows the time: it can still be ended', () => {
    expect(isLive(aPermission({ expiresAt: NOW - DAY }), null)).toBe(true);
    expect(isLive(aPermission({ revokedAt: NOW }), null)).toBe(false);
  });

  it('outlives its lease: the grant must still be ended, the Golem cannot use it', () => {
    const leaseless = aPermission({ lease: aLease({ expiresAt: NOW }) });

    expect(isLive(leaseless, NOW)).toBe(true);
    expect(runwaysOf([leaseless], NOW)).toEqual([]);
  });
});

it('health has no holes and only worsens as money or time goes', () => {
  const order: Health[] = ['healthy', 'low', 'critical', 'revoked'];
  const amount = fc.bigInt(0n, 2n ** 100n);
  const time = fc.integer({ min: NOW - 10 * DAY, max: NOW + 10 * DAY });
  fc.assert(
    fc.property(
      amount,
      amount,
      time,
      fc.constantFrom(...PHASES),
      fc.nat(),
      (cap, left, expiresAt, phase, less) => {
        const judged = (money: bigint, end: number) =>
          order.indexOf(health({ cap: `${cap}`, left: `${money}`, expiresAt: end }, phase));

        const now = judged(left, expiresAt);

        expect(now).toBeGreaterThanOrEqual(0);
        expect(
          judged(left - BigInt(less) < 0n ? 0n : left - BigInt(less), expiresAt),
        ).toBeGreaterThanOrEqual(now);
        expect(judged(left, expiresAt - less)).toBeGreaterThanOrEqual(now);
      },
    ),
  );
});
