// What waits for the owner's word. The oldest window is on top; nothing is shown while the wallet is locked.
import type { GrantEdit, Window } from '../view';
import type { Lock } from './lock';

export type OwnerAnswer =
  | { confirmed: false }
  | { confirmed: true; edit?: GrantEdit | undefined; text?: string | undefined };

export type WindowText = Pick<Window, 'kind' | 'title' | 'origin' | 'lead' | 'confirm'> &
  Partial<Omit<Window, 'id'>>;

export type Windows = {
  /** `opened` is called with the window's id once it is on screen. */
  ask: (window: WindowText, opened?: (id: string) => void) => Promise<OwnerAnswer>;
  update: (id: string, change: Partial<Window>) => void;
  settle: (id: string, answer: OwnerAnswer) => void;
  list: () => Window[];
};

export function createWindows(lock: Lock, onChange: () => void): Windows {
  const open = new Map<string, { window: Window; settle: (answer: OwnerAnswer) => void }>();
  let count = 0;
  return {
    async ask(text, opened) {
      await lock.unlocked();
      count += 1;
      const id = `window-${count}`;
      const window = { ...BLANK, ...text, id };
      const answer = new Promise<OwnerAnswer>((settle) => open.set(id, { window, settle }));
      onChange();
      opened?.(id);
      return answer;
    },
    update(id, change) {
      const entry = open.get(id);
      if (!entry) return;
      entry.window = { ...entry.window, ...change };
      onChange();
    },
    settle(id, answer) {
      const entry = open.get(id);
      open.delete(id);
      entry?.settle(answer);
      onChange();
    },
    list: () => [...open.values()].map((entry) => entry.window),
  };
}

const BLANK = {
  facts: [],
  raw: null,
  rawOpen: false,
  insight: null,
  form: null,
  dialog: null,
  reject: 'Cancel',
};
