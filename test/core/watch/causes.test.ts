import { describe, expect, it } from 'vitest';
import type { Failure, State } from '../../../src/core/memory/state';
import { causesOf, isUndecided } from '../../../src/core/watch/causes';
import type { Clock } from '../../../src/core/watch/clock';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { aRecord, aState, aVital } from '../../vectors/memory';
import { workMs } from '../../vectors/work';

const CLOCK: Clock = { now: NOW, skew: 0 };

function keys(state: Partial<State>, clock = CLOCK): string[] {
  return causesOf(aState(state), clock).map((one) => one.key);
}

describe('Causes', () => {
  const declining = aRecord({ golem: aGolem({ phase: 'declining' }) });

  it('are those of every Golem that is listed and not put away', () => {
    const nyx = aRecord({ golem: aGolem({ id: 'nyx', phase: 'terminal' }) });

    expect(keys({ golems: [declining, nyx] })).toEqual(['declining:atlas', 'died:nyx']);
    expect(keys({ golems: [{ ...declining, dismissed: true }] })).toEqual([]);
  });

  it('of a Golem that is not listed are not guessed, but its death is told', () => {
    const dead = aRecord({ golem: aGolem({ phase: 'terminal' }), listing: 'missing' });

    expect(keys({ golems: [{ ...declining, listing: 'missing' }] })).toEqual([]);
    expect(keys({ golems: [{ ...declining, listing: 'unreadable' }] })).toEqual([]);
    expect(keys({ golems: [dead] })).toEqual(['died:atlas']);
    expect(keys({ golems: [{ ...dead, dismissed: true }] })).toEqual([]);
  });

  it('include a death that the oracle shows, also of one that was put away as reported dead', () => {
    const away = aRecord({ golem: aGolem({ phase: 'terminal' }), dismissed: true });
    const vitals = [aVital({ phase: 'terminal' })];

    expect(keys({ golems: [away], vitals })).toEqual(['died:atlas']);
  });

  it('include every contradiction, named after the Golem it is about', () => {
    const contradictions = [
      { key: 'risen:atlas', text: 'Risen.', golem: 'atlas' },
      { key: 'clock', text: 'Clocks.', golem: null },
    ];

    expect(causesOf(aState({ contradictions }), CLOCK)).toMatchObject([
      { key: 'contradiction:risen:atlas', native: 'Atlas: status contradiction', body: 'Risen.' },
      { key: 'contradiction:clock', native: 'Bardo: status contradiction', body: 'Clocks.' },
    ]);
  });
});

describe('The control plane', () => {
  const failure = (over: Partial<Failure>): Failure => ({
    kind: 'unreachable',
    detail: 'no connection, or it was cut',
    at: NOW,
    count: 3,
    since: NOW - 840,
    ...over,
  });

  it('that rejects the token is told at once', () => {
    expect(keys({ failure: failure({ kind: 'rejected', count: 1, since: NOW }) })).toEqual([
      'token',
    ]);
  });

  it('that is out is told after three misses and fourteen minutes, not before', () => {
    expect(keys({ failure: failure({}) })).toEqual(['plane']);
    expect(keys({ failure: failure({ count: 2 }) })).toEqual([]);
    expect(keys({ failure: failure({ since: NOW - 839 }) })).toEqual([]);
    expect(keys({ failure: null })).toEqual([]);
  });
});

describe('A cause is undecided', () => {
  const undecided = (key: string, state: Partial<State>, clock = CLOCK) =>
    isUndecided({ key, golem: key.split(':').at(-1) ?? null }, aState(state), clock);

  it('when its Golem is not listed, except death', () => {
    const golems = [aRecord({ listing: 'unreadable' })];

    expect(undecided('declining:atlas', { golems })).toBe(true);
    expect(undecided('gas:atlas', { golems })).toBe(true);
    expect(undecided('died:atlas', { golems })).toBe(false);
    expect(undecided('contradiction:missing:atlas', { golems })).toBe(false);
    expect(undecided('declining:atlas', {})).toBe(false);
    expect(undecided('declining:nobody', {})).toBe(false);
  });

  it('when its Golem was put away', () => {
    const golems = [aRecord({ dismissed: true })];

    expect(undecided('died:atlas', { golems })).toBe(true);
    expect(undecided('contradiction:missing:atlas', { golems })).toBe(true);
  });

  it('when only time could tell and clocks disagree', () => {
    const clock = { now: null, skew: 9999 };

    expect(undecided('critical:atlas', {}, clock)).toBe(true);
    expect(undecided('revoked:atlas', {}, clock)).toBe(true);
    expect(undecided('heartbeat:atlas', {}, clock)).toBe(true);
    expect(undecided('declining:atlas', {}, clock)).toBe(false);
  });
});

it('five hundred Golems with two thousand permissions are judged in a blink', () => {
  const golems = Array.from({ length: 500 }, (_, n) =>
    aRecord({ golem: aGolem({ id: `g-${n}`, phase: 'declining' }) }),
  );
  const permissions = Array.from({ length: 2000 }, (_, n) =>
    aPermission({ id: `p-${n}`, golem: `g-${n % 500}` }),
  );

  const started = workMs();
  expect(keys({ golems, permissions })).toHaveLength(500);

  expect(workMs() - started).toBeLessThan(1000);
});
