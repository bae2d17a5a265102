// The chain's door for wallets on this computer. anvil itself asks nobody who they are, so a stranger's web
// page could drive it; here the Host must be loopback and the Origin a wallet's, the Portal's, or none.
import { once } from 'node:events';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isLoopback } from '../../api/guard/origin';

const MAX_BYTES = 4_000_000;

type Door = { port: number; rpcUrl: string; origins: readonly string[] };

export function openRpcDoor({ port, rpcUrl, origins }: Door): Promise<Server> {
  const mayAsk = (origin: string | undefined) =>
    origin === undefined || /^(chrome|moz)-extension:\/\//.test(origin) || origins.includes(origin);
  const server = createServer((request, response) => {
    const { host = '', origin } = request.headers;
    if (!isLoopback(host) || !mayAsk(origin)) return refuse(response, 403, 'Not for you.');
    if (origin) response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
    if (request.method === 'OPTIONS') return allow(response);
    if (request.method !== 'POST') return refuse(response, 405, 'JSON-RPC comes by POST.');
    pass(request, response, rpcUrl).catch(() => refuse(response, 502, 'The chain is gone.'));
  });
  return listenOn(server, port);
}

export function listenOn(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function pass(request: IncomingMessage, response: ServerResponse, rpcUrl: string) {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BYTES) return refuse(response, 413, 'Too much at once.');
    parts.push(part as Buffer);
  }
  const headers = { 'content-type': 'application/json' };
  // Not by fetch, which refuses some ports: the node may hide on one of them.
  const asking = ask(rpcUrl, { method: 'POST', headers }).end(Buffer.concat(parts));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, headers);
  await pipeline(answer, response);
}

function allow(response: ServerResponse): void {
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-allow-methods', 'POST');
  response.writeHead(204).end();
}

function refuse(response: ServerResponse, status: number, words: string): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { 'content-type': 'text/plain' }).end(`${words}\n`);
}
