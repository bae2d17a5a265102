// The control plane as a Node process: `npm run plane`. It also serves the companion site when that was
// built, so that production is one process. Environment: see config.ts.
import type { AddressInfo } from 'node:net';
import { createApp } from './app';
import { hostIsOurs } from './guard/origin';
import { listen } from './listen';
import { openPages } from './pages';
import { type Config, LOOPBACK, readConfig } from './plane/config';
import { jsonLog } from './plane/log';
import { Problem, problemResponse } from './plane/problem';
import { openFrom, startPlane } from './start';

export type Serving = { url: string; stop: () => Promise<void> };

const ROUND_MS = 2000;

export async function startServer(config: Config, write: (line: string) => void): Promise<Serving> {
  const now = () => Math.floor(Date.now() / 1000);
  const log = jsonLog(write, now);
  const loopback = LOOPBACK.includes(config.host);
  const store = await openFrom(config);
  const aside = config.databaseUrl ? await openFrom(config) : store;
  const running = await startPlane({ ...config, store, aside, loopback, now, log });
  await running.lead.renew();
  const app = createApp(running.plane);
  const pages = sitePages(config, running.plane);
  const server = await listen(config, (request, peer) =>
    pages && !new URL(request.url).pathname.startsWith('/api/')
      ? pages(request)
      : app.fetch(request, { peer }),
  );
  running.run(ROUND_MS);
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host}:${port}`;
  const chains = config.chains.map(({ chainId }) => chainId);
  log('info', 'listening', { url, store: store.kind, chains, site: pages !== null });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await running.stop();
  };
  return { url, stop };
}

/** The built site under the same rule for names as the API. */
function sitePages(config: Config, plane: Parameters<typeof hostIsOurs>[0]) {
  const https = config.origins.every((origin) => origin.startsWith('https:'));
  const pages = openPages(config.site, { connect: config.connect, https });
  if (!pages) return null;
  return (request: Request) =>
    hostIsOurs(plane, request.headers.get('host') ?? '')
      ? pages(request)
      : problemResponse(new Problem('forbidden', 'This site is not served under that name.'));
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
