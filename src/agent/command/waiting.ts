// Waiting for a person at the pace that the control plane asks for (RFC 8628, section 3.5).

import { Stop } from './exit';
import type { Reply } from './plane';
import { failedWith, isPassing } from './plane';

type Wait<T> = {
  look: () => Promise<Reply<T>>;
  /** Seconds between two looks, at first. */
  interval: number;
  /** Unix seconds. */
  until: number;
  onLook: (left: number) => void;
  /** What the owner's no is called here. */
  refused: string;
  late: string;
  /** For refusals that are no end: whether to go on. */
  onGone?: () => Promise<boolean>;
  signal?: AbortSignal;
};

export async function waitFor<T>(wait: Wait<T>): Promise<T> {
  let interval = wait.interval;
  for (;;) {
    const left = wait.until - Date.now() / 1000;
    wait.onLook(Math.max(0, Math.ceil(left)));
    if (left <= 0) throw new Stop('expired', wait.late);
    await pause(Math.min(interval, left) * 1000, wait.signal);
    const reply = await wait.look();
    if (reply.ok) return reply.value;
    if (reply.code === 'access_denied') throw new Stop('refused', wait.refused);
    if (reply.code === 'expired_token') throw new Stop('expired', wait.late);
    const goesOn =
      reply.code === 'authorization_pending' || reply.code === 'slow_down' || isPassing(reply.code);
    if (!goesOn && !(await wait.onGone?.())) throw failedWith(reply);
    // Who is not answered looks less and less often.
    interval = reply.interval ?? (isPassing(reply.code) ? Math.min(60, interval * 2) : interval);
  }
}

/** Rejects when it is interrupted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(
        signal?.reason instanceof Error ? signal.reason : new Stop('interrupted', 'Interrupted.'),
      );
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
