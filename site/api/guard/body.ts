// The body of a request: bounded while it is read, JSON only, and exactly what the route's schema says.
import type { Route } from '../../../src/core/protocol/api';
import { check } from '../../../src/core/protocol/check';
import { demand, Problem } from '../problem';

const MAX_BYTES = 256 * 1024;

/** The text as it came, because a Golem signs its bytes. */
export async function readText(request: Request): Promise<string> {
  const reader = request.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      throw new Problem('too_large', 'The request is larger than 256 KB.');
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString('utf8');
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
  const field = read.path.join('.').slice(0, 100) || 'body';
  throw new Problem(
    'bad_request',
    `The field "${field.replace(/[^\w.-]/g, '?')}" is missing or wrong.`,
  );
}
