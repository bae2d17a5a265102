// One anvil process: Base Sepolia's chain id unless told another, the hardfork with EIP-7702, on loopback only.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { KEPT_BLOCKS, saveChain } from './chain-file';
import { anvilPath } from './foundry';
import { freePort } from './free-port';
import { type Hiding, hiddenPlace, openPlace, type Place } from './hiding';

export const CHAIN_ID = 84_532;
/** First of anvil's well-known funded keys. */
export const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export type Anvil = {
  rpcUrl: string;
  /** Host and port of the process itself: nobody's business but its tests'. */
  listens: string;
  pid: number;
  /** One of anvil's own methods, e.g. `anvil_setCode`, or any other. */
  cheat: Cheat;
  stop: () => Promise<void>;
};

export type Cheat = (method: string, params: readonly unknown[]) => Promise<unknown>;

export type AnvilOptions = {
  chainId?: number;
  /** 0 = any free one. */
  port?: number;
  /** File that holds the chain between two lives: read at the start if it is there, written now and then and at the end. */
  state?: string;
  /** Where no web page reaches it: for a node that runs beside somebody's browser. */
  hidden?: Hiding;
  /** A block at least this often, besides one for every transaction. Without it time stands still between two. */
  blockSeconds?: number;
  /** The process is there, though it does not answer yet. */
  onSpawn?: (node: Pick<Anvil, 'pid' | 'stop'>) => void;
};

const SAVE_MS = 30_000;
/** States of past blocks in memory; without a bound anvil fills the disk with them. */
const KEPT_STATES = 256;

export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { state, hidden } = options;
  const wanted = options.port || (await freePort());
  const place = hidden ? await hiddenPlace(hidden, wanted) : openPlace('127.0.0.1', wanted);
  const { rpcUrl } = place;
  const anvil = spawn(anvilPath(), argumentsOf(options, place), {
    stdio: 'ignore',
    // Not in the terminal's group: on Ctrl-C the world ends it last, when nobody writes any more.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => anvil.once('exit', () => resolve()));
  const cheat = cheatOn(rpcUrl);
  const keeping = state ? keep(cheat, state) : null;
  const stop = async () => {
    await keeping?.();
    anvil.kill('SIGTERM');
    await ended;
    place.leave();
  };
  const pid = anvil.pid ?? 0;
  options.onSpawn?.({ pid, stop });
  try {
    await answering(rpcUrl, options.chainId ?? CHAIN_ID, anvil);
    return { rpcUrl, listens: `${place.host}:${place.port}`, pid, cheat, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function argumentsOf(options: AnvilOptions, { host, port }: Place): string[] {
  const { state, blockSeconds, chainId = CHAIN_ID } = options;
  return [
    ...['--host', host, '--port', `${port}`, '--no-cors', '--silent'],
    ...['--chain-id', `${chainId}`, '--hardfork', 'prague'],
    // The cache's name tells whose node it is, should it be left over.
    ...(state ? [`--prune-history=${KEPT_STATES}`, '--cache-path', `${state}.cache`] : []),
    ...(state ? ['--transaction-block-keeper', `${KEPT_BLOCKS}`] : []),
    ...(state && existsSync(state) ? ['--load-state', state] : []),
    ...(blockSeconds ? ['--block-time', `${blockSeconds}`, '--mixed-mining'] : []),
  ];
}

/** Saves the chain now and then. What it returns saves it a last time; a node that is gone has nothing to save. */
function keep(cheat: Cheat, file: string): () => Promise<void> {
  let saving = Promise.resolve();
  const save = () => {
    saving = saving
      .then(async () => saveChain(`${await cheat('anvil_dumpState', [])}`, file))
      .catch(() => undefined);
    return saving;
  };
  const timer = setInterval(save, SAVE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return save();
  };
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

async function answering(rpcUrl: string, chainId: number, anvil: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (anvil.exitCode !== null || anvil.killed)
      throw new Error(`anvil ended with ${anvil.exitCode}`);
    const up = await cheatOn(rpcUrl)('eth_chainId', []).catch(() => null);
    if (Number(up) === chainId) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('anvil did not answer within a minute');
}
