// A control plane on loopback that tests can bend: by default it speaks the protocol with a token
// family as DESIGN §3 wants it, and any answer can be replaced by a hostile one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Status } from '../../src/core/protocol/status';
import { liveStatus } from './live';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type Plane = {
  port: number;
  /** Bearer tokens in the order they were presented. */
  tokens: string[];
  /** `since` cursors in the order they were asked for. */
  cursors: (string | null)[];
  /** What a good answer says besides the token; called anew for every request. */
  status: () => Partial<Status>;
  /** Tokens of the family older than this number are dead. */
  oldest: number;
  /** The next answers, and every one after the last. */
  answer: (...answers: Answer[]) => void;
  close: () => Promise<void>;
};

const planes: Plane[] = [];

export async function startPlane(status: Plane['status'] = () => ({})): Promise<Plane> {
  const plane: Omit<Plane, 'port' | 'close'> = {
    tokens: [],
    cursors: [],
    status,
    oldest: 0,
    answer: (...next) => {
      answers = next;
    },
  };
  let answers: Answer[] = [good(() => plane)];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    // It knows no signed bytes: those are for the tests with a real control plane.
    if (request.url?.startsWith('/api/snap/golems/')) return json({}, 404)(request, response);
    plane.tokens.push(tokenOf(request));
    plane.cursors.push(new URL(request.url ?? '/', 'http://localhost').searchParams.get('since'));
    const [next, ...rest] = answers;
    if (rest.length > 0) answers = rest;
    return next?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started = Object.assign(plane, {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  planes.push(started);
  return started;
}

export async function closePlanes(): Promise<void> {
  await Promise.all(planes.splice(0).map((plane) => plane.close()));
}

/** Every token that was presented or handed out since the last close. */
export function knownTokens(): string[] {
  const presented = planes.flatMap((plane) => plane.tokens);
  return [...new Set(presented.flatMap((token) => [token, successor(token)]))];
}

/** The n-th token of the family. A token's successor is always the same value. */
export function token(n: number): string {
  return `watch-token-number-${String(n)}`;
}

function successor(presented: string): string {
  return token(numberOf(presented) + 1);
}

function numberOf(presented: string): number {
  return Number(/^watch-token-number-(\d+)$/.exec(presented)?.[1] ?? Number.NaN);
}

function tokenOf(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').replace('Bearer ', '');
}

/** The whole status of the moment, to a token of the family that is not dead. */
export function good(plane: () => Pick<Plane, 'status' | 'oldest'>): Answer {
  return (request, response) => {
    const presented = tokenOf(request);
    const { status, oldest } = plane();
    if (!(numberOf(presented) >= oldest)) return json({ error: 'no' }, 401)(request, response);
    const body = { ...liveStatus(), nextToken: successor(presented), ...status() };
    return json(body)(request, response);
  };
}

export function json(body: unknown, status = 200): Answer {
  return raw(JSON.stringify(body), status);
}

/** The text as it is, as a server would send JSON. */
export function raw(text: string, status = 200, headers: { [name: string]: string } = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
}

/** Nobody listens any more: the connection is cut before a byte is sent. */
export const cut: Answer = (request) => {
  request.socket.destroy();
};
