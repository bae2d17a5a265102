import { describe, expect, it } from 'vitest';
import type { Golem, Permission } from '../../../src/core/protocol/status';
import { causesOf } from '../../../src/core/watch/causes';
import { keyOf } from '../../../src/core/watch/kinds';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { aRecord, aState } from '../../vectors/memory';

const DAY = 86_400;

function causes(
  golem: Partial<Golem>,
  permission: Partial<Permission> = {},
  now: number | null = NOW,
) {
  const golems = [aRecord({ golem: aGolem(golem) })];
  const state = aState({ golems, permissions: [aPermission(permission)] });
  return causesOf(state, { now, skew: 0 }).map((one) => ({ ...one, key: keyOf(one) }));
}

function keys(...args: Parameters<typeof causes>): string[] {
  return causes(...args).map((one) => one.key);
}

function silentFor(seconds: number): Golem['heartbeat'] {
  const { heartbeat } = aGolem();
  return heartbeat && { ...heartbeat, at: NOW - seconds };
}

describe('A healthy Golem', () => {
  it('is no news', () => {
    expect(keys({})).toEqual([]);
    expect(keys({ phase: 'conservation', vitality: 1 })).toEqual([]);
    expect(keys({}, { left: '4999999', expiresAt: NOW + 2 * DAY })).toEqual([]);
  });
});

describe('Decline', () => {
  it('is told with vitality and its effect', () => {
    expect(causes({ phase: 'declining', vitality: 12 })).toMatchObject([
      { key: 'declining:atlas', more: expect.stringContaining('vitality 12 of 100') },
    ]);
  });
});

describe('A runway', () => {
  it('that turns critical is told, by money or by time', () => {
    expect(keys({}, { left: '999999' })).toEqual(['critical:atlas']);
    expect(keys({}, { expiresAt: NOW + DAY - 1 })).toEqual(['critical:atlas']);
  });

  it('that ended is told, by word or by time', () => {
    expect(keys({}, { revokedAt: NOW })).toEqual(['revoked:atlas']);
    expect(keys({}, { expiresAt: NOW })).toEqual(['revoked:atlas']);
  });

  it('is not judged by a clock nobody can trust, except where the server says revoked', () => {
    expect(keys({}, { expiresAt: NOW - DAY }, null)).toEqual([]);
    expect(keys({}, { left: '0' }, null)).toEqual([]);
    expect(keys({}, { revokedAt: NOW }, null)).toEqual(['revoked:atlas']);
  });

  it('that never was is no news, also with gas money', () => {
    expect(keys({}, { golem: 'nyx' })).toEqual([]);
    expect(keys({}, { token: null })).toEqual([]);
  });
});

describe('A heartbeat', () => {
  it('is missed beyond twice its interval, not before', () => {
    expect(keys({ heartbeat: silentFor(600) })).toEqual([]);
    expect(keys({ heartbeat: silentFor(601) })).toEqual(['heartbeat:atlas']);
  });

  it('is missed after two days, whatever interval the server tells', () => {
    const beat = silentFor(2 * DAY + 1);
    const heartbeat = beat && { ...beat, intervalSeconds: 7 * DAY };
    const [missed] = causes({ heartbeat }, { expiresAt: NOW + 30 * DAY });

    expect(missed?.more).toContain('one is due every 1 day');
  });

  it('is judged at the time of the status: an outage of the control plane is not the Golem’s silence', () => {
    expect(keys({ heartbeat: silentFor(60) }, {}, NOW + 5 * DAY - 1)).not.toContain(
      'heartbeat:atlas',
    );
    expect(keys({ heartbeat: silentFor(601) }, {}, null)).toEqual([]);
  });

  it('that never came is not missed', () => {
    expect(keys({ heartbeat: null })).toEqual([]);
  });
});

describe('Gas', () => {
  it('is told below five pulls, and not when it is not known', () => {
    expect([null, 5, 4, 0].map((gasPullsLeft) => keys({ gasPullsLeft }))).toEqual([
      [],
      [],
      ['gas:atlas'],
      ['gas:atlas'],
    ]);
    expect(causes({ gasPullsLeft: 1 })[0]?.more).toContain('gas for 1 more payment.');
  });
});
