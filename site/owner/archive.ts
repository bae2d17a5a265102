// Which of the ended Golems the owner has put away. It is a matter of this browser: nothing ends or hides on chain.
import { computed, signal } from '@preact/signals';
import { check } from '../../src/core/protocol/check';
import { Id } from '../../src/core/protocol/fields';
import { document, list } from '../../src/core/protocol/schema';
import * as store from './store';

const ArchiveStruct = document({ ids: list(Id, 0, 500) });
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const changed = signal(0);

export const archive = computed<readonly string[]>(() => {
  void changed.value;
  const { value } = store.owner;
  return value ? loadArchive(localStorage, value) : [];
});

export function loadArchive(storage: Storage, owner: string): readonly string[] {
  try {
    const read = check(JSON.parse(storage.getItem(keyOf(owner)) ?? 'null'), ArchiveStruct);
    return read.ok ? read.value.ids : [];
  } catch {
    return [];
  }
}

/** The oldest make room. */
export function putAway(storage: Storage, owner: string, id: string, away: boolean): void {
  const others = loadArchive(storage, owner).filter((one) => one !== id);
  const ids = away ? [...others, id].slice(-500) : others;
  storage.setItem(keyOf(owner), JSON.stringify({ ids }));
  changed.value += 1;
}

function keyOf(owner: string): string {
  return `bardo.archive.${owner.toLowerCase()}`;
}
