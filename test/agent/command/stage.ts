// The command as somebody runs it: a process of its own, with a home of its own, against a real control plane behind a port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, openHouse } from '../../api/house';
import { type People, somePeople } from '../../api/people';
import { openMemory } from '../../api/stores';

// biome-ignore lint/suspicious/noExplicitAny: each test knows the event that it waits for
export type Told = { event: string; [name: string]: any };

export type Process = {
  /** The next object of this event, as `--json` prints it. */
  told: (event: string) => Promise<Told>;
  /** Resolves to what it printed and how it ended. */
  done: Promise<{ code: number | null; out: string; err: string }>;
  interrupt: () => void;
};

export type CommandStage = {
  chain: Chain;
  house: House;
  people: People;
  home: string;
  url: string;
  run: (words: readonly string[], env?: { [name: string]: string }) => Process;
  close: () => Promise<void>;
};

export async function aCommandStage(): Promise<CommandStage> {
  const [chain, opened] = await Promise.all([startChain(), openMemory()]);
  const house = await openHouse({ store: opened.store, chain });
  const people = await somePeople(chain, house);
  const server = serve({ fetch: house.app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const home = mkdtempSync(join(tmpdir(), 'bardo-command-'));
  return {
    ...{ chain, house, people, home, url },
    run: (words, env = {}) => running(words, { BARDO_HOME: home, BARDO_PLANE: url, ...env }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await opened.stop();
      await chain.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function running(words: readonly string[], env: { [name: string]: string }): Process {
  const { PATH = '' } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/agent/command/main.ts', ...words],
    {
      env: { PATH, BARDO_PASSPHRASE: 'correct horse battery', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [out, err] = ['', ''];
  const heard = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const listen of heard) listen();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const done = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  const find = (event: string) =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Told)
      .find((one) => one.event === event);
  const told = (event: string) =>
    new Promise<Told>((resolve, reject) => {
      const look = () => {
        const found = find(event);
        if (found) resolve(found);
      };
      heard.add(look);
      look();
      void done.then(() => reject(new Error(`ended without “${event}”: ${out}${err}`)));
    });
  return { told, done, interrupt: () => void child.kill('SIGINT') };
}
