// A place in the demo world that alerts can be sent to: a webhook on the Portal's own origin, and a page that shows
// what it got. Loopback only, nothing is kept beyond the last few, and all of it is shown as text.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dateWords } from '../../../src/core/chain/time';
import { AlertMessageStruct } from '../../../src/core/protocol/alert-shapes';
import { check } from '../../../src/core/protocol/check';

export type Inbox = {
  /** True when the request was for the inbox and is answered. */
  handle: (request: IncomingMessage, response: ServerResponse) => boolean;
};

const PATH = '/demo-inbox';
const MAX_BYTES = 65_536;
const MAX_KEPT = 20;

type Arrived = { at: number; title: string; text: string; signed: boolean; id: string };

export function openInbox(now: () => number): Inbox {
  const arrived: Arrived[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    if (body === null) return end(response, 413, 'That is too much.');
    arrived.unshift(arrivedOf(body, request, now()));
    arrived.splice(MAX_KEPT);
    return end(response, 200, 'It arrived at the demo inbox.');
  };
  return {
    handle: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname !== PATH && !pathname.startsWith(`${PATH}/`)) return false;
      // A page of somebody else must not write here; the control plane names no origin.
      const foreign = request.headers.origin !== undefined;
      const route = `${request.method} ${pathname}`;
      if (route === `GET ${PATH}`) show(response, arrived);
      else if (route === `POST ${PATH}/hook` && !foreign) {
        void take(request, response).catch(() => end(response, 400, ''));
      } else end(response, 404, 'There is nothing here.');
      return true;
    },
  };
}

function arrivedOf(body: string, { headers }: IncomingMessage, at: number): Arrived {
  const signed = headers['bardo-signature'] !== undefined;
  const id = `${headers['idempotency-key'] ?? ''}`;
  const read = check(jsonIn(body), AlertMessageStruct);
  if (!read.ok) return { at, title: 'Something else', text: body, signed, id };
  const { title, text, link } = read.value;
  return { at, title, text: `${text}\n${link}`, signed, id };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function textOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BYTES) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Loads itself again, because it has no script. */
function show(response: ServerResponse, arrived: readonly Arrived[]): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
    refresh: '3',
  });
  response.end(pageOf(arrived));
}

function pageOf(arrived: readonly Arrived[]): string {
  const list = arrived.map(
    ({ at, title, text, signed, id }) => `<article><h2>${safe(title)}</h2>
<p>${safe(text).replaceAll('\n', '<br>')}</p>
<p class="soft">${dateWords(at)} · ${signed ? 'with a signature' : 'without a signature'} · ${safe(id)}</p></article>`,
  );
  const none =
    '<p>Nothing has arrived yet. Add this address on the page “Alerts elsewhere”, and send a test.</p>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo inbox</title><style>${STYLE}</style><main><h1>Demo inbox</h1>
<p>A server of yours would get this. It is a part of the demo world and keeps the last ${MAX_KEPT} messages.</p>
${list.join('\n') || none}</main></html>
`;
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:44rem;
padding:0 1rem}article{border:1px solid;border-radius:12px;padding:0 1rem;margin:1rem 0;overflow-wrap:anywhere}
h2{font-size:1.1rem}.soft{font-size:.875rem}`;

function safe(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
