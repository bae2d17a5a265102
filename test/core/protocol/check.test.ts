import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import {
  anything,
  document,
  either,
  hex,
  list,
  mapOf,
  oneOf,
  orAbsent,
  orNull,
  params,
  whole,
} from '../../../src/core/protocol/schema';

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

describe('What is read', () => {
  const Page = document({ owner: hex(2), note: orAbsent(whole(0, 9)), parts: list(Thing, 1, 2) });

  it('holds the named fields only, hexadecimal in lower case, at every depth', () => {
    const input = { owner: '0xAbCd', parts: [{ size: 1, more: 2 }], other: 3 };

    expect(check(input, Page)).toEqual({
      ok: true,
      value: { owner: '0xabcd', parts: [{ size: 1 }] },
    });
    expect(input.parts[0]).toEqual({ size: 1, more: 2 });
  });

  it.each([
    ['a field that is not there', { parts: [{ size: 1 }] }, ['owner']],
    [
      'a field that may be left out and is wrong',
      { owner: '0xabcd', note: null, parts: [] },
      ['note'],
    ],
    ['an entry', { owner: '0xabcd', parts: [{ size: 1 }, { size: '1' }] }, ['parts', '1', 'size']],
    ['a list that is too short', { owner: '0xabcd', parts: [] }, ['parts']],
    ['a prefix that is not 0x', { owner: '0XABCD', parts: [{ size: 1 }] }, ['owner']],
    [
      'a field from a prototype',
      Object.create({ owner: '0xabcd', parts: [{ size: 1 }] }),
      ['owner'],
    ],
  ])('is nothing for %s, which is named', (_, input, path) => {
    expect(check(input, Page)).toEqual({ ok: false, path });
  });

  it('is nothing for a list that is too long, before any of its entries is read', () => {
    let reads = 0;
    const entry = Object.defineProperty({}, 'size', { enumerable: true, get: () => ++reads });

    expect(check([entry, entry, entry], list(Thing, 0, 2))).toEqual({ ok: false, path: [] });
    expect(reads).toBe(0);
  });

  it('of parameters is nothing when one is unknown, after those that are known and wrong', () => {
    const Size = params({ size: whole(0, 9) });

    expect(check({ extra: 1, size: 2 }, Size)).toEqual({ ok: false, path: ['extra'] });
    expect(check({ extra: 1, size: 'x' }, Size)).toEqual({ ok: false, path: ['size'] });
    expect(check(JSON.parse('{"size":1,"__proto__":2}'), Size).ok).toBe(false);
  });

  it('is one of two shapes, the first that fits', () => {
    const Order = either(
      params({ kind: oneOf(['stop']), body: Thing }),
      params({ kind: oneOf(['raise']), body: orNull(whole()) }),
    );

    expect(check({ kind: 'stop', body: { size: 1 } }, Order).ok).toBe(true);
    expect(check({ kind: 'raise', body: null }, Order).ok).toBe(true);
    expect(check({ kind: 'stop', body: null }, Order)).toEqual({ ok: false, path: [] });
  });

  it('may have keys that somebody else chose', () => {
    const Chosen = mapOf(/^[a-z]{1,3}$/);

    expect(check({ abc: 1, x: [] }, Chosen)).toEqual({ ok: true, value: { abc: 1, x: [] } });
    expect(check({ abcd: 1 }, Chosen).ok).toBe(false);
    expect(check('abc', Chosen).ok).toBe(false);
    expect(check('abc', anything())).toEqual({ ok: true, value: 'abc' });
  });
});
