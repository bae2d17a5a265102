// One life of an agent that pays: it works off its wishes in any order, writes down what it was told the moment it was told,
// and is killed at any time. What it does not find written down it asks for again.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Address, type Hex, toBytes } from 'viem';
import { connectChain } from '../../../src/agent/chain/chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import { keyFileStore } from '../../../src/agent/key/session-key-file';
import { openJournal } from '../../../src/agent/payments/journal';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway } from '../../../src/agent/runway/runway';
import { createEvents } from '../../../src/agent/store/events';
import { sharesOf } from '../../vectors/dice';

export type Wish = { name: string; payee: Address; amount: string; keyed: boolean };
export type Told = {
  name: string;
  state: 'paid' | 'failed';
  amount: string;
  transaction: Hex | null;
};
export type Life = {
  seed: number;
  rpcUrl: string;
  chainId: number;
  secret: Hex;
  context: Hex;
  keyFile: string;
  wishes: Wish[];
  /** Lines of `Told`. */
  log: string;
};

export function toldIn(log: string): Told[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told);
}

async function live({ seed, rpcUrl, chainId, secret, context, keyFile, wishes, log }: Life) {
  const options = { events: createEvents(), now: () => 0 };
  const key = SessionKey.restore(toBytes(secret), { createdAt: 0, operations: 0 }, options);
  const chain = connectChain({ rpcUrl, chainId, timeoutMs: 1500 });
  const runway = readRunway(context, chainId);
  // Blocks here are dropped one deep: two make a payment sure, whoever meddles in the pool.
  const patience = { waitMs: 2500, confirmations: 2 };
  const sender = plainSender(chain, key, patience, openJournal(keyFileStore(keyFile)));
  const random = sharesOf(seed);
  const heartbeat = () => sender.send({ to: key.address }).catch(() => undefined);
  process.send?.('awake');
  for (;;) {
    const lines = toldIn(log);
    const told = new Set(lines.map(({ name }) => name));
    const heard = new Set(lines.map(({ transaction }) => transaction));
    const open = wishes.filter(({ name }) => !told.has(name));
    if (open.length === 0) break;
    const wish = open[Math.floor(random() * open.length)] as Wish;
    // As the heartbeat does between two payments.
    if (random() < 0.2) await heartbeat();
    const pull = { payee: wish.payee, amount: BigInt(wish.amount) };
    const paid = await redeem(chain, sender, runway, pull, wish.keyed ? { key: wish.name } : {});
    if (!paid.ok && paid.code !== 'failed') continue;
    // Heard before, and killed before it was known to be heard: an equal wish is asked for once more.
    if (paid.earlier && !wish.keyed && heard.has(paid.transaction ?? null)) continue;
    const state = paid.ok ? 'paid' : 'failed';
    const amount = paid.ok ? `${paid.amount}` : '0';
    const line: Told = { name: wish.name, state, amount, transaction: paid.transaction ?? null };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  }
  // A last look: what a dropped block held is made again.
  await heartbeat();
  process.send?.('done');
  process.disconnect?.();
}

if (process.env.CHAOS_LIFE) {
  await live(JSON.parse(readFileSync(process.env.CHAOS_LIFE, 'utf8')) as Life);
}
