import { describe, expect, it } from 'vitest';
import { isOld, oldBlockWords } from '../../../src/core/memory/freshness';
import { NOW } from '../../vectors/builders';

describe('The newest block of an endpoint', () => {
  it.each([
    ['of this moment', 0, false],
    ['of a slow chain', 600, false],
    ['of a slow chain, seen by a clock ten minutes ahead', 1200, false],
    ['of an endpoint that stands still', 1201, true],
    ['of a clock behind the chain', -600, false],
  ])('%s, %i seconds old, is old: %s', (_, age, old) => {
    expect(isOld({ time: NOW - age, at: NOW })).toBe(old);
  });

  it('is named with its age', () => {
    expect(oldBlockWords({ block: 100, time: NOW - 7200, at: NOW })).toBe(
      "block 100, 2 h old by this computer's clock",
    );
  });
});
