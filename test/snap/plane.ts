// A control plane on loopback that tests can bend: by default it speaks the protocol with a token
// family as DESIGN wants it, and any answer can be replaced by a hostile one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type Plane = {
  port: number;
  /** Bearer tokens in the order they were presented. */
  tokens: string[];
  /** `since` cursors in the order they were asked for. */
  cursors: (string | null)[];
  /** The next answers, and every one after the last. */
  answer: (...answers: Answer[]) => void;
  close: () => Promise<void>;
};

export async function startPlane(first: Answer): Promise<Plane> {
  let answers: Answer[] = [first];
  const plane = { tokens: [] as string[], cursors: [] as (string | null)[] };
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    plane.tokens.push((request.headers.authorization ?? '').replace('Bearer ', ''));
    plane.cursors.push(new URL(request.url ?? '/', 'http://localhost').searchParams.get('since'));
    const [next, ...rest] = answers;
    if (rest.length > 0) answers = rest;
    return next?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...plane,
    port: (server.address() as AddressInfo).port,
    answer: (...next) => {
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function json(body: unknown, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}
