// What the owner is doing that takes a while: one thing at a time, and never beyond the account that began it.
import { batch } from '@preact/signals';
import { errorWords } from '../wallet/errors';
import * as store from './store';

/** What began under one account says nothing to the next one, though a window in the wallet may still be open for it. */
export type Turn = {
  /** Aborted when the account that began it is gone. */
  signal: AbortSignal;
  /** What it is about now. */
  doing: (text: string) => void;
  /** Its result, for everybody to see and to hear. */
  say: (text: string) => void;
  /** The page shows it anyway: for those who hear it. */
  announce: (text: string) => void;
};

let current: AbortController | null = null;

/** Runs something that may fail, and says so. Returns whether it went well. */
export async function working(
  doing: string,
  work: (turn: Turn) => Promise<unknown>,
): Promise<boolean> {
  if (current !== null) return false;
  const mine = new AbortController();
  current = mine;
  batch(() => {
    store.busy.value = doing;
    store.trouble.value = null;
    store.said.value = '';
    store.announced.value = '';
  });
  try {
    await work(turnOf(mine));
    return current === mine;
  } catch (error) {
    if (current === mine) store.trouble.value = errorWords(error);
    return false;
  } finally {
    if (current === mine) abandonWork();
  }
}

/** Another account is another person: whatever is under way is none of theirs. */
export function abandonWork(): void {
  current?.abort();
  current = null;
  store.busy.value = null;
}

function turnOf(mine: AbortController): Turn {
  return {
    signal: mine.signal,
    doing: (text) => {
      if (current === mine) store.busy.value = text;
    },
    say: (text) => {
      if (current === mine) store.said.value = text;
    },
    announce: (text) => {
      if (current === mine) store.announced.value = text;
    },
  };
}
