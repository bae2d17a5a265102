// Whatever a control plane sends, the death of a Golem that is leased here is announced within two checks: the Snap's
// own check against real chains, a server that changes its mind at every visit, and the wallet's real limits.

import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { lower } from '../../src/core/bytes/hex';
import { emptyState, type State } from '../../src/core/memory/state';
import { parseState } from '../../src/core/memory/stored';
import type { Permission } from '../../src/core/protocol/status';
import { Networks } from '../snap/networks';
import { type Dice, diceOf, seedOf } from './dice';
import { aForeignChain, aLeased, type Leased } from './leased';
import { hostileContexts, hostileStatus, type Shown } from './server';
import { aWallet } from './wallet';

const RUNS = Number(process.env.BARDO_RUNS ?? 4);
const CHECKS = 6;
const OWNER = privateKeyToAccount(`0x${'0a'.repeat(32)}`);
const BASE = 8453;

const networks = new Networks();
const wallet = aWallet(networks);
let chains: { chain: Chain; chainId: number }[] = [];
let pool: Leased[] = [];
let shown: Shown[] = [];

beforeAll(async () => {
  const [one, two] = await Promise.all([startChain(), startChain()]);
  await two.cheat('anvil_setChainId', [BASE]);
  chains = [
    { chain: one, chainId: one.chainId },
    { chain: two, chainId: BASE },
  ];
  for (const { chain, chainId } of chains) networks.add(chainId, chain.rpcUrl);
  for (let n = 0; n < 40; n += 1) {
    pool.push(await aLeased(OWNER, idOf(n), chains[n % 2] as (typeof chains)[number]));
  }
  for (let n = 0; n < 24; n += 1) {
    const place = chains[n % 2] as (typeof chains)[number];
    const golem = n < 12 ? idOf(n) : `g-${n}`;
    const foreign = await aForeignChain(OWNER, golem, place, n);
    shown.push({ ...foreign, golem, chainId: place.chainId });
  }
  Object.assign(process.env, { PORTAL_ORIGIN: 'https://bardo.example', SNAP_ID: 'npm:x' });
  vi.stubGlobal('snap', wallet.snap);
  vi.stubGlobal('ethereum', wallet.ethereum);
});

afterEach(() => vi.useRealTimers());

afterAll(async () => {
  vi.unstubAllGlobals();
  await Promise.all(chains.map(({ chain }) => chain.stop()));
  pool = [];
  shown = [];
});

/** Every third is as long as an id may be, and all of these look the same once they are cut for a native notice. */
function idOf(n: number): string {
  return n % 3 === 2 ? `the-very-same-golem-${`${n}`.padStart(30, '0')}-of-mine` : `mine-${n}`;
}

/** What the server answers in this check, and when; the node's own address passes through. */
function serve(dice: Dice, own: readonly Leased[]): void {
  const known = { owner: lower(OWNER.address), own, shown };
  const real = globalThis.fetch;
  let permissions: Permission[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const at = String(url);
    if (!at.startsWith('https://bardo.example')) return real(url, init);
    if (dice.chance(40)) vi.setSystemTime(Date.now() + dice.upTo(15_000));
    if (at.includes('/golems/')) {
      const golem = at.split('/').at(-1);
      const own = permissions.filter((one) => one.golem === golem);
      return answer(hostileContexts(dice, known, own));
    }
    const said = hostileStatus(dice, known, Math.floor(Date.now() / 1000));
    permissions =
      said.code === 200 && said.body.startsWith('{') ? JSON.parse(said.body).permissions : [];
    return answer(said);
  });
}

function answer({ code, body }: { code: number; body: string }): Response {
  return new Response(body, { status: code });
}

async function life(seed: number): Promise<void> {
  const dice = diceOf(seed);
  const marks = await Promise.all(chains.map(({ chain }) => chain.cheat('evm_snapshot', [])));
  const real = globalThis.fetch;
  const { runCheck } = await import('../../src/handlers/check/check');
  const own = pool.slice(0, dice.pick([1, 3, 17, 40]));
  // Signed for too, on a chain that this wallet does not know: it never answers.
  const lost = dice.chance(50) ? own.slice(0, 2).map((one) => ({ ...one, chainId: 10 })) : [];
  const inStep = dice.chance(50);
  const dying = new Map<Leased, { check: number; at: number }>();
  wallet.reset({
    ...emptyState(),
    auth_token: 'watch-token-0123456789',
    owner: lower(OWNER.address),
    leases: [...own, ...lost].map(({ id: golem, chainId, context }) => ({
      ...{ golem, chainId, context, signedAt: 1_790_000_000, by: 'signed' as const },
    })),
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    for (let check = 0; check < CHECKS; check += 1) {
      serve(dice, own);
      const deaths = check < CHECKS - 2 && dice.chance(60) ? dice.pick([1, 1, 2, 5]) : 0;
      for (const one of own.filter((golem) => !dying.has(golem)).slice(-deaths || own.length)) {
        await one.die();
        dying.set(one, { check, at: Date.now() });
      }
      // The Portal may ask for a look of its own at any moment, also to use up the wallet's limits.
      if (dice.chance(40)) await runCheck('refresh');
      vi.setSystemTime(Date.now() + (dice.chance(50) ? 300_000 : 299_000));
      if (inStep) await Promise.all(chains.map(({ chain }) => mineNow(chain)));
      await runCheck('scheduled');
      if (dice.chance(60)) wallet.change(putAway);
      vi.stubGlobal('fetch', real);
      expectSound(seed, check);
      for (const [golem, died] of dying) {
        if (died.check < check) expectTold(golem, died.at, { seed, check });
      }
    }
  } finally {
    vi.stubGlobal('fetch', real);
    vi.useRealTimers();
    await Promise.all(chains.map(({ chain }, n) => chain.cheat('evm_revert', [marks[n]])));
  }
}

/** The chain's clock follows this computer's; where it does not, its blocks are old. */
async function mineNow(chain: Chain): Promise<void> {
  const at = Math.floor(Date.now() / 1000);
  await chain.cheat('evm_setNextBlockTimestamp', [at]);
  await chain.cheat('evm_mine', []);
}

/** An owner who dismisses whatever the page lets them dismiss: what is called dead, and what is called missing. */
function putAway(state: State): State {
  const golems = state.golems.map((record) => {
    const isGone = record.golem.phase === 'terminal' || record.listing === 'missing';
    return isGone ? { ...record, dismissed: true } : record;
  });
  return { ...state, golems };
}

/** On both channels nothing waits; it was called out as proven, and the list names it: by its id, whatever it is called. */
function expectTold({ id }: Leased, diedAt: number, where: { seed: number; check: number }) {
  const alert = wallet
    .state()
    .alert_history.find(({ kind, golem }) => kind === 'died' && golem === id);
  const at = { ...where, golem: id };
  expect({ ...at, rank: alert?.rank, pending: alert?.pending }).toEqual({
    ...at,
    rank: 0,
    pending: [],
  });
  const said = (type: string, words: RegExp) =>
    wallet.told.some((one) => one.type === type && one.at >= diedAt && words.test(one.text));
  // Where the limits leave one place for several, the rest is counted.
  expect({ ...at, native: said('native', / is dead( \(\+\d+ more\))?$|Golems dead/) }).toEqual({
    ...at,
    native: true,
  });
  expect({ ...at, inApp: said('inApp', new RegExp(`\\b${id}\\b[^]*|more\\. Open Bardo`)) }).toEqual(
    {
      ...at,
      inApp: true,
    },
  );
}

/** What is remembered can be read back, and nothing signed here was pushed out of it. */
function expectSound(seed: number, check: number): void {
  const state = wallet.state();
  expect({ seed, check, aside: parseState(state, 0).set_aside }).toEqual({
    seed,
    check,
    aside: null,
  });
  expect(JSON.stringify(state).length).toBeLessThan(16_000_000);
}

describe('Against any control plane', () => {
  const seed = seedOf();
  console.info(`hostile server: BARDO_SEED=${seed} BARDO_RUNS=${RUNS}`);

  it('a death on chain of any Golem leased here is announced within two checks', async () => {
    for (let run = 0; run < RUNS; run += 1) await life(seed + run);
  }, 3_600_000);
});
