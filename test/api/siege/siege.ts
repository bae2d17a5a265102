// A control plane under siege: owners and Golems go about their lives while its processes and its node are killed
// at seeded moments. A client whose answer was lost asks the same again, as a real one would.
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Chain } from '../../../site/world/chain/chain';
import type { RouteName } from '../../../src/core/protocol/api';
import { type FlakyNode, flakyNode } from '../../nodes/flaky-node';
import { sharesOf } from '../../vectors/dice';
import { type Answer, type Asking, type Guest, guestOf } from '../house';
import { kill, type Process, startProcess } from '../process';

export type Siege = {
  chain: Chain;
  client: ReturnType<typeof createPublicClient>;
  relay: PrivateKeyAccount;
  random: () => number;
  /** Asks until there is an answer. An answer that only says "done before" counts after a lost one. */
  insist: (name: RouteName, asking: Asking, doneBefore?: string) => Promise<Answer>;
  guest: Guest;
  /** Somebody dies within the next moments and comes back after a while. */
  strike: (victim: 'process' | 'node') => Promise<void>;
  /** All are back. */
  lift: () => Promise<void>;
  deaths: { process: number; node: number };
  end: () => Promise<void>;
};

type Terms = { chain: Chain; env: { [name: string]: string }; processes: number; seed: number };

export async function besiege({ chain, env, processes, seed }: Terms): Promise<Siege> {
  const node = await flakyNode(chain.rpcUrl);
  const random = sharesOf(seed);
  const relayKey = generatePrivateKey();
  const chains = `${chain.chainId}=${node.rpcUrl}`;
  const start = () => startProcess({ BARDO_CHAINS: chains, BARDO_RELAY_KEY: relayKey, ...env });
  // One after the other: in a folder there is only one.
  const rising: Promise<Process>[] = [];
  for (let index = 0; index < processes; index += 1) {
    rising.push(start());
    await rising[index];
  }
  const pick = () => Math.floor(random() * processes);
  const deaths = { process: 0, node: 0 };
  const strikes: Promise<void>[] = [];
  /** One strike after the other: two that struck one victim would have two rise in its place. */
  const struck = rising.map((risen): Promise<unknown> => risen);
  const strikeProcess = () => {
    const index = pick();
    const delay = random() * 40;
    const strike = async () => {
      const victim = await rising[index];
      await pause(delay);
      rising[index] = kill(victim as Process).then(start);
      deaths.process += 1;
      await rising[index];
    };
    const next = (struck[index] as Promise<unknown>).then(strike);
    struck[index] = next;
    return next;
  };
  const guests = Array.from({ length: processes }, (_, index) =>
    remote(() => rising[index], chain),
  );
  const insist: Siege['insist'] = async (name, asking, doneBefore) => {
    const twice = processes > 1 && random() < 0.2;
    const first = pick();
    const all = twice ? guests : [guests[first] as Guest];
    const answers = await Promise.all(all.map((guest) => persist(guest, name, asking)));
    const good = answers.filter(({ answer }) => answer.status === 200);
    for (const { answer, tries } of answers) {
      const again = tries > 1 || good.some((other) => other.answer !== answer);
      const done = doneBefore !== undefined && answer.body.error?.code === doneBefore && again;
      if (answer.status !== 200 && !done) {
        throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
    }
    return good[0]?.answer ?? (answers[0] as { answer: Answer }).answer;
  };
  return {
    chain,
    client: createPublicClient({ transport: http(chain.rpcUrl) }),
    relay: privateKeyToAccount(relayKey),
    random,
    insist,
    guest: guests[0] as Guest,
    strike: async (victim) => {
      strikes.push(victim === 'process' ? strikeProcess() : strikeNode(node, random, deaths));
    },
    lift: async () => {
      await Promise.all(strikes);
      await Promise.all(rising);
    },
    deaths,
    end: async () => {
      await Promise.allSettled(strikes);
      for (const process of await Promise.allSettled(rising)) {
        if (process.status === 'fulfilled') await kill(process.value);
      }
      await node.die();
    },
  };
}

async function strikeNode(node: FlakyNode, random: () => number, deaths: Siege['deaths']) {
  await pause(random() * 40);
  await node.die();
  deaths.node += 1;
  await pause(100 + random() * 900);
  await node.rise();
}

/** Asks whatever process is there now. */
function remote(process: () => Promise<Process> | undefined, chain: Chain): Guest {
  let url = '';
  const guest = guestOf(() => url, chain.chainId);
  return {
    ...guest,
    ask: async (name, asking) => {
      url = (await process())?.url ?? '';
      return guest.ask(name, asking);
    },
    signIn: async (owner) => {
      url = (await process())?.url ?? '';
      return guest.signIn(owner);
    },
  };
}

async function persist(guest: Guest, name: RouteName, asking: Asking) {
  const until = Date.now() + 60_000;
  for (let tries = 1; ; tries += 1) {
    const answer = await guest.ask(name, asking).catch(() => null);
    // No answer, a bug's answer or "the chain cannot be asked" promise nothing.
    if (answer && answer.status < 500) return { answer, tries };
    if (Date.now() > until) throw new Error(`${name} was not answered within a minute`);
    await pause(50);
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Claim = { what: string; holds: () => Promise<boolean> };

/** Claims that do not hold, in words. */
export async function broken(claims: readonly Claim[]): Promise<string[]> {
  const answers = await Promise.all(claims.map(({ holds }) => holds()));
  return claims.filter((_, index) => !answers[index]).map(({ what }) => what);
}
