// One message to a target that may be anybody: rebinding, redirects, slowness, endless answers, bad TLS.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Destination, destinationOf, type Ways } from '../../../site/api/alerts/destination';
import { type Letter, type Outcome, post } from '../../../site/api/alerts/post';
import { aCertificate } from './certificate';
import { openReceiver, type Receiver, saying, silent } from './receiver';

const open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

const LETTER: Letter = { headers: { 'content-type': 'application/json' }, body: '{"a":"ü"}' };
const NOWHERE: Ways['resolve'] = async (host) => {
  throw new Error(`asked for ${host}`);
};
const own = (over: Partial<Ways> = {}): Ways => ({ loopback: true, resolve: NOWHERE, ...over });

async function receiver(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
  const one = await openReceiver(...args);
  open.push(one);
  return one;
}

/** Bytes as they are, whatever is asked. */
async function rawServer(say: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => say(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  open.push({ stop });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const to = (url: string) => destinationOf(url, true) as Destination;
const sent = (url: string, ways = own()): Promise<Outcome> => post(to(url), LETTER, ways);

describe('A message', () => {
  it('arrives whole, with its name in SNI and Host, and the answer comes back', async () => {
    const target = await receiver(true);

    const outcome = await sent(target.url, own({ ca: target.ca }));

    expect(outcome).toEqual({ kind: 'answered', status: 200, words: 'thanks', retryAfter: null });
    const [got] = target.received;
    expect(got).toMatchObject({ path: '/hook', body: LETTER.body, sni: 'localhost' });
    expect(got?.headers.host).toBe(`localhost:${target.port}`);
    expect(got?.headers['user-agent']).toBe('Bardo-Alerts/1');
  });

  it('goes to the address that was judged, whatever its name leads to a moment later', async () => {
    const target = await receiver(true);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const ways: Ways = {
      loopback: false,
      ca: target.ca,
      // 127.0.0.1 stands for the public internet here, 127.0.0.2 for what must not be reached.
      isPublic: (address) => address === '127.0.0.1',
      resolve: async () => answers[asked++] ?? [],
    };
    const name = 'hooks.example.com';
    const there: Destination = {
      ...{ secure: true, name, host: `${name}:${target.port}`, port: target.port, path: '/hook' },
    };

    expect((await post(there, LETTER, ways)).kind).toBe('answered');
    expect([asked, target.received[0]?.sni]).toEqual([1, name]);
    expect(target.received[0]?.headers.host).toBe(`${name}:${target.port}`);
    expect((await post(there, LETTER, ways)).kind).toBe('forbidden');
    expect([asked, target.received.length]).toEqual([2, 1]);
  });

  it.each([
    ['an address of this computer', ['127.0.0.1']],
    ['one private address among public ones', ['93.184.215.14', '10.0.0.1']],
    ['an IPv4 address in IPv6', ['::ffff:127.0.0.1']],
    ['metadata of a cloud', ['169.254.169.254']],
  ])('is not sent to a name that leads to %s', async (_, found) => {
    const target = await receiver();
    const ways: Ways = { loopback: false, resolve: async () => found };
    const there = { ...to(target.url), name: 'evil.example.com' };

    expect((await post(there, LETTER, ways)).kind).toBe('forbidden');
    expect(target.received).toEqual([]);
  });

  it('is not sent to a name that is not found', async () => {
    const ways: Ways = { loopback: false, resolve: async () => [] };
    const there = { ...to('https://localhost/'), name: 'gone.example.com' };
    expect(await post(there, LETTER, ways)).toEqual({
      kind: 'unreached',
      words: 'The name of this target was not found.',
    });
  });

  it('reaches nobody of this computer without the flag for it', () => {
    expect(destinationOf('http://localhost:3004/', false)).toMatch(/https/);
    expect(destinationOf('https://127.0.0.1/', false)).toMatch(/public internet/);
    expect(destinationOf('http://example.com/', true)).toMatch(/https/);
    expect(destinationOf('https://10.0.0.1/', true)).toMatch(/public internet/);
  });
});

describe('A target that', () => {
  it('redirects is not followed', async () => {
    const target = await receiver();
    const behind = await receiver();
    target.answer = saying(302, 'go on', { location: behind.url });

    const outcome = await sent(target.url);

    expect(outcome).toMatchObject({ kind: 'answered', status: 302 });
    expect(outcome.words).toMatch(/no redirect/);
    expect(behind.received).toEqual([]);
  });

  it('never answers is given up, and nobody knows whether it has the message', async () => {
    const target = await receiver();
    target.answer = silent;
    expect(await sent(target.url)).toEqual({
      kind: 'unclear',
      words: 'It did not answer within 10 seconds.',
    });
  });

  it('answers without end is heard for its status, and left', async () => {
    const target = await receiver();
    target.answer = (response) => {
      const more = () => response.write('x'.repeat(65_536), () => setImmediate(more));
      response.on('error', () => undefined).writeHead(200);
      more();
    };
    const outcome = await sent(target.url);
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(outcome.words.length).toBeLessThanOrEqual(2048);
  });

  it('says its status and then nothing is believed its status', async () => {
    const target = await receiver();
    target.answer = (response) => response.writeHead(200).write('so');
    expect(await sent(target.url)).toMatchObject({ kind: 'answered', status: 200, words: 'so' });
  });

  it('sends giant headers is cut off', async () => {
    const url = await rawServer((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'y'.repeat(100_000)}\r\n\r\n`),
    );
    const outcome = await sent(url);
    expect([outcome.kind, outcome.words]).toEqual([
      'unclear',
      'Its answer begins with more than 8 KB of headers.',
    ]);
  });

  it('sends hints for ever is given up', async () => {
    const url = await rawServer((socket) => {
      const hint = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 50);
      socket.once('close', () => clearInterval(hint));
    });
    expect((await sent(url)).kind).toBe('unclear');
  });

  it.each([
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['hangs up', null],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ])('%s may or may not have the message', async (_, words) => {
    const url = await rawServer((socket) =>
      words === null ? socket.destroy() : socket.write(words),
    );
    expect((await sent(url)).kind).toBe('unclear');
  });

  it('is not there has nothing', async () => {
    const gone = await openReceiver();
    await gone.stop();
    expect(await sent(gone.url)).toEqual({ kind: 'unreached', words: 'Nobody listens there.' });
  });

  it('speaks no TLS has nothing', async () => {
    const target = await receiver();
    const outcome = await sent(target.url.replace('http:', 'https:'));
    expect(outcome.kind).toBe('unreached');
    expect(outcome.words).toMatch(/TLS/);
    expect(target.received).toEqual([]);
  });

  it.each([
    ['that nobody vouches for', aCertificate(['localhost']), false],
    ['of another name', aCertificate(['other.example.com']), true],
    ['that has expired', aCertificate(['localhost'], '20210101000000Z'), true],
  ])('has a certificate %s has nothing', async (_, certificate, vouched) => {
    const target = await receiver(true, certificate);
    const outcome = await sent(target.url, own(vouched ? { ca: target.ca } : {}));
    expect(outcome.kind).toBe('unreached');
    expect(outcome.words).toMatch(/certificate/);
    expect(target.received).toEqual([]);
  });

  it('accepts a connection and does no TLS is given up, and has nothing', async () => {
    const url = await rawServer(() => undefined);
    expect((await sent(url.replace('http:', 'https:'))).kind).toBe('unreached');
  });

  it('asks for patience says for how long', async () => {
    const target = await receiver();
    target.answer = saying(429, 'slow down', { 'retry-after': '120' });
    expect(await sent(target.url)).toMatchObject({ status: 429, retryAfter: 120 });
  });
});
