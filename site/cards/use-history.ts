// The history of one Golem as far as it was loaded: the last seven days stay fresh, older pages come when asked for.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ResponseOf } from '../../src/core/protocol/api';
import type { HistoryEntry } from '../../src/core/protocol/status';
import * as store from '../owner/store';
import type { Outcome } from '../plane/plane';

type Answer = ResponseOf<'history'>;

/** What is exported at most. */
const MAX_PAGES = 100;

export type LoadedHistory = {
  entries: readonly HistoryEntry[];
  /** Of the page before what is loaded; null = there is none, undefined = not known yet. */
  next: string | null | undefined;
  loading: boolean;
  failed: boolean;
  older: () => Promise<void>;
};

export function useHistory(id: string, live: Answer | null): LoadedHistory {
  const known = useSignal<ReadonlyMap<string, HistoryEntry>>(new Map());
  const next = useSignal<string | null | undefined>(undefined);
  const [loading, failed] = [useSignal(false), useSignal(false)];
  const take = (entries: readonly HistoryEntry[]) => {
    known.value = new Map([...known.peek(), ...keyed(entries)]);
  };
  useEffect(() => {
    if (!live) return;
    take(live.history);
    // What was loaded since goes further back than what is live.
    if (next.peek() === undefined) next.value = live.next ?? null;
  }, [live]);
  const older = async () => {
    const cursor = next.peek();
    if (!cursor || loading.peek()) return;
    loading.value = true;
    const page = await pageBefore(id, cursor);
    loading.value = false;
    failed.value = page === null;
    if (!page) return;
    take(page.history);
    next.value = page.next ?? null;
  };
  const entries = useComputed(() => [...known.value.values()].sort((a, b) => b.at - a.at));
  return {
    entries: entries.value,
    next: next.value,
    loading: loading.value,
    failed: failed.value,
    older,
  };
}

/** A page may hold nothing that can be shown, and not be the last one. */
async function pageBefore(id: string, cursor: string): Promise<Answer | null> {
  let next: string | null | undefined = cursor;
  for (let page = 0; next && page < MAX_PAGES; page += 1) {
    const answer: Outcome<Answer> = await store.plane.ask('history', {
      id,
      query: `before=${next}`,
    });
    if (!answer.ok) return null;
    if (answer.value.history.length > 0 || !answer.value.next) return answer.value;
    next = answer.value.next;
  }
  return null;
}

export type Whole = { entries: readonly HistoryEntry[]; whole: boolean };

/** Everything that is stored, from now on back; null when it could not be had. */
export async function wholeHistory(
  id: string,
  now: number,
  report: (count: number) => void,
): Promise<Whole | null> {
  const entries: HistoryEntry[] = [];
  // Clocks of nodes run ahead of ours.
  let next: string | null = `${now + 86_400}-0`;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer: Outcome<Answer> = await store.plane.ask('history', {
      id,
      query: `before=${next}`,
    });
    if (!answer.ok) return null;
    entries.push(...answer.value.history);
    report(entries.length);
    next = answer.value.next ?? null;
    if (!next) return { entries, whole: true };
  }
  return { entries, whole: false };
}

/** Two equal payments of one transaction are two. */
function keyed(entries: readonly HistoryEntry[]): [string, HistoryEntry][] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const { at, kind, golem, permission, amount, transaction } = entry;
    const look = [at, kind, golem, permission, amount, transaction].join(' ');
    const turn = (seen.get(look) ?? 0) + 1;
    seen.set(look, turn);
    return [`${look} ${turn}`, entry];
  });
}
