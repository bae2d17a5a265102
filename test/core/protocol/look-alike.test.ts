import { describe, expect, it } from 'vitest';
import { lookAlikesOf } from '../../../src/core/protocol/look-alike';

const atlas = { id: 'atlas', name: 'Atlas' };
const alike = (id: string, name: string) => lookAlikesOf({ id, name }, [atlas]).length === 1;

describe('a name that could be taken for another', () => {
  it.each([
    'Atlas',
    'ATLAS',
    'atlas',
    'At las',
    'Atlas ',
    'At-las',
    'A_tlas',
    'AtIas',
    'At1as',
    '4tlas',
    'Atla5',
    'ATLA5',
    '4 T 1 A 5',
    'Attlas',
    'Atlass',
    'AAtlas',
  ])('is seen: %s', (name) => {
    expect(alike('somebody-else', name)).toBe(true);
  });

  it('is seen in letters that run together', () => {
    const known = [
      { id: 'm', name: 'Marvin' },
      { id: 'w', name: 'Wanda' },
      { id: 'd', name: 'Dora' },
      { id: 'q', name: 'Quill' },
    ];

    expect(lookAlikesOf({ id: 'x', name: 'rnarvin' }, known)).toEqual([known[0]]);
    expect(lookAlikesOf({ id: 'x', name: 'VVanda' }, known)).toEqual([known[1]]);
    expect(lookAlikesOf({ id: 'x', name: 'UUanda' }, known)).toEqual([known[1]]);
    for (const name of ['clora', 'c1ora', 'cIora', 'CL0RA']) {
      expect(lookAlikesOf({ id: 'x', name }, known)).toEqual([known[2]]);
    }
    expect(lookAlikesOf({ id: 'x', name: 'gui1l' }, known)).toEqual([known[3]]);
  });

  it('is seen in the id, which is shown where the name is no plain one', () => {
    expect(alike('at1as', 'Vesta')).toBe(true);
    expect(alike('at-las', '[x](http://a)')).toBe(true);
    expect(lookAlikesOf({ id: 'x', name: 'vesta' }, [{ id: 'vesta', name: 'Home' }])).toHaveLength(
      1,
    );
  });

  it('is not: one of several with numbers of their own', () => {
    const workers = [1, 2, 5].map((n) => ({ id: `worker-${n}`, name: `Worker ${n}` }));
    const heirs = ['i', 'ii', 'iii'].map((n) => ({ id: `atlas-${n}`, name: `Atlas ${n}` }));
    for (const one of workers) expect(lookAlikesOf(one, workers)).toEqual([]);
    for (const one of heirs) expect(lookAlikesOf(one, heirs)).toEqual([]);
  });

  it.each([
    ['the same Golem', 'atlas', 'Atlas'],
    ['another name', 'vesta', 'Vesta'],
    ['its successor', 'atlas-ii', 'Atlas II'],
    ['the successor’s successor', 'atlas-iii', 'Atlas III'],
    ['a number of its own', 'atlas-7', 'Atlas 7'],
    ['nothing but marks', '--', '--'],
  ])('is not: %s', (_, id, name) => {
    expect(alike(id, name)).toBe(false);
  });
});
