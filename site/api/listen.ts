// A web-standard function behind a port. The peer's address comes from the socket; a header can say anything,
// so `x-forwarded-for` counts only where the operator says that a proxy of theirs wrote its last entry.
//
// Whatever a client can hold open ends by itself: headers and bodies that trickle in, answers that are not read, idle
// connections, and too many of them from one network.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { networksOf } from './guard/rate';

export type Answer = (request: Request, peer: string) => Response | Promise<Response>;

export type Limits = {
  /** Of a request: its headers, and all of it. */
  headersMs: number;
  requestMs: number;
  /** From the last byte of a request to the last of its answer. */
  answerMs: number;
  idleMs: number;
  connections: number;
  /** Of one network; not where a proxy of ours stands between. */
  connectionsEach: number;
};

export const LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 20_000,
  answerMs: 60_000,
  idleMs: 5000,
  connections: 4096,
  connectionsEach: 256,
};

export type Place = { host: string; port: number; behindProxy?: boolean; limits?: Limits };

export function listen(
  { host, port, behindProxy = false, limits = LIMITS }: Place,
  answer: Answer,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: host,
        port,
        serverOptions: {
          headersTimeout: limits.headersMs,
          requestTimeout: limits.requestMs,
          keepAliveTimeout: limits.idleMs,
          connectionsCheckingInterval: Math.min(1000, limits.headersMs / 4),
        },
        fetch: (request, env) => {
          const { incoming } = env as { incoming: IncomingMessage };
          return answer(request, peerOf(incoming, behindProxy));
        },
      },
      () => resolve(server as Server),
    ) as Server;
    server.maxConnections = limits.connections;
    if (!behindProxy) boundEach(server, limits.connectionsEach);
    boundAnswers(server, limits.answerMs);
    server.once('error', reject);
  });
}

/** In times of what one household may have open, for all around it. */
const AROUND = 4;

/** One network cannot take all the places. */
function boundEach(server: Server, most: number): void {
  const open = new Map<string, number>();
  const add = (caller: string, by: number) => {
    const count = (open.get(caller) ?? 0) + by;
    if (count > 0) open.set(caller, count);
    else open.delete(caller);
    return count;
  };
  server.on('connection', (socket: Socket) => {
    const { household, network } = networksOf(socket.remoteAddress ?? 'unknown');
    const around = `${network} and around`;
    const taken = add(household, 1) <= most && add(around, 1) <= most * AROUND;
    if (!taken) socket.destroy();
    socket.once('close', () => {
      add(household, -1);
      if (open.has(around)) add(around, -1);
    });
  });
}

/** A client that does not read its answer is not waited for. */
function boundAnswers(server: Server, answerMs: number): void {
  server.on('request', (_: IncomingMessage, response: ServerResponse) => {
    const { socket } = response;
    const timer = setTimeout(() => socket?.destroy(), answerMs);
    timer.unref();
    response.once('close', () => clearTimeout(timer));
  });
}

function peerOf({ socket, headers }: IncomingMessage, behindProxy: boolean): string {
  const direct = socket.remoteAddress ?? 'unknown';
  if (!behindProxy) return direct;
  const forwarded = `${headers['x-forwarded-for'] ?? ''}`.split(',').at(-1)?.trim();
  return forwarded?.slice(0, 64) || direct;
}
