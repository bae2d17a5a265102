// Clients that keep the server waiting: it does not wait.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../site/api/app';
import { readText } from '../../site/api/guard/body';
import { LIMITS, listen } from '../../site/api/listen';
import { type House, openHouse } from './house';
import { type Opened, openMemory } from './stores';

const LARGE = 64 * 1024 * 1024;
let opened: Opened;
let house: House;
let server: Server;
let port: number;

beforeAll(async () => {
  opened = await openMemory();
  house = await openHouse({
    store: opened.store,
    chain: { chainId: 84_532, rpcUrl: 'http://127.0.0.1:9' },
  });
  const app = createApp(house.plane);
  const limits = {
    ...LIMITS,
    headersMs: 800,
    requestMs: 1500,
    answerMs: 2000,
  };
  server = await listen({ host: '127.0.0.1', port: 0, limits }, (request, peer) =>
    new URL(request.url).pathname === '/large'
      ? new Response(new Uint8Array(LARGE))
      : app.fetch(request, { peer }),
  );
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await opened?.stop();
});

const dial = async (at = port): Promise<Socket> => {
  const socket = connect(at, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
/** All that was heard until the other side hung up. */
const heard = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await once(socket, 'close');
  return text;
};
/** A byte now and then, until it is cut off. */
const trickle = (socket: Socket, text: string): void => {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text[at++ % text.length] ?? ' ');
  }, 50);
  socket.once('close', () => clearInterval(timer));
};
const HEAD =
  'POST /api/runway/requests HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

describe('the server hangs up on', () => {
  it('headers that trickle in', async () => {
    const socket = await dial();
    trickle(socket, 'GET /api/health HTTP/1.1\r\nx-slow: a'.padEnd(100_000, 'a'));
    expect(await heard(socket)).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  it('a body that trickles in', async () => {
    const socket = await dial();
    socket.write(`${HEAD}content-length: 200000\r\n\r\n`);
    trickle(socket, '{"golem":"atlas"'.padEnd(100_000, ' '));
    expect(await heard(socket)).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  it('a body without a length that never ends', async () => {
    const socket = await dial();
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    const timer = setInterval(() => socket.write('1\r\n \r\n'), 50);
    const text = await heard(socket);
    clearInterval(timer);
    expect(text).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  it('who does not read the answer', async () => {
    const socket = await dial();
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        server.getConnections((_, count) => {
          if (count > 0) return;
          clearInterval(timer);
          resolve();
        });
      }, 50);
    });
    socket.destroy();
  });

  it('the thirteenth connection of one network, and not on the first twelve', async () => {
    // Those that say nothing would be hung up on, too, on a machine that takes its time to refuse the thirteenth.
    const limits = { ...LIMITS, headersMs: 60_000, requestMs: 60_000, connectionsEach: 12 };
    const patient = await listen({ host: '127.0.0.1', port: 0, limits }, () => new Response());
    const there = () => dial((patient.address() as AddressInfo).port);
    const sockets = await Promise.all(Array.from({ length: 12 }, there));
    const extra = await there();
    await once(extra, 'close');

    expect(sockets.every((socket) => !socket.destroyed)).toBe(true);
    for (const socket of sockets) socket.destroy();
    patient.closeAllConnections();
    patient.close();
  });
});

describe('a body handed in by any other host', () => {
  it('is given a time in all', async () => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        timer = setInterval(() => controller.enqueue(new Uint8Array([32])), 10);
      },
      cancel: () => clearInterval(timer),
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;

    await expect(readText(new Request('http://localhost/', init), 200)).rejects.toMatchObject({
      code: 'too_slow',
    });
  });

  it('is read whole when it comes in time', async () => {
    expect(await readText(new Request('http://localhost/', { method: 'POST', body: 'yes' }))).toBe(
      'yes',
    );
  });
});
