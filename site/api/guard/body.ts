// The body of a request: bounded while it is read, JSON only, and exactly what the route's schema says.
import type { Route } from '../../../src/core/protocol/api';
import { check } from '../../../src/core/protocol/check';
import { demand, Problem } from '../plane/problem';

const MAX_BYTES = 256 * 1024;
/** For all of it, however it comes: any client sends a quarter of a megabyte in that time. */
const MAX_MS = 10_000;

/** The text as it came, because a Golem signs its bytes. */
export async function readText(request: Request, maxMs = MAX_MS): Promise<string> {
  const reader = request.body?.getReader();
  if (!reader) return '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const words = `The request was not there within ${maxMs / 1000} seconds.`;
    timer = setTimeout(() => reject(new Problem('too_slow', words)), maxMs);
  });
  try {
    return await Promise.race([readAll(reader), late]);
  } catch (error) {
    // Not waited for: a source that trickles may not answer to it either.
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) throw new Problem('too_large', 'The request is larger than 256 KB.');
    chunks.push(value);
  }
}

export function parseBody(route: Route, text: string, contentType: string | undefined): unknown {
  if (route.request === null) return null;
  demand(
    /^application\/json(;|$)/i.test(contentType ?? ''),
    'unsupported_type',
    'Send JSON with content-type application/json.',
  );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Problem('bad_request', 'The body is not JSON.');
  }
  demand(
    typeof json === 'object' && json !== null && !Array.isArray(json),
    'bad_request',
    'The body must be a JSON object.',
  );
  const read = check(json, route.request);
  if (read.ok) return read.value;
  throw new Problem('bad_request', wrongField(route, json, read.path));
}

/** A field of another version is not ignored: who sends it would believe that it counts. */
function wrongField(route: Route, json: object, path: readonly string[]): string {
  const [name = ''] = path;
  const field = (path.join('.').slice(0, 100) || 'body').replace(/[^\w.-]/g, '?');
  const { request } = route;
  const known = request?.kind !== 'fields' || Object.hasOwn(request.fields, name);
  return known || path.length !== 1 || !Object.hasOwn(json, name)
    ? `The field "${field}" is missing or wrong.`
    : `The field "${field}" is not known here. A page that sends it is of another version: load it again.`;
}
