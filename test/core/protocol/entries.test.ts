import { describe, expect, it } from 'vitest';
import { readEntries, type Unreadable, uniqueById } from '../../../src/core/protocol/entries';
import { document, whole } from '../../../src/core/protocol/schema';

const Thing = document({ size: whole(0, 9) });

function read(entries: unknown, unreadable: Unreadable[] = []) {
  const from = { document: { golems: entries }, name: 'golems' as const, struct: Thing, most: 3 };
  return readEntries({ ...from, unreadable });
}

describe('A list of a document', () => {
  it('is read entry by entry, in order', () => {
    expect(read([{ size: 1 }, { size: 2 }])).toEqual([{ size: 1 }, { size: 2 }]);
  });

  it('is nothing when absent, no list or too long', () => {
    expect([undefined, null, {}, 'abc', [1, 2, 3, 4]].map((entries) => read(entries))).toEqual(
      Array(5).fill(null),
    );
  });

  it('reports what it leaves out, by id where that is readable', () => {
    const unreadable: Unreadable[] = [];

    expect(read([{ size: 10, id: 'big' }, { size: 2 }, { id: 'Not An Id' }], unreadable)).toEqual([
      { size: 2 },
    ]);
    expect(unreadable).toEqual([
      { list: 'golems', path: 'golems.0.size', id: 'big' },
      { list: 'golems', path: 'golems.2.size', id: null },
    ]);
  });

  it('with an id twice keeps the first', () => {
    const unreadable: Unreadable[] = [];

    expect(uniqueById([{ id: 'a' }, { id: 'b' }, { id: 'a' }], 'permissions', unreadable)).toEqual([
      { id: 'a' },
      { id: 'b' },
    ]);
    expect(unreadable).toHaveLength(1);
  });
});
