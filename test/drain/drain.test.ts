// Worst-case loss against the chain itself: a thief of every key drains, greedily and over days, what MetaMask's
// and our enforcers let through, and core must have said the very figure before.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { type Delegation, hashDelegation } from '../../src/core/delegations/delegation';
import { routesOf } from '../../src/core/delegations/exposure';
import type { WorstCase } from '../../src/core/delegations/pots';
import { linkOf, treeOf } from '../../src/core/delegations/tree';
import { worstCaseOf } from '../../src/core/delegations/worst-case';
import { USDC } from '../agent/stage';
import {
  aScene,
  bare,
  child,
  DAY,
  HOUR,
  keepOnly,
  leased,
  type Scene,
  type Theft,
  together,
} from './scene';
import { drain, type Loot, momentsOf, pay, sum } from './thief';

/** In the middle of a bucket of four hours; 0.1, 1.3, 2.6 and 3.9 hours past midnight gave the same. */
const NINE = 9 * HOUR;

let chain: Chain;
let scene: Scene;

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

beforeEach(async () => {
  scene = await aScene(chain, NINE);
});

/** What core says before the theft. */
async function figureOf(theft: Theft): Promise<WorstCase> {
  const { links, safe = [], paid = [], ended = [] } = theft;
  const { stage, now } = scene;
  const { chainId } = chain;
  const account = stage.owner.address;
  const unique = new Map(links.map((link) => [hashDelegation(link), link]));
  const known = [...unique.values()].map((link) => linkOf(link, { chainId, paid: () => paid }));
  const guarded = [stage.guardian.address, ...safe];
  const routes = routesOf(treeOf(known), { chainId, safe: guarded, ended });
  const amount = await stage.usdcOf(account);
  const holdings = [{ chainId, account, token: chain.usdc, amount }];
  const cases = worstCaseOf(routes, { now, holdings });
  expect(cases).toHaveLength(1);
  return cases[0] as WorstCase;
}

async function undone<T>(act: () => Promise<T>): Promise<T> {
  const before = await chain.cheat('evm_snapshot', []);
  try {
    return await act();
  } finally {
    await chain.cheat('evm_revert', [before]);
  }
}

/** What the chain lets a thief have who takes all he can from now on. */
function taken({ loot, end, anchors = [] }: Theft) {
  const { stage, start, now } = scene;
  return undone(async () => {
    const owned = await stage.usdcOf(stage.owner.address);
    const hauls = await drain(chain, loot, momentsOf({ from: now, to: end }, [start, ...anchors]));
    const untilEnd = owned - (await stage.usdcOf(stage.owner.address));
    expect(sum(hauls)).toBe(untilEnd);
    return { now: sum(hauls, now + 1), untilEnd };
  });
}

/** The worst 24 hours that a thief can wait for: from every reset on, and from the second before. */
async function takenInADay({ loot, end, anchors = [] }: Theft): Promise<bigint> {
  const resets = [scene.start, ...anchors];
  let most = 0n;
  for (const from of momentsOf({ from: scene.now, to: end }, resets, DAY)) {
    const day = momentsOf({ from, to: Math.min(from + DAY, end) }, resets, 12 * HOUR);
    const amount = sum(await undone(() => drain(chain, loot, day)));
    if (amount > most) most = amount;
  }
  return most;
}

/** In whole dollars: at once, in any day, until the end. */
async function exactLoss(theft: Theft): Promise<bigint[]> {
  const { now, anyDay, untilEnd } = await figureOf(theft);
  const measured = { ...(await taken(theft)), anyDay: await takenInADay(theft) };
  expect(measured).toEqual({
    now: now.uncapped,
    anyDay: anyDay.uncapped,
    untilEnd: untilEnd.uncapped,
  });
  return [measured.now, measured.anyDay, measured.untilEnd].map((amount) => amount / USDC);
}

describe('a bare grant', () => {
  it('loses its cap on both sides of each reset', async () => {
    expect(await exactLoss(await bare(scene))).toEqual([10n, 20n, 30n]);
  });

  it('loses no more than is held', async () => {
    const theft = await bare(scene);
    await keepOnly(scene, 12n * USDC);

    const { now, untilEnd } = await figureOf(theft);
    const gone = await taken(theft);

    expect(now).toEqual({ uncapped: 10n * USDC, held: gone.now });
    expect(untilEnd).toEqual({ uncapped: 30n * USDC, held: gone.untilEnd });
    expect(gone.untilEnd).toBe(12n * USDC);
  });

  it('beside another one is lost with it', async () => {
    const both = together(await bare(scene), await bare(scene, { days: 2, cap: 4n * USDC }));

    expect(await exactLoss(both)).toEqual([14n, 28n, 38n]);
  });
});

describe('a leased grant', () => {
  it('loses the cap of the lease once in any 24 hours', async () => {
    const theft = await leased(scene, await scene.stage.grant());

    expect((await exactLoss(theft)).slice(0, 2)).toEqual([5n, 5n]);
  });

  it('that paid in good faith loses the rest first', async () => {
    const theft = await leased(scene, await scene.stage.grant());
    const past = { at: scene.now - 1, amount: 3n * USDC };
    await pay(chain, theft.loot[0] as Loot, past.at, past.amount);

    const [now] = await exactLoss({ ...theft, paid: [past] });

    expect(now).toBe(2n);
  });

  it('loses less where the grant is tighter than the lease', async () => {
    const theft = await leased(scene, await scene.stage.grant({ cap: 3n * USDC }));

    await exactLoss(theft);
  });

  it('with a rotated key loses one budget', async () => {
    const grant = await scene.stage.grant();
    const old = await leased(scene, grant, { expiry: BigInt(scene.start + 2 * DAY) });
    const rotated = await leased(scene, grant, { generation: 2n, cap: 4n * USDC });

    // The old key first: to use the new lease is to end the old one.
    const loss = await exactLoss(together(old, rotated));

    expect(loss.slice(0, 2)).toEqual([5n, 5n]);
  });

  it('loses nothing by a key whose successor was used', async () => {
    const grant = await scene.stage.grant();
    const old = await leased(scene, grant);
    const rotated = await leased(scene, grant, { generation: 2n, cap: 4n * USDC });
    const past = { at: scene.now - 1, amount: 1n * USDC };
    await pay(chain, rotated.loot[0] as Loot, past.at, past.amount);
    const ended = [hashDelegation(old.links[0] as Delegation)];
    const theft = { ...together(old, rotated), paid: [past], ended };

    const { now, untilEnd } = await figureOf(theft);

    expect(await taken(theft)).toEqual({ now: now.uncapped, untilEnd: untilEnd.uncapped });
    expect(now.uncapped).toBe(3n * USDC);
  });
});

describe('Replicants', () => {
  async function family() {
    const later = scene.start + 3 * HOUR;
    const parent = await leased(scene, await scene.stage.grant());
    const children = [await child(scene, parent, scene.start), await child(scene, parent, later)];
    return { parent, children, anchors: [later] };
  }

  it('and their parent lose what the lease lets through', async () => {
    const { parent, children, anchors } = await family();

    const loss = await exactLoss({ ...together(...(children as [Theft, Theft]), parent), anchors });

    expect(loss.slice(0, 2)).toEqual([5n, 5n]);
  });

  it('alone lose the part of the lease that is theirs', async () => {
    const { parent, children, anchors } = await family();
    const stolen = together(...(children as [Theft, Theft]));
    // The parent is alive and well: it reports.
    const alive = { ...(parent.loot[0] as Loot), context: stolen.loot[0]?.context ?? '0x' };

    const loss = await exactLoss({
      ...stolen,
      loot: [alive as Loot, ...stolen.loot],
      anchors,
      safe: [parent.key.address],
    });

    expect(loss.slice(0, 2)).toEqual([2n, 2n]);
  });
});
