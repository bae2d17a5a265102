// Puts the control plane together: store, chains, followers, relay. Without sockets, so that the Vite dev
// server and tests can host it; `server.ts` adds the port.
import { randomUUID } from 'node:crypto';
import { createPublicClient, http, type PublicClient } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { readBalances } from './chain/balances';
import { catchUp, type Followed } from './chain/indexer';
import { runRelay } from './chain/relay';
import type { ChainConfig, Config } from './config';
import { type Log, safeText } from './log';
import type { Plane } from './plane';
import { storedSecret } from './secrets';
import { openStore } from './store/open';
import type { Store } from './store/store';

/** A request does not wait for a long way to catch up. */
const REQUEST_STEPS = 20;

export type Running = {
  plane: Plane;
  /** One round of everything that runs beside the requests. */
  round: () => Promise<void>;
  /** Rounds until `stop`. */
  run: (everyMs: number) => void;
  stop: () => Promise<void>;
};

export type Options = Pick<Config, 'origins' | 'chains' | 'relayKey' | 'secret' | 'perMinute'> & {
  store: Store;
  loopback: boolean;
  now: () => number;
  log: Log;
};

export async function startPlane(options: Options): Promise<Running> {
  const { store, log, now } = options;
  const clients = new Map(options.chains.map((chain) => [chain.chainId, clientOf(chain)]));
  const relay = options.relayKey ? privateKeyToAccount(options.relayKey) : null;
  const followed = options.chains.map((chain) => ({
    ...chain,
    store,
    client: clients.get(chain.chainId) as PublicClient,
  }));
  const plane: Plane = {
    ...options,
    chains: clients,
    relays: new Map(relay ? options.chains.map(({ chainId }) => [chainId, relay.address]) : []),
    secret: options.secret ?? (await storedSecret(store)),
    catchUp: (chainId) => follow(followed, chainId, log, REQUEST_STEPS),
  };
  const holder = randomUUID();
  const round = async () => {
    for (const chain of followed) {
      await follow(followed, chain.chainId, log);
      const desk = relay && { ...chain, account: relay, holder, now, log };
      await guarded(log, 'relay', async () => {
        for (let step = 0; desk && step < 20 && (await runRelay(desk)); step += 1);
      });
      await guarded(log, 'balances', () => readBalances(store, chain.client, chain.chainId, now()));
    }
  };
  return { plane, round, ...looped(round, store) };
}

export function openFrom(config: Config): Promise<Store> {
  return openStore({ databaseUrl: config.databaseUrl, folder: config.folder });
}

function clientOf({ rpcUrl }: ChainConfig): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { retryCount: 1, timeout: 10_000 }) });
}

async function follow(
  followed: Followed[],
  chainId: number,
  log: Log,
  steps?: number,
): Promise<boolean> {
  const chain = followed.find((one) => one.chainId === chainId);
  return chain ? guarded(log, 'index', () => catchUp(chain, steps)) : false;
}

/** A node that is down costs its own feature: the next round tries again. False when it failed. */
async function guarded(log: Log, event: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await work()) !== false;
  } catch (error) {
    log('warn', event, { error: safeText(error) });
    return false;
  }
}

function looped(round: () => Promise<void>, store: Store): Pick<Running, 'run' | 'stop'> {
  let stopped = false;
  let current = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (everyMs: number) => {
    current = round().finally(() => {
      if (!stopped) timer = setTimeout(() => run(everyMs), everyMs);
    });
  };
  const stop = async () => {
    stopped = true;
    clearTimeout(timer);
    await current.catch(() => undefined);
    await store.close();
  };
  return { run, stop };
}
