// A Golem's memory of itself: one small record in its store, read once, and written before anybody acts upon it.
import type { Store } from '../store/store';
import { type GolemRecord, golemRecordText, parseGolemRecord } from './golem-record';
import { golemName, type Whose } from './names';

export type Memory = {
  /** Throws when it cannot be read: who forgets a request asks twice, who forgets a death is born again. */
  recall: () => Promise<GolemRecord>;
  /** Durable when it resolves; changes land in the order in which they were asked for. */
  change: (change: (before: GolemRecord) => Partial<GolemRecord>) => Promise<void>;
};

/** Two memories of one Golem would each forget what the other one wrote. */
const memories = new WeakMap<Store, Map<string, Memory>>();

/** The same again is the same memory. */
export function memoryOf(whose: Whose, store: Store): Memory {
  const all = memories.get(store) ?? new Map<string, Memory>();
  const name = golemName(whose);
  const memory = all.get(name) ?? memoryIn(store, whose, name);
  memories.set(store, all.set(name, memory));
  return memory;
}

function memoryIn(store: Store, whose: Whose, name: string): Memory {
  let record: GolemRecord | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const recall = async () => {
    record ??= parseGolemRecord(whose.id, (await store.all()).get(name));
    return record;
  };
  const change: Memory['change'] = (by) => {
    const work = async () => {
      const before = await recall();
      const after = { ...before, ...by(before) };
      const text = golemRecordText(whose.id, after);
      if (text !== golemRecordText(whose.id, before)) await store.put(name, text);
      record = after;
    };
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
  return { recall, change };
}
