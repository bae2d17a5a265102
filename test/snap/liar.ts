// A control plane between the Snap and the real one: everything passes through, and what it is told to
// misstate is misstated. The lies are in the documents; signatures and chain are beyond its reach.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Golem, Permission, Status } from '../../src/core/protocol/status';

export type Liar = {
  port: number;
  /** Changes the status document in place. null = honest. */
  lie: ((status: Status) => void) | null;
  /** Nobody answers. */
  gone: boolean;
  close: () => Promise<void>;
};

export async function startLiar(planePort: number): Promise<Liar> {
  const liar: Omit<Liar, 'port' | 'close'> = { lie: null, gone: false };
  const server = createServer((request, response) => {
    if (liar.gone) return request.socket.destroy();
    return void pass(request, response, planePort, liar).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(liar, {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  planePort: number,
  liar: Pick<Liar, 'lie'>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = request;
  const { authorization, 'content-type': type } = headers;
  const answer = await fetch(`http://localhost:${planePort}${url}`, {
    method,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(type ? { 'content-type': type } : {}),
      ...(headers['access-control-request-method']
        ? { origin: 'null', 'access-control-request-method': 'GET' }
        : {}),
    },
    ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
  });
  const text = await answer.text();
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type',
  });
  response.end(
    liar.lie && answer.ok && url.startsWith('/api/snap/status') ? told(text, liar.lie) : text,
  );
}

function told(text: string, lie: (status: Status) => void): string {
  const status = JSON.parse(text) as Status;
  lie(status);
  const said = JSON.stringify(status);
  // A lie that happens to be the truth proves nothing, in whatever second it is told.
  if (said === JSON.stringify(JSON.parse(text))) throw new Error('the lie changes nothing');
  return said;
}

export function golemIn({ golems }: Status): Golem {
  return golems[0] as Golem;
}

export function permissionIn({ permissions }: Status): Permission {
  return permissions[0] as Permission;
}

export function beatIn(status: Status): Golem['heartbeat'] {
  return golemIn(status).heartbeat;
}

export function leaseIn(status: Status): Permission['lease'] {
  return permissionIn(status).lease;
}
