// A web-standard function behind a port. The peer's address comes from the socket; a header can say anything,
// so `x-forwarded-for` counts only where the operator says that a proxy of theirs wrote its last entry.
import type { IncomingMessage, Server } from 'node:http';
import { serve } from '@hono/node-server';

export type Answer = (request: Request, peer: string) => Response | Promise<Response>;

export type Place = { host: string; port: number; behindProxy?: boolean };

export function listen(
  { host, port, behindProxy = false }: Place,
  answer: Answer,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: host,
        port,
        fetch: (request, env) => {
          const { incoming } = env as { incoming: IncomingMessage };
          return answer(request, peerOf(incoming, behindProxy));
        },
      },
      () => resolve(server as Server),
    );
    server.once('error', reject);
  });
}

function peerOf({ socket, headers }: IncomingMessage, behindProxy: boolean): string {
  const direct = socket.remoteAddress ?? 'unknown';
  if (!behindProxy) return direct;
  const forwarded = `${headers['x-forwarded-for'] ?? ''}`.split(',').at(-1)?.trim();
  return forwarded?.slice(0, 64) || direct;
}
