// One anvil process: Base Sepolia's chain id, the hardfork with EIP-7702, on loopback only.
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../api/ports';

export const CHAIN_ID = 84_532;

export type Anvil = {
  rpcUrl: string;
  pid: number;
  /** One of anvil's own methods, e.g. `anvil_setCode`, or any other. */
  cheat: Cheat;
  stop: () => Promise<void>;
};

export type Cheat = (method: string, params: readonly unknown[]) => Promise<unknown>;

export type AnvilOptions = {
  /** 0 = any free one. */
  port?: number;
  /** File that holds the chain between two lives: read at the start if it is there, written at the end. */
  state?: string;
  /** A block at least this often, besides one for every transaction. Without it time stands still between two. */
  blockSeconds?: number;
  /** The process is there, though it does not answer yet. */
  onSpawn?: (node: Pick<Anvil, 'pid' | 'stop'>) => void;
};

export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { port = 0, state, blockSeconds } = options;
  const taken = port === 0 ? await freePort() : port;
  const rpcUrl = `http://127.0.0.1:${taken}`;
  const life = state ? ['--state', state, '--state-interval', '15'] : [];
  const pace = blockSeconds ? ['--block-time', `${blockSeconds}`, '--mixed-mining'] : [];
  const place = ['--host', '127.0.0.1', '--port', `${taken}`, '--no-cors'];
  const kind = ['--chain-id', `${CHAIN_ID}`, '--hardfork', 'prague', '--silent'];
  const anvil = spawn('node_modules/.bin/anvil', [...place, ...kind, ...life, ...pace], {
    stdio: 'ignore',
    // Not in the terminal's group: on Ctrl-C the world ends it last, when nobody writes any more.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => anvil.once('exit', () => resolve()));
  const stop = () => {
    anvil.kill('SIGTERM');
    return ended;
  };
  const pid = anvil.pid ?? 0;
  options.onSpawn?.({ pid, stop });
  try {
    await answering(rpcUrl, anvil);
    return { rpcUrl, pid, cheat: cheatOn(rpcUrl), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function cheatOn(rpcUrl: string): Cheat {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
    const { result, error } = (await answer.json()) as {
      result: unknown;
      error?: { message: string };
    };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

async function answering(rpcUrl: string, anvil: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (anvil.exitCode !== null || anvil.killed)
      throw new Error(`anvil ended with ${anvil.exitCode}`);
    const up = await cheatOn(rpcUrl)('eth_chainId', []).catch(() => null);
    if (Number(up) === CHAIN_ID) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('anvil did not answer within twenty seconds');
}
