// The owner's own names for addresses: kept by owner in this browser, plain, bounded, and never a proof.
import { describe, expect, it } from 'vitest';
import {
  disguisedAs,
  labelOf,
  labelsLike,
  loadBook,
  saveLabel,
} from '../../../site/owner/address-book';
import { storageInMemory } from '../stage';

const OWNER = `0x${'aa'.repeat(20)}`;
const OTHER = `0x${'bb'.repeat(20)}`;
const SHOP: `0x${string}` = `0x1234${'00'.repeat(16)}abcd`;
const THIEF: `0x${string}` = `0x1234${'99'.repeat(16)}abcd`;

describe('the address book', () => {
  it('keeps a label for its owner alone, whatever the case of the address', () => {
    const storage = storageInMemory();

    expect(saveLabel(storage, OWNER, { address: SHOP, label: '  The   shop ' })).toBeNull();

    expect(labelOf(loadBook(storage, OWNER), SHOP.toUpperCase().replace('X', 'x'))).toBe(
      'The shop',
    );
    expect(loadBook(storage, OWNER.toUpperCase().replace('X', 'x'))).toHaveLength(1);
    expect(loadBook(storage, OTHER)).toEqual([]);
  });

  it('changes and removes a label', () => {
    const storage = storageInMemory();
    for (const label of ['One', 'Two', '']) {
      saveLabel(storage, OWNER, { address: SHOP, label });
      expect(labelOf(loadBook(storage, OWNER), SHOP)).toBe(label || null);
    }
  });

  it.each(['<b>x</b>', 'a\u202eb', 'a\u200bb', 'x'.repeat(33), '…', '🙂', '[x](y)'])(
    'refuses the label %j',
    (label) => {
      const storage = storageInMemory();
      expect(saveLabel(storage, OWNER, { address: SHOP, label })).toBe('unplain');
      expect(loadBook(storage, OWNER)).toEqual([]);
    },
  );

  it('takes letters of any language', () => {
    const storage = storageInMemory();
    expect(
      saveLabel(storage, OWNER, { address: SHOP, label: 'Bäckerei №1'.replace('№', 'Nr. ') }),
    ).toBeNull();
    expect(saveLabel(storage, OWNER, { address: THIEF, label: '電気' })).toBeNull();
  });

  it('is bounded', () => {
    const storage = storageInMemory();
    const address = (index: number): `0x${string}` => `0x${`${index}`.padStart(40, '0')}`;
    const labels = Array.from({ length: 500 }, (_, index) => ({
      address: address(index),
      label: `L${index}`,
    }));
    storage.setItem(`bardo.labels.${OWNER}`, JSON.stringify({ labels }));

    expect(saveLabel(storage, OWNER, { address: SHOP, label: 'One more' })).toBe('full');
    expect(saveLabel(storage, OWNER, { address: address(7), label: 'Changed' })).toBeNull();
  });

  it.each(['', '{', '[]', '{"labels":[{"address":"0x1","label":"x"}]}', '{"labels":7}'])(
    'is empty where %j was written',
    (text) => {
      const storage = storageInMemory();
      storage.setItem(`bardo.labels.${OWNER}`, text);
      expect(loadBook(storage, OWNER)).toEqual([]);
    },
  );
});

describe('what could be mixed up', () => {
  const book = [{ address: SHOP, label: 'Shop' }];

  it('is another address of the same look', () => {
    expect(disguisedAs(book, THIEF)?.label).toBe('Shop');
    expect(disguisedAs(book, SHOP)).toBeNull();
    expect(disguisedAs(book, OTHER)).toBeNull();
  });

  it('is a label that reads like another one', () => {
    expect(labelsLike(book, { address: OTHER as `0x${string}`, label: 'Sh0p' })).toMatchObject(
      book,
    );
    expect(labelsLike(book, { address: SHOP, label: 'Sh0p' })).toEqual([]);
    expect(labelsLike(book, { address: OTHER as `0x${string}`, label: 'Rent' })).toEqual([]);
  });
});
