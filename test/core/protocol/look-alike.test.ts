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
  ])('is seen: %s', (name) => {
    expect(alike('somebody-else', name)).toBe(true);
  });

  it('is seen in letters that run together', () => {
    const known = [
      { id: 'm', name: 'Marvin' },
      { id: 'w', name: 'Wanda' },
      { id: 'd', name: 'Dora' },
    ];

    expect(lookAlikesOf({ id: 'x', name: 'rnarvin' }, known)).toEqual([known[0]]);
    expect(lookAlikesOf({ id: 'x', name: 'VVanda' }, known)).toEqual([known[1]]);
    expect(lookAlikesOf({ id: 'x', name: 'c1ora' }, known)).toEqual([]);
    expect(lookAlikesOf({ id: 'x', name: 'clora' }, known)).toEqual([known[2]]);
  });

  it('is seen in the id, which is shown where the name is no plain one', () => {
    expect(alike('at1as', 'Vesta')).toBe(true);
    expect(alike('at-las', '[x](http://a)')).toBe(true);
    expect(lookAlikesOf({ id: 'x', name: 'vesta' }, [{ id: 'vesta', name: 'Home' }])).toHaveLength(
      1,
    );
  });

  it.each([
    ['the same Golem', 'atlas', 'Atlas'],
    ['another name', 'vesta', 'Vesta'],
    ['its successor', 'atlas-ii', 'Atlas II'],
    ['nothing but marks', '--', '--'],
  ])('is not: %s', (_, id, name) => {
    expect(alike(id, name)).toBe(false);
  });
});
