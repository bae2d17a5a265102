// Payments of an agent that is killed again and again, through a node that loses and lags, on a chain where its transactions
// are replaced, dropped and reorganised: each payee has exactly what was acknowledged, and nothing of what was said to have
// failed. A few here; `npm run deep:payments` makes 200. PAYMENTS_SEED repeats a run.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalletClient, type Hex, http, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { baseSepolia } from '../../../site/world/chain/viem-chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import { loadSessionKey, saveSessionKey } from '../../../src/agent/key/session-key-file';
import { createEvents } from '../../../src/agent/store/events';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { aFickleNode, type FickleNode } from '../../nodes/fickle-node';
import { sharesOf } from '../../vectors/dice';
import { aStage, USDC } from '../stage';
import { type Life, toldIn, type Wish } from './chaos-payer';

const SEED = Number(process.env.PAYMENTS_SEED ?? Date.now() % 1_000_000);
const COUNT = Number(process.env.PAYMENTS_COUNT ?? 16);
/** How long it is made difficult at most; then everything is left to settle. It is calm, too, when most is paid. */
const STORM_MS = Number(process.env.PAYMENTS_STORM_MS ?? 15_000);
const PASSPHRASE = 'correct horse battery';

const random = sharesOf(SEED);
const folder = mkdtempSync(join(tmpdir(), 'bardo-chaos-'));
let chain: Chain;
let node: FickleNode;

beforeAll(async () => {
  chain = await startChain();
  node = await aFickleNode(chain);
});
afterAll(async () => {
  node?.close();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every third payee is paid the same twice, without a name: two wishes, two payments. */
function someWishes(): Wish[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const twin = index % 3 === 2 ? index - 1 : index;
    return {
      name: `wish-${index}`,
      payee: `0x${(0xca000000 + twin).toString(16).padStart(40, '0')}`,
      amount: `${1000 + twin}`,
      keyed: index % 3 === 0,
    };
  });
}

async function aScene() {
  const stage = await aStage(chain);
  const events = createEvents();
  const key = SessionKey.generate({ events, now: () => 0 });
  await stage.fund(key.address, '100');
  const grant = await stage.grant({ to: key.address, cap: 900n * USDC });
  const keyFile = join(folder, 'session-key.json');
  await saveSessionKey(key, keyFile, PASSPHRASE);
  const secret = key.expose((bytes) => toHex(bytes));
  const life: Life = {
    ...{ seed: SEED, rpcUrl: node.url, chainId: chain.chainId, secret, keyFile },
    ...{ context: encodeContext([grant]), wishes: someWishes(), log: join(folder, 'told') },
  };
  return { stage, key, life };
}

/** One life; true when all wishes were answered. */
async function liveFor(life: Life, ms: number): Promise<boolean> {
  const file = join(folder, 'life.json');
  writeFileSync(file, JSON.stringify({ ...life, seed: Math.floor(random() * 2 ** 32) }));
  const child = fork('test/agent/payments/chaos-payer.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, CHAOS_LIFE: file },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let done = false;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const awake = new Promise<void>((resolve) =>
    child.on('message', (word) => {
      done ||= word === 'done';
      resolve();
    }),
  );
  await Promise.race([awake, gone]);
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await gone;
  clearTimeout(timer);
  return done;
}

/** Weather of the node: what it does with the next transaction and the next question. */
function blow(): void {
  const dice = random();
  const sends = dice < 0.1 ? 'get lost' : dice < 0.3 ? 'arrive unheard' : 'arrive';
  Object.assign(node.mode, {
    sends,
    finds: random() > 0.1,
    lag: random() < 0.08 ? 2 : 0,
    down: random() < 0.03,
  });
}

/** A hand in the pool: a transaction of the key is replaced by another one in its place, or dropped. */
async function meddle(secret: Hex): Promise<void> {
  const account = privateKeyToAccount(secret);
  const { pending } = (await chain.cheat('txpool_content', [])) as {
    pending: { [from: string]: { [nonce: string]: { hash: Hex; maxFeePerGas?: Hex } } };
  };
  const own = Object.entries(pending).find(
    ([from]) => from.toLowerCase() === account.address.toLowerCase(),
  );
  const [nonce, found] = Object.entries(own?.[1] ?? {})[0] ?? [];
  if (!found) return;
  if (random() < 0.5) {
    await chain.cheat('anvil_dropTransaction', [found.hash]);
    return;
  }
  const rival = createWalletClient({ account, chain: baseSepolia, transport: http(chain.rpcUrl) });
  const fee = 3n * BigInt(found.maxFeePerGas ?? '0x3b9aca00');
  await rival
    .sendTransaction({
      ...{ to: account.address, nonce: Number(nonce), gas: 21_000n },
      ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
    })
    .catch(() => undefined);
}

/** A block every now and then, so that transactions lie in the pool for a while. */
function mining() {
  let over = false;
  const work = async () => {
    while (!over) {
      await chain.cheat('evm_mine', []);
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 300));
    }
  };
  const running = work();
  return {
    stop: () => {
      over = true;
      return running;
    },
  };
}

async function storm(life: Life, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    blow();
    if (random() < 0.2) await meddle(life.secret);
    if (random() < 0.08) await chain.cheat('anvil_reorg', [1, []]).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 120 + random() * 250));
  }
}

it(`pays what it says it paid, once each (seed ${SEED}, ${COUNT} payments)`, async () => {
  console.log(`payments: PAYMENTS_SEED=${SEED} PAYMENTS_COUNT=${COUNT}`);
  const { stage, key, life } = await aScene();
  // What the scene stands on lies deeper than any reorganisation here reaches.
  await chain.cheat('anvil_mine', ['0x8']);
  await chain.cheat('evm_setAutomine', [false]);
  const until = performance.now() + STORM_MS;
  const isOver = () => performance.now() > until || toldIn(life.log).length > COUNT * 0.9;
  let lives = 0;

  const miner = mining();
  const weather = storm(life, isOver);
  for (; !isOver(); lives += 1) await liveFor(life, 500 + random() * 6000);
  await weather;
  const inStorm = toldIn(life.log).length;
  Object.assign(node.mode, { sends: 'arrive', finds: true, lag: 0, down: false });
  // Calm: whatever is still in doubt settles, and the last life dies of old age.
  let done = false;
  for (let tries = 0; !done && tries < 5; tries += 1) done = await liveFor(life, 300_000);
  expect(done).toBe(true);
  await miner.stop();

  const told = toldIn(life.log);
  expect(told.map(({ name }) => name).sort()).toEqual(life.wishes.map(({ name }) => name).sort());
  for (const payee of new Set(life.wishes.map((wish) => wish.payee))) {
    const names = life.wishes.filter((wish) => wish.payee === payee).map(({ name }) => name);
    const acknowledged = told
      .filter(({ name, state }) => names.includes(name) && state === 'paid')
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect([payee, await stage.usdcOf(payee)]).toEqual([payee, acknowledged]);
  }
  const transactions = told.filter(({ state }) => state === 'paid').map((one) => one.transaction);
  expect(new Set(transactions).size).toBe(transactions.length);
  const opened = await loadSessionKey(life.keyFile, PASSPHRASE, {
    events: createEvents(),
    now: () => 0,
  });
  expect(opened.address).toBe(key.address);
  const failed = told.length - transactions.length;
  const paid = `${transactions.length} paid, ${failed} failed`;
  console.log(`payments: ${paid}, ${inStorm} of them in the storm, ${lives} lives killed`);
}, 1_800_000);
