// Lists of a document, read entry by entry: one bad record is reported and left out, and must not
// hide the rest.

import { check } from './check';
import type { Struct } from './schema';

export type ListName = 'golems' | 'permissions' | 'history' | 'waiting' | 'mandates';

/** `path`: e.g. "golems.3.vitality". `id` is the entry's id when at least that was readable. */
export type Unreadable = { list: ListName; path: string; id: string | null };

type Reading<T> = {
  document: Record<string, unknown>;
  name: ListName;
  struct: Struct<T>;
  most: number;
  /** Takes what could not be read. */
  unreadable: Unreadable[];
};

/** null when there is no such list or it is longer than `most`. */
export function readEntries<T>(from: Reading<T>): T[] | null {
  const { name, struct, most, unreadable } = from;
  const entries = from.document[name];
  if (!Array.isArray(entries) || entries.length > most) return null;
  return entries.flatMap((entry: unknown, index) => {
    const read = check(entry, struct);
    if (read.ok) return [read.value];
    unreadable.push({ list: name, path: [name, index, ...read.path].join('.'), id: idOf(entry) });
    return [];
  });
}

/** Two entries of one id contradict each other: the first is kept, the second reported. */
export function uniqueById<T extends { id: string }>(
  entries: readonly T[],
  list: ListName,
  unreadable: Unreadable[],
): T[] {
  const seen = new Set<string>();
  return entries.filter(({ id }) => {
    if (!seen.has(id)) return seen.add(id);
    unreadable.push({ list, path: `${list}: second entry for "${id}"`, id });
    return false;
  });
}

function idOf(entry: unknown): string | null {
  const id = (entry as { id?: unknown } | null)?.id;
  return typeof id === 'string' && /^[a-z0-9-]{1,64}$/.test(id) ? id : null;
}
