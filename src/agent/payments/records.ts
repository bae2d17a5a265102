// The records of a journal: read once from their store, kept in memory, and written before anybody acts upon them.

import { isPaymentName, TOTALS } from '../memory/names';
import type { Store } from '../store/store';
import { type Dispatch, dispatchText, parseDispatch } from './dispatch';
import { type Counted, counted, NONE_COUNTED, parseTotals, totalsText } from './totals';

/**
 * What became of a payment after its caller was told that it was made: its block was dropped and it is made again, it has been
 * made again, or it will not happen.
 */
export type Turn = 'dropped' | 'remade' | 'undone';

type Hear = (turn: Turn, dispatch: Dispatch) => void;

type Records = Map<string, Dispatch>;

/** Read once; from then on what is in memory is what is in the store. */
export function recordsIn(store: Store) {
  const memory: Records = new Map();
  let sums: Counted = NONE_COUNTED;
  let loading: Promise<void> | null = null;
  let closed = false;
  const records = async () => {
    // Another process may have paid since.
    if (closed) throw new Error('The records of payments were closed; open them again.');
    loading ??= load(store, memory).then((before) => {
      sums = before;
    });
    // A store that failed is asked again.
    await loading.catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return memory;
  };
  const listeners: Hear[] = [];
  const watch = (hear: Hear) => void listeners.push(hear);
  // In order: an older text must not land on a newer one.
  let last: Promise<void> = Promise.resolve();
  const put = async (dispatch: Dispatch) => {
    const known = await records();
    const write = () => store.put(dispatch.id, dispatchText(dispatch));
    last = last.then(write, write);
    await last;
    const turn = turnOf(known.get(dispatch.id), dispatch);
    known.set(dispatch.id, dispatch);
    if (turn) for (const hear of listeners) hear(turn, dispatch);
  };
  /** Counted first, then gone. */
  const letGo = async (leaving: readonly Dispatch[]) => {
    const known = await records();
    const after = counted(sums, leaving);
    await store.put(TOTALS, totalsText(after));
    sums = after;
    for (const { id } of leaving) {
      known.delete(id);
      await store.remove(id);
    }
  };
  const begin = onceBy(records, put);
  const close = () => {
    closed = true;
    store.close?.();
  };
  return { memory, records, sums: () => sums, begin, put, letGo, watch, close };
}

/** The first record of a name: whoever comes second writes nothing. */
function onceBy(records: () => Promise<Records>, put: (dispatch: Dispatch) => Promise<void>) {
  const begun = new Set<string>();
  return async (dispatch: Dispatch) => {
    const { id } = dispatch;
    if ((await records()).has(id) || begun.has(id)) return false;
    begun.add(id);
    try {
      await put(dispatch);
      return true;
    } finally {
      begun.delete(id);
    }
  };
}

/** Nobody is told of an end but of a settled one: who was told of one that is open again was told too much. */
function turnOf(before: Dispatch | undefined, after: Dispatch): Turn | null {
  if (!before?.told || before.state === after.state) return null;
  if (after.state === 'open') return 'dropped';
  if (after.state === 'done') return 'remade';
  return before.state === 'failed' ? null : 'undone';
}

async function load(store: Store, memory: Records): Promise<Counted> {
  const all = await store.all();
  const sums = parseTotals(all.get(TOTALS));
  for (const [name, text] of all) {
    if (!isPaymentName(name)) continue;
    if (sums.gone.includes(name)) await store.remove(name);
    else memory.set(name, parseDispatch(name, text));
  }
  return sums;
}
