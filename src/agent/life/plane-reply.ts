// A reply of the control plane: bounded in time and size, read by the schema of its route.
import { type ErrorCode, ErrorStruct } from '../../core/protocol/api';
import { check } from '../../core/protocol/check';
import type { Struct } from '../../core/protocol/schema';
import { type Foreign, foreign } from '../chain/foreign';

export type PlaneAnswer<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      code: ErrorCode | 'unreachable' | 'slow' | 'unreadable';
      /** A sentence of ours. */
      reason: string;
      /** The control plane's own words, marked as such. */
      said: Foreign | null;
    };

type Reply = { status: number; text: string };

/** The deadline covers headers and body, and is raced: a body that trickles in need not obey a signal. */
export async function visit(
  url: string,
  request: RequestInit,
  { deadlineMs, maxBytes }: { deadlineMs: number; maxBytes: number },
): Promise<PlaneAnswer<Reply>> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PlaneAnswer<Reply>>((resolve) => {
    const reason = `the control plane gave no full answer within ${deadlineMs / 1000} s`;
    timer = setTimeout(() => resolve({ ok: false, code: 'slow', reason, said: null }), deadlineMs);
  });
  const reached = fetch(url, { ...request, signal: abort.signal }).then(async (response) => {
    const text = await readBounded(response, maxBytes);
    if (text === null) return unreadable('its answer is too large');
    return { ok: true, value: { status: response.status, text } } as const;
  });
  const reason = 'the control plane cannot be reached';
  const safely = reached.catch(
    () => ({ ok: false, code: 'unreachable', reason, said: null }) as const,
  );
  try {
    return await Promise.race([safely, late]);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(value, { stream: true });
  }
}

export function read({ status, text }: Reply, struct: Struct<unknown>): PlaneAnswer<unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return unreadable(`it answered ${status} with something that is not JSON`);
  }
  if (status === 200) {
    const checked = check(json, struct);
    if (checked.ok) return { ok: true, value: checked.value };
    return unreadable(`its field "${checked.path.join('.') || 'document'}" is missing or wrong`);
  }
  const problem = check(json, ErrorStruct);
  if (!problem.ok) return unreadable(`it answered ${status}`);
  const { code, message } = problem.value.error;
  const reason = `the control plane refused (${code})`;
  return { ok: false, code, reason, said: foreign('control plane', message) };
}

function unreadable(what: string): PlaneAnswer<never> {
  return {
    ok: false,
    code: 'unreadable',
    reason: `the control plane cannot be understood: ${what}`,
    said: null,
  };
}
