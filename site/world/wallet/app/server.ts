// The wallet's routes on the site's own origin: calls and clicks come in by POST, the wallet's state and answers
// go out as server-sent events, so a reload finds everything as it was. Loopback only, own pages only.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostEvent, PanelAct } from '../view';

export const PREFIX = '/demo-wallet/';
const MAX_BYTES = 1_000_000;

export type Asked = { id: string; method: string; params: unknown };

type Doors = {
  portalOrigin: string;
  script: () => Promise<string>;
  onConnect: () => HostEvent[];
  onRpc: (origin: string, asked: Asked) => void;
  onAct: (act: PanelAct) => void;
};

export type WalletServer = {
  /** True when the request was for the wallet and is answered. */
  handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  send: (event: HostEvent) => void;
  listeners: () => number;
  stop: () => void;
};

export function createServer(doors: Doors): WalletServer {
  const open = new Set<ServerResponse>();
  const write = (response: ServerResponse, event: HostEvent) =>
    response.write(`data: ${JSON.stringify(event)}\n\n`);

  function listen(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'keep-alive',
    });
    open.add(response);
    response.on('close', () => open.delete(response));
    for (const event of doors.onConnect()) write(response, event);
  }

  async function post(path: string, request: IncomingMessage, response: ServerResponse) {
    const origin = request.headers.origin ?? '';
    if (origin !== doors.portalOrigin) return end(response, 403, 'Only the demo site may ask.');
    const body = await bodyOf(request);
    if (body === null) return end(response, 400, 'Not a request of the demo wallet.');
    if (path === 'rpc') doors.onRpc(origin, body as Asked);
    else doors.onAct(body as PanelAct);
    return end(response, 202, '');
  }

  function handle(request: IncomingMessage, response: ServerResponse): boolean {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!path.startsWith(PREFIX)) return false;
    const name = path.slice(PREFIX.length);
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const route = `${request.method} ${name}`;
    if (!['localhost', '127.0.0.1'].includes(host)) end(response, 403, 'Not this computer.');
    else if (route === 'GET events') listen(response);
    else if (route === 'GET wallet.js') void serveScript(response);
    else if (route === 'POST rpc' || route === 'POST act') {
      void post(name, request, response).catch(() => end(response, 400, ''));
    } else end(response, 404, '');
    return true;
  }

  async function serveScript(response: ServerResponse): Promise<void> {
    const script = await doors.script();
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(script);
  }

  return {
    handle,
    send: (event) => {
      for (const response of open) write(response, event);
    },
    listeners: () => open.size,
    stop: () => {
      for (const response of open) response.end();
    },
  };
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

async function bodyOf(request: IncomingMessage): Promise<object | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BYTES) return null;
    parts.push(part as Buffer);
  }
  try {
    const body = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return typeof body === 'object' && body !== null ? body : null;
  } catch {
    return null;
  }
}
