// Two processes on one PostgreSQL, a chain with blocks, and a crowd of hostile owners that asks as fast as it is answered.

import { createPublicClient, type Hex, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Store } from '../../../site/api/store/store';
import type { Chain } from '../../../site/world/chain/chain';
import { ENDED, signEndOrder } from '../../../site/world/people/end-order';
import { type Guest, guestOf } from '../house';
import { leased, type People, somePeople } from '../people';
import { kill, type Process, startProcess } from '../process';
import { aRunwayAsk } from '../signing';
import { pause } from './siege';

const BLOCK_MS = 2000;
/** While nobody leads there is no round to wait for. */
const MAX_BLOCK_MS = 60_000;
export const RELAY_KEY = generatePrivateKey();

export type Load = {
  chain: Chain;
  client: ReturnType<typeof createPublicClient>;
  /** Those that answer. */
  planes: Process[];
  start: () => Promise<Process>;
  guest: Guest;
};

export function onLoad(chain: Chain, databaseUrl: string): Load {
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const planes: Process[] = [];
  let turn = 0;
  const url = () => {
    turn += 1;
    return planes[turn % planes.length]?.url ?? '';
  };
  const start = async () => {
    const plane = await startProcess({
      BARDO_CHAINS: `${chain.chainId}=${chain.rpcUrl}`,
      BARDO_RELAY_KEY: RELAY_KEY,
      DATABASE_URL: databaseUrl,
      BARDO_BEHIND_PROXY: '1',
    });
    planes.push(plane);
    return plane;
  };
  return { chain, client, planes, start, guest: guestOf(url, chain.chainId) };
}

/** Owners with a live lease each, some at a time. */
export async function someOwners({ chain, guest }: Load, count: number): Promise<People[]> {
  const people: People[] = [];
  while (people.length < count) {
    const next = Array.from({ length: Math.min(5, count - people.length) }, async () => {
      const one = await somePeople(chain, guest);
      await leased(one);
      return one;
    });
    people.push(...(await Promise.all(next)));
  }
  return people;
}

export type Running = { stop: () => Promise<void> };

/**
 * A block every two seconds, or less often where this machine is too slow for the relay to begin a round in between: then
 * time is what the machine decides, and blocks are what is counted.
 */
export async function blocks({ chain }: Load, store: Store): Promise<Running> {
  await chain.cheat('evm_setAutomine', [false]);
  let stopped = false;
  /** When the relay last opened its purse, as it does whenever orders wait for a number. */
  const desk = async () => {
    const [row] = await store.query<{ opened: number | null; waiting: boolean }>(
      `select (select max(at) from purses) as opened,
         exists (select 1 from relays where state = 'queued') as waiting`,
    );
    return row ?? { opened: null, waiting: false };
  };
  const run = (async () => {
    while (!stopped) {
      const before = await desk();
      const latest = performance.now() + MAX_BLOCK_MS;
      await pause(BLOCK_MS);
      while (!stopped && performance.now() < latest) {
        const { opened, waiting } = await desk();
        if (!waiting || opened !== before.opened) break;
        await pause(100);
      }
      await chain.cheat('evm_mine', []);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await run;
      await chain.cheat('evm_setAutomine', [true]);
    },
  };
}

export type Crowd = Running & { asked: () => number; refused: () => number };

/** Each signs and asks again as soon as it is answered: orders of any kind, ends, requests in the victim's name. */
export function crowd(load: Load, hostile: readonly People[], victim: People): Crowd {
  let stopped = false;
  let asked = 0;
  let refused = 0;
  const now = () => Math.floor(Date.now() / 1000);
  const rage = async (one: People, index: number) => {
    const headers = { 'x-forwarded-for': `10.1.${index}.1` };
    const send = async (name: 'raise' | 'askRunway' | 'nonce', body?: object) => {
      const { ask } = load.guest;
      const answer = await ask(name, { headers, ...(body ? { body } : {}) }).catch(() => null);
      asked += 1;
      if (answer?.status === 429) refused += 1;
      if (!answer) await pause(100);
    };
    await send('raise', await one.raise({ generation: ENDED }));
    for (let turn = 0; !stopped; turn += 1) {
      const budgetId = BigInt(1000 + turn);
      await send('raise', await signEndOrder(one.guardian, { budgetId, generation: 2 }));
      const key = privateKeyToAccount(generatePrivateKey());
      const owner = turn % 2 === 0 ? victim.owner.address : key.address;
      const about = { golem: victim.golem, owner, token: load.chain.usdc, deadline: now() + 3600 };
      await send('askRunway', await aRunwayAsk(key, about));
      await send('nonce');
    }
  };
  const raging = Promise.allSettled(hostile.map(rage));
  return {
    asked: () => asked,
    refused: () => refused,
    stop: async () => {
      stopped = true;
      await raging;
    },
  };
}

export type Timing = { blocks: number; ms: number };

/** From the moment its end was taken until the chain shows it. */
export async function endOf({ client, guest }: Load, honest: People): Promise<Timing> {
  const began = Date.now();
  const headers = { 'x-forwarded-for': '10.2.0.1' };
  const taken = await insist(() =>
    honest.raise({ generation: ENDED }).then((body) => guest.ask('raise', { body, headers })),
  );
  const at = Number(await client.getBlockNumber({ cacheTime: 0 }));
  for (;;) {
    const { body } = await insist(() => guest.ask('relay', { id: taken.body.id, headers }));
    if (body.state === 'failed') throw new Error(body.reason);
    const hash = body.transaction as Hex | null;
    const mined = hash && (await client.getTransactionReceipt({ hash }).catch(() => null));
    if (mined) return { blocks: Number(mined.blockNumber) - at, ms: Date.now() - began };
    if (Date.now() - began > 240_000) throw new Error(`not on chain: ${JSON.stringify(body)}`);
    await pause(100);
  }
}

/** A process may die under the question: then the other one is asked. */
async function insist<T extends { status: number; body: unknown }>(ask: () => Promise<T>) {
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await ask().catch(() => null);
    if (answer?.status === 200) return answer;
    if (answer && answer.status < 500) throw new Error(JSON.stringify(answer.body));
    await pause(100);
  }
  throw new Error('nobody answers');
}

/** The process that leads, as it says itself. */
export async function leaderOf({ planes }: Load): Promise<Process> {
  for (let tries = 0; tries < 600; tries += 1) {
    for (const plane of planes) {
      const health = await fetch(`${plane.url}/api/health`).then((one) => one.json());
      if ((health as { leader?: { here: boolean } }).leader?.here) return plane;
    }
    await pause(50);
  }
  throw new Error('nobody leads');
}

/** It answers no more; how long it took until another led, in ms. */
export async function deposed(
  load: Load,
  leader: Process,
  how: 'SIGKILL' | 'SIGSTOP',
): Promise<number> {
  load.planes.splice(load.planes.indexOf(leader), 1);
  const began = Date.now();
  if (how === 'SIGKILL') await kill(leader);
  else leader.child.kill('SIGSTOP');
  await leaderOf(load);
  return Date.now() - began;
}
