// The twin chain in a process of its own, because MetaMask's test environment cannot load its parts.
import { type ChildProcess, fork } from 'node:child_process';
import type { Json } from '@metamask/snaps-sdk';

export type FarWorld = {
  rpcUrl: string;
  chainId: number;
  usdc: string;
  /** Any method of the node, anvil's own included. */
  node: (method: string, params: readonly Json[]) => Promise<Json>;
  stop: () => Promise<void>;
};

export async function startFarWorld(): Promise<FarWorld> {
  const child = fork('test/snap/far-world-process.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { rpcUrl, chainId, usdc } = await firstMessage(child);
  return {
    rpcUrl,
    chainId,
    usdc,
    node: async (method, params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
      const { result, error } = (await answer.json()) as { result: Json; error?: object };
      if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

function firstMessage(child: ChildProcess): Promise<Pick<FarWorld, 'rpcUrl' | 'chainId' | 'usdc'>> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as FarWorld));
    child.once('exit', (code) => reject(new Error(`the far world ended with ${code}`)));
  });
}
