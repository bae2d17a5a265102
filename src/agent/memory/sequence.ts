// Heartbeats are numbered, and no number is used twice: it is written down before it is signed. The kit keeps it in the
// Golem's own store unless the caller has a place of their own.
import type { Store } from '../store/store';
import { parseSequence, sequenceText } from './golem-record';
import { sequenceName, type Whose } from './names';

export type Sequence = {
  last: number;
  /** Durable when it resolves. */
  save: (sequence: number) => Promise<void> | void;
  /** Brings `last` up to what was saved; asked before each beat. */
  load?: () => Promise<void>;
};

const sequences = new WeakMap<Store, Map<string, Sequence>>();

/** The same again is the same sequence. */
export function storedSequence(whose: Whose, store: Store): Sequence {
  const all = sequences.get(store) ?? new Map<string, Sequence>();
  const name = sequenceName(whose);
  const sequence = all.get(name) ?? sequenceIn(store, whose, name);
  sequences.set(store, all.set(name, sequence));
  return sequence;
}

function sequenceIn(store: Store, whose: Whose, name: string): Sequence {
  let loading: Promise<number> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const stored = async () => parseSequence(whose.id, (await store.all()).get(name));
  const sequence: Sequence & { load: () => Promise<void> } = {
    last: 0,
    load: async () => {
      loading ??= stored();
      const saved = await loading.catch((error: unknown) => {
        // A store that failed is asked again.
        loading = null;
        throw error;
      });
      sequence.last = Math.max(sequence.last, saved);
    },
    save: (number) => {
      const write = () => store.put(name, sequenceText(number));
      const written = turn.then(write, write);
      turn = written;
      return written;
    },
  };
  return sequence;
}

/** The next number, kept before anybody uses it. Two at once get two: it is taken before anything is waited for. */
export async function nextNumber(sequence: Sequence): Promise<number> {
  await sequence.load?.();
  const number = sequence.last + 1;
  sequence.last = number;
  await sequence.save(number);
  return number;
}
