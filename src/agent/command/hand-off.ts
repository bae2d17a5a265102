// The browser comes back to this computer with a code: a listener on 127.0.0.1 alone, for one visit that brings the state it was
// given. The code is worth nothing without the verifier, which never leaves this process but to the control plane.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HandOff = {
  browser: { port: number; state: string; challenge: string };
  verifier: string;
  /** The code that the browser brought. */
  code: Promise<string>;
  close: () => void;
};

const PAGE = (words: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bardo</title><p>${words}</p></html>`;

export async function openHandOff(): Promise<HandOff> {
  const state = randomBytes(24).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  let arrive: (code: string) => void = () => undefined;
  const code = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const found = codeIn(request.url ?? '', request.headers.host ?? '', state, portOf(server));
    response.writeHead(found ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // The address of this page holds the code: it is told to nobody, and nothing runs here.
      ...{ 'referrer-policy': 'no-referrer', 'content-security-policy': `default-src 'none'` },
      connection: 'close',
    });
    response.end(
      PAGE(found ? 'This terminal is signed in. You can close this page.' : 'Nothing is here.'),
    );
    if (found) arrive(found);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => void server.close();
  return { browser: { port: portOf(server), state, challenge }, verifier, code, close };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** null for any other visit: another path, another name for this computer, another state. */
function codeIn(url: string, host: string, state: string, port: number): string | null {
  if (host !== `127.0.0.1:${port}`) return null;
  const [path, query = ''] = url.split('?');
  const searchParams = new URLSearchParams(query);
  const code = searchParams.get('code') ?? '';
  const own = isSame(searchParams.get('state') ?? '', state);
  return path === '/' && own && /^[A-Za-z0-9_-]{20,256}$/.test(code) ? code : null;
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
