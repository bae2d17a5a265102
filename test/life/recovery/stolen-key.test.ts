// Recovery: the session key is stolen. The thief takes what the chain lets through, to the named payees alone, and never more
// than the worst case that the owner was shown before; the owner's own transaction ends it, and the Golem obeys that end.

import { type Hex, hexToBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import {
  adoptRunway,
  connectPlane,
  createEvents,
  createGolem,
  Heartbeat,
  SessionKey,
} from '../../../src/agent/index';
import { planDisable } from '../../../src/agent/runway/revoke';
import { decodeContext } from '../../../src/core/delegations/delegation';
import { routesOf } from '../../../src/core/delegations/exposure';
import { linkOf, treeOf } from '../../../src/core/delegations/tree';
import { worstCaseOf } from '../../../src/core/delegations/worst-case';
import { aPlane } from '../../agent/plane';
import { PAYEE, register, type Stage, USDC } from '../../agent/stage';
import { aScene, DAY, HOUR } from '../../drain/scene';
import { drain, momentsOf, pay, sum } from '../../drain/thief';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

it('loses no more than was shown before, pays nobody but the payees, and ends by the owner’s own transaction', async () => {
  const { stage, now, start } = await aScene(chain, 9 * HOUR);
  const secret = generatePrivateKey();
  const stolen = privateKeyToAccount(secret);
  await stage.fund(stolen.address, '10');
  await register(stage, stolen.address);
  const grant = await stage.grant();
  const expiry = BigInt(start + 3 * DAY);
  const context = await stage.lease(grant, stolen.address, { expiry });
  const reports = { guardian: stage.guardian.address, golem: stage.golem };
  const loot = { key: stolen, context, payee: PAYEE, token: chain.usdc, reports };
  // It has paid one dollar in good faith.
  const past = { at: now - 1, amount: USDC };
  await pay(chain, loot, past.at, past.amount);
  const held = await stage.usdcOf(stage.owner.address);
  const shown = shownBefore(stage, { context, past, now, held });

  const hauls = await drain(chain, [loot], momentsOf({ from: now, to: now + DAY }, [start]));

  const lost = held - (await stage.usdcOf(stage.owner.address));
  expect(lost).toBe(sum(hauls));
  expect(sum(hauls, now + 1)).toBeLessThanOrEqual(shown.now);
  expect(lost).toBeGreaterThan(0n);
  expect(lost).toBeLessThanOrEqual(shown.anyDay);
  // Whoever holds the key cannot pay themselves: the lease names its payees.
  const self = { ...loot, payee: stolen.address };
  expect(await drain(chain, [self], [now + DAY, now + DAY + HOUR])).toEqual([]);

  const { to, data = '0x' } = planDisable(stage.link, grant);
  await stage.send(stage.owner, { to, data });
  expect(await drain(chain, [loot], [now + DAY + 2 * HOUR, now + 2 * DAY])).toEqual([]);
  // The Golem itself is no thief: it obeys the end that its owner has put on chain.
  const plane = await aPlane();
  plane.said.keys.push(stolen.address.toLowerCase());
  const events = createEvents();
  const key = SessionKey.restore(
    hexToBytes(secret),
    { createdAt: 0, operations: 0 },
    { events, now: () => now },
  );
  const golem = createGolem({
    ...{
      id: stage.golem,
      name: 'Atlas',
      owner: stage.owner.address,
      chain: stage.link,
      events,
      key,
    },
    plane: connectPlane({ url: plane.url }),
    vitals: () => ({ phase: 'thriving', vitality: 9000 }),
  });
  expect(await adoptRunway(golem, context)).toBeNull();
  const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
  expect(await pulse.beat()).toMatchObject({ ok: false });
  await chain.cheat('anvil_mine', ['0x3']);
  expect(await pulse.beat()).toMatchObject({ stop: { by: 'chain', cause: 'disabled' } });
  await plane.close();
});

type Facts = { context: Hex; past: { at: number; amount: bigint }; now: number; held: bigint };

/** The two figures that the owner sees: at once, and in any 24 hours. */
function shownBefore(stage: Stage, { context, past, now, held }: Facts) {
  const { chainId } = chain;
  const known = decodeContext(context).map((link) => linkOf(link, { chainId, paid: () => [past] }));
  const routes = routesOf(treeOf(known), { chainId, safe: [stage.guardian.address], ended: [] });
  const account = stage.owner.address;
  const holdings = [{ chainId, account, token: chain.usdc, amount: held }];
  const [worst] = worstCaseOf(routes, { now, holdings });
  const [atOnce, anyDay] = [worst?.now.uncapped, worst?.anyDay.uncapped];
  if (typeof atOnce !== 'bigint' || typeof anyDay !== 'bigint') {
    throw new Error('No worst case was said in figures.');
  }
  return { now: atOnce, anyDay };
}
