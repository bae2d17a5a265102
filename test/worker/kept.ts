// What is dear to open – a browser, a chain, a control plane – is opened by the first file of a worker that asks for
// it, kept for the files after it, and closed with the worker (environment.ts). For projects without isolation.

type Closing = () => Promise<unknown>;

/** On the global object, because vitest loads environment and tests as two module graphs. */
const KEY = Symbol.for('bardo.kept-in-worker');
const kept = globalThis as unknown as { [KEY]?: Closing[] };

export function keptInWorker<T>(open: () => Promise<T>, close: (one: T) => Promise<unknown>) {
  let opened: Promise<T> | null = null;
  return (): Promise<T> => {
    opened ??= opening(open, close);
    return opened;
  };
}

async function opening<T>(open: () => Promise<T>, close: (one: T) => Promise<unknown>) {
  const one = await open();
  kept[KEY] = [...(kept[KEY] ?? []), () => close(one)];
  return one;
}

/** The last first: what was opened later may stand on what was there. */
export async function closeKept(): Promise<void> {
  const closings = kept[KEY] ?? [];
  kept[KEY] = [];
  for (const close of closings.reverse()) await close();
}
