// The control plane as a Node process: `npx tsx site/api/server.ts`. Environment: see config.ts.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from './app';
import { type Config, readConfig } from './config';
import { jsonLog } from './log';
import { openFrom, startPlane } from './start';

export type Serving = { url: string; stop: () => Promise<void> };

const ROUND_MS = 2000;
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export async function startServer(config: Config, write: (line: string) => void): Promise<Serving> {
  const now = () => Math.floor(Date.now() / 1000);
  const log = jsonLog(write, now);
  const loopback = LOOPBACK.includes(config.host);
  const store = await openFrom(config);
  const running = await startPlane({ ...config, store, loopback, now, log });
  const app = createApp(running.plane);
  const server = await listening(config, (request, peer) => app.fetch(request, { peer }));
  running.run(ROUND_MS);
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host}:${port}`;
  log('info', 'listening', { url, store: store.kind, chains: config.chains.map((c) => c.chainId) });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await running.stop();
  };
  return { url, stop };
}

type Answer = (request: Request, peer: string | undefined) => Response | Promise<Response>;

function listening({ host, port }: Config, answer: Answer): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: host,
        port,
        fetch: (request, env) => {
          const { incoming } = env as { incoming?: { socket: { remoteAddress?: string } } };
          return answer(request, incoming?.socket.remoteAddress);
        },
      },
      () => resolve(server),
    ) as Server;
    server.once('error', reject);
  });
}

async function main(): Promise<void> {
  const serving = await startServer(readConfig(process.env), (line) => {
    process.stdout.write(`${line}\n`);
  });
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void serving.stop().then(() => process.exit(0));
    });
  }
}

if (process.argv[1] && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
