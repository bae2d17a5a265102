// The control plane: its status, the contexts of one Golem, and the orders it is handed. Every way it can
// fail is a value with words for the owner. Our own deadline covers headers *and* body, because the wallet's
// request clock stands still while a fetch is open, and the body is counted as it comes in.

import type { Failure } from '../core/memory/state';
import { check } from '../core/protocol/check';
import { ContextsAnswer, type RaiseOrderBody, type StopOrderBody } from '../core/protocol/orders';
import type { Infer } from '../core/protocol/schema';
import { PROTOCOL_VERSION, parseStatus, type Status } from '../core/protocol/status';
import { PORTAL_ORIGIN } from './portal';

const DEADLINE_MS = 15_000;
/** 500 Golems with all their permissions take about 0.7 MB. */
const MAX_BYTES = 2 * 1024 * 1024;

export type PlaneFailure = Pick<Failure, 'kind' | 'detail'>;
type Fetched<T> = { ok: true; value: T } | ({ ok: false } & PlaneFailure);
export type PlaneAnswer = { ok: true; status: Status } | ({ ok: false } & PlaneFailure);

export async function fetchStatus(token: string, cursor: string | null): Promise<PlaneAnswer> {
  const since = cursor === null ? '' : `&since=${encodeURIComponent(cursor)}`;
  const path = `/api/snap/status?version=${PROTOCOL_VERSION}${since}`;
  const fetched = await ask(path, { headers: bearer(token) });
  if (!fetched.ok) return fetched;
  const result = parseStatus(fetched.value);
  return result.ok ? result : failed('unreadable', result.reason);
}

/** The contexts of one Golem, of the leases that this Snap did not sign, or has forgotten. `golem` is an id we have parsed. */
export async function fetchGolem(
  token: string,
  golem: string,
): Promise<Fetched<Infer<typeof ContextsAnswer>>> {
  const fetched = await ask(`/api/snap/golems/${golem}`, { headers: bearer(token) });
  if (!fetched.ok) return fetched;
  const read = check(fetched.value, ContextsAnswer);
  return read.ok ? read : failed('unreadable', `its field "${read.path.join('.')}" is wrong`);
}

/** Hands a signed order over. Its signature is the authority: no token goes with it. */
export function postStop(order: StopOrderBody): Promise<boolean> {
  return post('/api/snap/stops', order);
}

export function postRaise(order: RaiseOrderBody): Promise<boolean> {
  return post('/api/snap/raises', order);
}

async function post(path: string, body: object): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).ok;
}

/** The deadline is raced, not only signalled: a body that trickles in does not always obey the signal. */
async function ask(path: string, init: RequestInit): Promise<Fetched<unknown>> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Fetched<unknown>>((resolve) => {
    const answer = failed('slow', `no full answer within ${DEADLINE_MS / 1000} s`);
    timer = setTimeout(() => resolve(answer), DEADLINE_MS);
  });
  try {
    return await Promise.race([exchange(path, init, abort.signal), late]);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

async function exchange(
  path: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Fetched<unknown>> {
  try {
    const response = await fetch(`${PORTAL_ORIGIN}${path}`, {
      ...init,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    if (response.status !== 200) return refusal(response.status);
    return parseBody(await readBounded(response, signal));
  } catch {
    return failed('unreachable', 'no connection, or it was cut');
  }
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}`, accept: 'application/json' };
}

function refusal(status: number): Failed {
  if (status === 401 || status === 403) return failed('rejected', 'it rejected the watch token');
  if (status === 429) return failed('busy', 'it asked to be called less often');
  return failed('refused', `it answered with code ${status}`);
}

/** The body as text, or null once it is longer than we read. Content-Length is a claim, so bytes are counted. */
async function readBounded(response: Response, signal: AbortSignal): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) return null;
    text += decoder.decode(value, { stream: true });
  }
}

function parseBody(text: string | null): Fetched<unknown> {
  if (text === null) return failed('too-large', 'its answer is larger than 2 MB');
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return failed('unreadable', 'its answer is not JSON');
  }
}

type Failed = { ok: false } & PlaneFailure;

function failed(kind: PlaneFailure['kind'], detail: string): Failed {
  return { ok: false, kind, detail };
}
