// The twin chain and the real control plane in a process of their own, because MetaMask's test environment
// cannot load their parts. What people do there is asked for by name.
import { type ChildProcess, fork } from 'node:child_process';
import type { Json } from '@metamask/snaps-sdk';
import type { Hex } from 'viem';

export type Family = {
  golem: string;
  owner: Hex;
  guardian: Hex;
  sessionKey: string;
  token: string;
  lease: Hex;
  permission: string;
};

type Place = { rpcUrl: string; chainId: number; usdc: Hex; planePort: number };

export type FarWorld = Place & {
  /** Any method of the node, anvil's own included. */
  node: (method: string, params: readonly Json[]) => Promise<Json>;
  // biome-ignore lint/suspicious/noExplicitAny: each act has its own answer
  act: (name: string, ...args: (Json | object)[]) => Promise<any>;
  stop: () => Promise<void>;
};

export async function startFarWorld(): Promise<FarWorld> {
  const child = fork('test/snap/far-world-process.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // A test that gave up waiting must not keep the runner alive: the child ends when its parent does.
  child.unref();
  child.channel?.unref();
  const place = await firstMessage(child);
  let count = 0;
  return {
    ...place,
    node: (method, params) => askNode(place.rpcUrl, method, params),
    act: (act, ...args) => {
      count += 1;
      child.send({ id: count, act, args });
      return answerOf(child, count);
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

async function askNode(url: string, method: string, params: readonly Json[]): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { result, error } = (await answer.json()) as { result: Json; error?: object };
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

type Message = { id: number; result?: unknown; error?: string };

function answerOf(child: ChildProcess, id: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      const answer = message as Message;
      if (answer.id !== id) return;
      child.off('message', listen);
      if (answer.error) reject(new Error(answer.error));
      else resolve(answer.result);
    };
    child.on('message', listen);
  });
}

function firstMessage(child: ChildProcess): Promise<Place> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Place));
    child.once('exit', (code) => reject(new Error(`the far world ended with ${code}`)));
  });
}
