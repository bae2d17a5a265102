// The owner's own names for addresses. They stay in this browser, one book for each owner: a control plane that could
// write them could call a thief "Savings". A label is an aid to memory and proves nothing.
import { computed, signal } from '@preact/signals';
import { lower } from '../../src/core/bytes/hex';
import { sameAddress, shortHex } from '../../src/core/chain/addresses';
import { check } from '../../src/core/protocol/check';
import { Address } from '../../src/core/protocol/fields';
import { lookAlikesOf } from '../../src/core/protocol/look-alike';
import { document, type Infer, list, text } from '../../src/core/protocol/schema';
import * as store from './store';

/** Plain letters, digits and a few signs: nothing that turns, hides or joins text. */
const LABEL = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N} ._&'()+-]{1,32}$/u;
const MAX_LABELS = 500;

const EntryStruct = document({ address: Address, label: text(LABEL) });
const BookStruct = document({ labels: list(EntryStruct, 0, MAX_LABELS) });

export type Labelled = Infer<typeof EntryStruct>;
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const changed = signal(0);

/** Of who is signed in. */
export const addressBook = computed<readonly Labelled[]>(() => {
  void changed.value;
  const { value } = store.owner;
  return value ? loadBook(localStorage, value) : [];
});

/** What somebody else wrote there is no book. */
export function loadBook(storage: Storage, owner: string): readonly Labelled[] {
  const read = check(parsed(storage.getItem(keyOf(owner))), BookStruct);
  return read.ok ? read.value.labels : [];
}

export type LabelProblem = 'unplain' | 'full' | null;

/** An empty label takes the address out of the book. */
export function saveLabel(
  storage: Storage,
  owner: string,
  { address, label }: Labelled,
): LabelProblem {
  const plain = label.normalize('NFC').trim().replace(/\s+/g, ' ');
  const others = loadBook(storage, owner).filter((one) => !sameAddress(one.address, address));
  if (plain !== '' && !LABEL.test(plain)) return 'unplain';
  if (plain !== '' && others.length >= MAX_LABELS) return 'full';
  const labels = plain === '' ? others : [...others, { address: lower(address), label: plain }];
  storage.setItem(keyOf(owner), JSON.stringify({ labels }));
  changed.value += 1;
  return null;
}

export function labelOf(book: readonly Labelled[], address: string): string | null {
  return book.find((one) => sameAddress(one.address, address))?.label ?? null;
}

/** Labels of other addresses that could be read as this one. */
export function labelsLike(
  book: readonly Labelled[],
  { address, label }: Labelled,
): readonly Labelled[] {
  const named = book.map((one) => ({ ...one, id: one.address, name: one.label }));
  const like = lookAlikesOf({ id: address, name: plainName(label) }, named.map(plainly));
  return named.filter(({ id }) => like.some((one) => one.id === id));
}

/** Another address that is shown the same as one the owner knows: how address poisoning works. */
export function disguisedAs(book: readonly Labelled[], address: string): Labelled | null {
  const look = shortHex(address.toLowerCase());
  return (
    book.find((one) => shortHex(one.address) === look && !sameAddress(one.address, address)) ?? null
  );
}

/** Core compares the names of Golems, which are plain ASCII. */
function plainly<T extends { name: string }>(one: T): T {
  return { ...one, name: plainName(one.name) };
}

function plainName(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 _-]/g, '')
    .slice(0, 24);
}

function keyOf(owner: string): string {
  return `bardo.labels.${owner.toLowerCase()}`;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
