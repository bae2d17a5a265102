import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { causesOf, isUndecided } from '../../../src/core/watch/causes';
import type { Clock } from '../../../src/core/watch/clock';
import { keyOf } from '../../../src/core/watch/kinds';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { aRecord, aState, aVital } from '../../vectors/memory';
import { workMs } from '../../vectors/work';

const CLOCK: Clock = { now: NOW, skew: 0 };

function keys(state: Partial<State>, clock = CLOCK): string[] {
  return causesOf(aState(state), clock).map(keyOf);
}

describe('Causes', () => {
  const declining = aRecord({ golem: aGolem({ phase: 'declining' }) });

  it('are those of every Golem that is listed and not put away', () => {
    const nyx = aRecord({ golem: aGolem({ id: 'nyx', phase: 'terminal' }) });

    expect(keys({ golems: [declining, nyx] })).toEqual(['died:nyx', 'declining:atlas']);
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
});

describe('A cause is undecided', () => {
  const undecided = (kind: string, state: Partial<State>, clock = CLOCK) =>
    isUndecided({ kind, golem: 'atlas' }, aState(state), clock);

  it('when its Golem is not listed, except death', () => {
    const golems = [aRecord({ listing: 'unreadable' })];

    expect(undecided('declining', { golems })).toBe(true);
    expect(undecided('gas', { golems })).toBe(true);
    expect(undecided('died', { golems })).toBe(false);
    expect(undecided('contradiction', { golems })).toBe(false);
    expect(undecided('declining', {})).toBe(false);
  });

  it('when its Golem was put away', () => {
    const golems = [aRecord({ dismissed: true })];

    expect(undecided('died', { golems })).toBe(true);
    expect(undecided('contradiction', { golems })).toBe(true);
  });

  it('when only time could tell and clocks disagree', () => {
    const clock = { now: null, skew: 9999 };

    expect(undecided('critical', {}, clock)).toBe(true);
    expect(undecided('revoked', {}, clock)).toBe(true);
    expect(undecided('heartbeat', {}, clock)).toBe(true);
    expect(undecided('declining', {}, clock)).toBe(false);
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
