// The knowledge record that a successor inherits: kept from the page of a death until the successor is entered, by the id
// the successor gets.
import { check } from '../../src/core/protocol/check';
import { Id } from '../../src/core/protocol/fields';
import type { Storage } from './draft';

const keyOf = (owner: string, golem: string) => `bardo.heirloom.${owner.toLowerCase()}.${golem}`;

export function bequeath(
  storage: Storage,
  about: { owner: string; golem: string; record: string | null },
): void {
  const key = keyOf(about.owner, about.golem);
  if (about.record) storage.setItem(key, about.record);
  else storage.removeItem(key);
}

/** null = it inherits none. Storage is outside data. */
export function heirloomOf(storage: Storage, owner: string, golem: string): string | null {
  const read = check(storage.getItem(keyOf(owner, golem)), Id);
  return read.ok ? read.value : null;
}
