// The control plane, reached by one request: `GET /api/snap/status`. Every way it can fail is a value
// with words for the owner. Our own deadline covers headers *and* body, because the wallet's request
// clock stands still while a fetch is open, and the body is counted as it comes in.
import { parseStatus, type Status } from '../core/protocol/status';
import type { Failure } from '../core/watch/state';
import { PORTAL_ORIGIN } from './portal';

const DEADLINE_MS = 15_000;
/** 500 Golems with all their permissions take about 0.7 MB. */
const MAX_BYTES = 2 * 1024 * 1024;

export type PlaneFailure = Pick<Failure, 'kind' | 'detail'>;
export type PlaneAnswer = { ok: true; status: Status } | ({ ok: false } & PlaneFailure);

/** The deadline is raced, not only signalled: a body that trickles in does not always obey the signal. */
export async function fetchStatus(token: string, cursor: string | null): Promise<PlaneAnswer> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<PlaneAnswer>((resolve) => {
    const answer = failed('slow', `no full answer within ${DEADLINE_MS / 1000} s`);
    timer = setTimeout(() => resolve(answer), DEADLINE_MS);
  });
  try {
    return await Promise.race([visit(token, cursor, abort.signal), late]);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

async function visit(
  token: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<PlaneAnswer> {
  try {
    const response = await fetch(statusUrl(cursor), {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
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

function statusUrl(cursor: string | null): string {
  const since = cursor === null ? '' : `?since=${encodeURIComponent(cursor)}`;
  return `${PORTAL_ORIGIN}/api/snap/status${since}`;
}

function refusal(status: number): PlaneAnswer {
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

function parseBody(text: string | null): PlaneAnswer {
  if (text === null) return failed('too-large', 'its answer is larger than 2 MB');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failed('unreadable', 'its answer is not JSON');
  }
  const result = parseStatus(json);
  return result.ok ? result : failed('unreadable', result.reason);
}

function failed(kind: PlaneFailure['kind'], detail: string): PlaneAnswer {
  return { ok: false, kind, detail };
}
