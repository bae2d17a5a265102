import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import { document, whole } from '../../../src/core/protocol/schema';

const Thing = document({ size: whole(0, 9) });

/** A list in a list in a list, as deep as JSON comes. */
function deep(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

describe('A value', () => {
  it('that fits is returned, one that does not is named by its first wrong field', () => {
    expect(check({ size: 3 }, Thing)).toEqual({ ok: true, value: { size: 3 } });
    expect(check({ size: 10 }, Thing)).toEqual({ ok: false, path: ['size'] });
    expect(check(7, Thing)).toEqual({ ok: false, path: [] });
  });

  it.each([
    ['cannot be quoted', { toString: 1 }],
    ['throws when quoted', { toJSON: 1, toString: null, valueOf: null }],
    ['is nested beyond reason', deep(5000)],
  ])('that %s is refused, not thrown', (_, size) => {
    expect(check({ size }, Thing).ok).toBe(false);
  });
});
