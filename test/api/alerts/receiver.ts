// Somebody's server that alerts are sent to: it keeps what comes and answers as it is told to.
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { aCertificate, type Certificate } from './certificate';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; sni: string };
export type Answering = (response: ServerResponse, received: Received) => void;
export type Receiver = {
  url: string;
  port: number;
  ca: string;
  received: Received[];
  answer: Answering;
  stop: () => Promise<void>;
};

export const fine: Answering = (response) => response.end('thanks');
export const silent: Answering = () => undefined;
export const saying =
  (status: number, words = '', headers = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end(words);

let kept: Certificate | undefined;

/** `secure`: by TLS, with a certificate that `ca` makes good. */
export async function openReceiver(secure = false, certificate?: Certificate): Promise<Receiver> {
  kept ??= aCertificate(['localhost', 'hooks.example.com']);
  const own = certificate ?? kept;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const sni = `${(request.socket as TLSSocket).servername ?? ''}`;
    const { url: path = '', headers } = request;
    const received = { path, headers, body: Buffer.concat(parts).toString('utf8'), sni };
    receiver.received.push(received);
    receiver.answer(response, received);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void take(request, response).catch(() => undefined);
  const server = secure ? createSecure(own, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${secure ? 'https' : 'http'}://localhost:${port}/hook`,
    port,
    ca: own.cert,
    received: [],
    answer: fine,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
