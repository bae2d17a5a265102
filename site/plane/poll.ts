// Live data without a reload: asks again and again while the page is visible, waits longer after each
// failure, and at once when the page comes back or the network does.
export type Polling = { again: () => void; stop: () => void };

export type Pace = { everyMs: number; mostMs?: number };

/** Wait after `failures` failures in a row. */
export function waitMs(failures: number, { everyMs, mostMs = 60_000 }: Pace): number {
  return Math.min(Math.max(mostMs, everyMs), everyMs * 2 ** Math.min(failures, 10));
}

/** `visit` answers whether it went well. Never two at a time. */
export function poll(look: () => Promise<boolean>, pace: Pace): Polling {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let stopped = false;
  const run = async () => {
    if (running || stopped) return;
    running = true;
    clearTimeout(timer);
    failures = (await look().catch(() => false)) ? 0 : failures + 1;
    running = false;
    if (!stopped && !document.hidden) timer = setTimeout(run, waitMs(failures, pace));
  };
  const wake = () => {
    if (!document.hidden) void run();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  void run();
  return {
    again: () => void run(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    },
  };
}
