// Puts the control plane together: store, chains, followers, relay. Without sockets, so that the Vite dev
// server and tests can host it; `server.ts` adds the port.
import type { PublicClient } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { resolvePublic, type Ways } from './alerts/destination';
import { type Mailroom, openMailroom } from './alerts/mailroom';
import { judgeDue } from './alerts/rounds';
import { readBalances } from './chain/balances';
import { clientOn } from './chain/client';
import type { Followed } from './chain/index-write';
import { catchUp } from './chain/indexer';
import { readPayees } from './chain/payees';
import { isReadUpTo } from './chain/stillness';
import type { Config } from './plane/config';
import { type Lead, leadership, RENEW_MS } from './plane/leadership';
import { type Log, safeText } from './plane/log';
import type { Plane } from './plane/plane';
import { QUOTA } from './plane/quota-figures';
import { storedSecret } from './plane/secrets';
import { runRelay } from './relay/relay';
import { openStore } from './store/open';
import type { Store } from './store/store';
import { sweep } from './store/sweep';

/** A request does not wait for a long way to catch up. */
const REQUEST_STEPS = 20;
const REQUEST_MS = 15_000;

export type Running = {
  plane: Plane;
  lead: Lead;
  /** One round of everything that runs beside the requests, if this process leads. */
  round: () => Promise<void>;
  /** Rounds until `stop`: each chore at its own pace, so that none waits for another. */
  run: (everyMs: number) => void;
  stop: () => Promise<void>;
};

export type Options = Pick<Config, 'origins' | 'chains' | 'relayKey' | 'secret' | 'perMinute'> & {
  /** `QUOTA` if absent. */
  quota?: Config['quota'];
  store: Store;
  /** What the leader works with: connections of its own, so that no crowd of requests keeps it waiting. */
  aside?: Store;
  loopback: boolean;
  /** Alerts may go to this computer itself; off if absent. */
  loopbackTargets?: boolean;
  /** How names of targets are found and whose certificates are good, where it is not as everywhere. */
  ways?: Partial<Ways>;
  now: () => number;
  log: Log;
};

/** The relay looks more often: its orders should be in the next block. */
const RELAY_MS = 500;
const SWEEP_MS = 60_000;
const ALERTS_MS = 1000;

export async function startPlane(options: Options): Promise<Running> {
  const { store, aside = store, now, log } = options;
  const clients = new Map(options.chains.map((chain) => [chain.chainId, clientOn(chain.rpcUrl)]));
  const relay = options.relayKey ? privateKeyToAccount(options.relayKey) : null;
  const followed = options.chains.map((chain) => ({
    ...chain,
    store: aside,
    now,
    client: clients.get(chain.chainId) as PublicClient,
  }));
  const asking = followed.map((chain) => ({ ...chain, store }));
  const lead = leadership(aside);
  const plane: Plane = {
    ...options,
    quota: options.quota === undefined ? QUOTA : options.quota,
    chains: clients,
    relays: new Map(relay ? options.chains.map(({ chainId }) => [chainId, relay.address]) : []),
    secret: options.secret ?? (await storedSecret(store)),
    loopbackTargets: options.loopbackTargets ?? false,
    leads: lead.leads,
    catchUp: async (chainId) =>
      (await soon(follow(asking, chainId, log, REQUEST_STEPS))) &&
      isReadUpTo(store, chainId, now()),
  };
  const chores = followed.flatMap((chain) =>
    choresOf(chain, { ...options, lead, relay, followed }),
  );
  const mailroom = mailroomOf(options, { plane, lead, store: aside });
  chores.push(...alerting(options, { plane, lead, store: aside }, mailroom), {
    everyMs: SWEEP_MS,
    work: () => guarded(log, 'sweep', () => sweep(aside, options.now())),
  });
  const round = async () => {
    if (!(await lead.renew())) return;
    // As beside the loops: a round of many orders may take longer than the lead is held.
    const renewing = loop(() => guarded(log, 'lead', lead.renew), RENEW_MS);
    try {
      for (const { work } of chores) await work();
    } finally {
      await renewing.stop();
    }
  };
  return { plane, lead, round, ...looped({ chores, lead, log, mailroom }, [store, aside]) };
}

type Chore = { everyMs: number | null; work: () => Promise<unknown> };
type Office = Options & { lead: Lead; relay: PrivateKeyAccount | null; followed: Followed[] };

/** What the leader does for one chain. */
function choresOf(chain: Followed, { lead, relay, followed, now, log }: Office): Chore[] {
  const { chainId, client, store } = chain;
  const desk = relay && { ...chain, account: relay, lead, now, log };
  const index = () => follow(followed, chainId, log);
  const send = () =>
    guarded(log, 'relay', async () => {
      for (let step = 0; desk && step < 20 && (await runRelay(desk)); step += 1);
    });
  const balances = () =>
    guarded(log, 'balances', () => readBalances(store, client, chainId, now()));
  const payees = () => guarded(log, 'payees', () => readPayees(store, client, chainId, now()));
  return [
    { everyMs: null, work: index },
    { everyMs: RELAY_MS, work: send },
    { everyMs: null, work: balances },
    { everyMs: null, work: payees },
  ];
}

type Desk = { plane: Plane; lead: Lead; store: Store };

function mailroomOf({ ways, now, log }: Options, { plane, lead, store }: Desk): Mailroom {
  const loopback = plane.loopbackTargets;
  const all: Ways = { resolve: resolvePublic, ...ways, loopback };
  return openMailroom({ store, lead, secret: plane.secret, ways: all, now, log });
}

/** Alerts off the desktop: what there is to tell, and its way there. */
function alerting(
  { now, log }: Options,
  { plane, lead, store }: Desk,
  mailroom: Mailroom,
): Chore[] {
  const portal = plane.origins[0] ?? '';
  const judge = () => judgeDue({ store, lead, portal, now, log });
  return [
    { everyMs: ALERTS_MS, work: () => guarded(log, 'alerts', judge) },
    { everyMs: ALERTS_MS, work: () => guarded(log, 'alerts', mailroom.turn) },
  ];
}

export function openFrom(config: Config): Promise<Store> {
  return openStore({ databaseUrl: config.databaseUrl, folder: config.folder });
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

/** What is not known by then is not known up to now; the reading goes on for who asks next. */
function soon(reading: Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), REQUEST_MS).unref();
  });
  return Promise.race([reading, late]);
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

function looped(
  { chores, lead, log, mailroom }: { chores: Chore[]; lead: Lead; log: Log; mailroom: Mailroom },
  stores: Store[],
): Pick<Running, 'run' | 'stop'> {
  const loops: Loop[] = [];
  const run = (everyMs: number) => {
    loops.push(loop(() => guarded(log, 'lead', lead.renew), RENEW_MS));
    for (const chore of chores) {
      const work = async () => lead.leads() && chore.work();
      loops.push(loop(work, chore.everyMs ?? everyMs));
    }
  };
  const stop = async () => {
    await Promise.all(loops.map((one) => one.stop()));
    await mailroom.rest();
    await guarded(log, 'lead', lead.resign);
    for (const store of new Set(stores)) await store.close();
  };
  return { run, stop };
}

type Loop = { stop: () => Promise<void> };

function loop(work: () => Promise<unknown>, everyMs: number): Loop {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<unknown> = Promise.resolve();
  const turn = () => {
    current = work().finally(() => {
      if (!stopped) timer = setTimeout(turn, everyMs);
    });
  };
  turn();
  const stop = async () => {
    stopped = true;
    clearTimeout(timer);
    await current.catch(() => undefined);
  };
  return { stop };
}
