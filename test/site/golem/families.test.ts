// The owner's list: who stands below whom, what is put away, and in which order.
import { describe, expect, it } from 'vitest';
import {
  type Family,
  familiesOf,
  isSorted,
  named,
  shelfOf,
  sorted,
} from '../../../site/golem/families';
import { loadArchive, putAway } from '../../../site/owner/archive';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { storageInMemory } from '../stage';

const golem = (id: string, name: string, parent: string | null = null) =>
  aGolem({ id, name, parent, guardian: null });
const runway = (id: string, left: string, over: object = {}) =>
  aPermission({ id: `p-${id}`, golem: id, left, ...over });
const ended = { revokedAt: NOW - 1 };

const KNOWN = {
  golems: [
    golem('atlas', 'Atlas'),
    golem('atlas-echo', 'Echo', 'atlas'),
    golem('vesta', 'Vesta'),
    golem('lost', 'Lost', 'gone'),
    golem('old', 'Old'),
  ],
  permissions: [
    runway('atlas', '1000000'),
    runway('vesta', '9000000'),
    runway('lost', '5', { expiresAt: NOW + 60 }),
    runway('old', '0', ended),
  ],
};
const families = () => familiesOf(KNOWN, NOW);
const ids = (list: readonly Family[]) => list.map(({ view }) => view.golem.id);

describe('the families', () => {
  it('put Replicants below their parents, and leave nobody out', () => {
    const atlas = families().find(({ view }) => view.golem.id === 'atlas');

    expect(atlas?.children.map(({ name }) => name)).toEqual(['Echo']);
    const all = families().flatMap(({ view, children }) => [view, ...children]);
    expect(all.map(({ golem: { id } }) => id).sort()).toEqual(
      KNOWN.golems.map(({ id }) => id).sort(),
    );
  });

  it('leave out neither a Replicant of a Replicant nor two that name each other', () => {
    const golems = [
      ...KNOWN.golems,
      golem('grandchild', 'Grandchild', 'atlas-echo'),
      golem('one', 'One', 'other'),
      golem('other', 'Other', 'one'),
    ];
    const all = familiesOf({ ...KNOWN, golems }, NOW).flatMap(({ view, children }) => [
      view,
      ...children,
    ]);
    expect(all.map((one) => one.golem.id).sort()).toEqual(golems.map(({ id }) => id).sort());
  });

  it.each([
    ['name', ['atlas', 'lost', 'old', 'vesta']],
    ['left', ['vesta', 'atlas', 'lost', 'old']],
  ] as const)('are sorted by %s', (by, order) => {
    expect(ids(sorted(families(), by))).toEqual(order);
  });

  it('are sorted by the soonest end, with what has none last', () => {
    expect(ids(sorted(families(), 'end'))[0]).toBe('lost');
    expect(ids(sorted(families(), 'end')).at(-1)).toBe('old');
  });

  it('are found by the name of a Replicant too', () => {
    expect(ids(named(families(), ' ECHO '))).toEqual(['atlas']);
    expect(ids(named(families(), 'nobody'))).toEqual([]);
  });
});

describe('the shelf', () => {
  const shelf = (id: string, archived: string[], known = KNOWN) => {
    const family = familiesOf(known, NOW).find(({ view }) => view.golem.id === id) as Family;
    return shelfOf(family, archived);
  };

  it('hides no Golem that can spend, whatever was put away', () => {
    expect(shelf('atlas', ['atlas'])).toBe('current');
    expect(shelf('old', [])).toBe('ended');
    expect(shelf('old', ['old'])).toBe('archived');
  });

  it('of the ended can be chosen as soon as one has ended, however few there are', () => {
    const few = (...wanted: string[]) =>
      families().filter(({ view }) => wanted.includes(view.golem.id));
    expect(isSorted(few('atlas', 'vesta'), [])).toBe(false);
    expect(isSorted(few('atlas', 'old'), [])).toBe(true);
    expect(isSorted(few('atlas', 'vesta', 'lost'), [])).toBe(true);
  });

  it('hides no parent whose Replicant has something open', () => {
    const known = {
      golems: [...KNOWN.golems, golem('old-child', 'Child', 'old')],
      permissions: [...KNOWN.permissions, runway('old-child', '1')],
    };
    expect(shelf('old', ['old'], known)).toBe('current');
  });
});

describe('the archive', () => {
  it('is the owner’s own, and what is no list is none', () => {
    const storage = storageInMemory();
    putAway(storage, '0xAA', 'old', true);
    putAway(storage, '0xaa', 'older', true);
    putAway(storage, '0xaa', 'old', false);

    expect(loadArchive(storage, '0xaA')).toEqual(['older']);
    expect(loadArchive(storage, '0xbb')).toEqual([]);
    storage.setItem('bardo.archive.0xbb', '{"ids":["<x>"]}');
    expect(loadArchive(storage, '0xbb')).toEqual([]);
    storage.setItem('bardo.archive.0xbb', '{');
    expect(loadArchive(storage, '0xbb')).toEqual([]);
  });
});
