// An honest control plane over a whole life: whatever lags, fails or is undone by the chain, nothing is called
// a lie, and what the chain shows is told even when nobody else tells it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { type Bardo, connectedState, installBardo } from './bardo';
import { type Family, type FarWorld, startFarWorld } from './far-world';
import { type Liar, startLiar } from './liar';
import { now } from './live';
import { securityColumn } from './security';
import { flagsOf } from './watching';

let world: FarWorld;
let plane: Liar;

beforeAll(async () => {
  world = await startFarWorld();
  plane = await startLiar(world.planePort);
});

afterAll(async () => {
  await plane?.close();
  await world?.stop();
});

const steps: string[] = [];

/** One heartbeat. Its new native notices; never a flag. */
async function checkedBy(bardo: Bardo, step: string): Promise<string[]> {
  if (!steps.includes(step)) steps.push(step);
  const before = bardo.wallet.notices.length;
  await bardo.check();
  const flags = flagsOf(bardo).filter((flag) => flag !== 'unreachable');
  expect({ step, flags }).toEqual({ step, flags: [] });
  return bardo.wallet.notices
    .slice(before)
    .flatMap(({ type, message }) => (type === 'native' ? [message] : []));
}

const proofOf = (bardo: Bardo) => bardo.state.claims[0];
const verdicts = (bardo: Bardo) =>
  Object.fromEntries((proofOf(bardo)?.claims ?? []).map(({ what, verdict }) => [what, verdict]));

describe('An honest control plane', () => {
  it('is never called a liar, and the whole life is told from the chain', async () => {
    const family: Family = await world.act('birth');
    const { golem } = family;
    await world.act('beat', golem);
    const record = (context: Hex) => ({
      golem,
      chainId: world.chainId,
      context,
      signedAt: now(),
      by: 'signed' as const,
    });
    const state = connectedState({
      auth_token: family.token,
      owner: family.owner,
      leases: [record(family.lease)],
    });
    const bardo = await installBardo(plane, state);
    bardo.wallet.networks.add(world.chainId, world.rpcUrl);
    bardo.wallet.lock();

    expect(await checkedBy(bardo, 'birth')).toEqual([]);
    expect(verdicts(bardo)).toEqual({
      key: 'verified',
      guardian: 'verified',
      phase: 'verified',
      terms: 'verified',
      end: 'verified',
      left: 'verified',
      heartbeat: 'verified',
    });
    expect(proofOf(bardo)?.probe).toEqual({ can: 'yes', words: 'yes' });

    await world.act('spend', golem, '2000000');
    expect(await checkedBy(bardo, 'a spend the plane has not seen yet')).toEqual([]);
    expect(verdicts(bardo).left).toBe('unproven');
    expect(proofOf(bardo)?.left[0]?.amount).toBe('3000000');
    await world.act('round');
    expect(await checkedBy(bardo, 'a spend')).toEqual([]);
    expect(verdicts(bardo).left).toBe('verified');

    bardo.wallet.networks.outage(world.chainId);
    expect(await checkedBy(bardo, 'an outage of the endpoint')).toEqual([]);
    bardo.wallet.networks.outage(world.chainId, false);

    await world.act('beat', golem, { sequence: 2 });
    expect(await checkedBy(bardo, 'the next heartbeat')).toEqual([]);
    expect(verdicts(bardo).heartbeat).toBe('verified');

    const snapshot = await world.node('evm_snapshot', []);
    await world.act('disable', golem);
    await world.act('round');
    await world.node('evm_revert', [snapshot]);
    await world.node('anvil_mine', ['0x3']);
    expect(await checkedBy(bardo, 'a revocation the chain dropped')).toEqual([]);
    await world.act('round');
    await world.act('round');
    expect(await checkedBy(bardo, 'after the reorganisation')).toEqual([]);
    expect(verdicts(bardo).end).toBe('verified');

    const { lease } = await world.act('rotate', golem);
    bardo.state = { ...bardo.state, leases: [...bardo.state.leases, record(lease)] };
    expect(await checkedBy(bardo, 'a new key that has not spoken yet')).toEqual([]);
    await world.act('beat', golem, { sequence: 1 });
    expect(await checkedBy(bardo, 'the first heartbeat of the new key')).toEqual([]);
    expect(verdicts(bardo)).toMatchObject({ heartbeat: 'verified', key: 'verified' });

    plane.gone = true;
    await world.act('disable', golem);
    const ended = await checkedBy(bardo, 'a revocation while the plane is gone');
    expect(ended.some((message) => message.endsWith('has no live runway'))).toBe(true);
    expect(JSON.stringify(bardo.wallet.notices.at(-1)?.content)).toContain(
      'Proven on chain at block',
    );
    expect(proofOf(bardo)?.probe?.words).toBe('no: a link of the permission was disabled');
    plane.gone = false;
    await world.act('round');
    expect(await checkedBy(bardo, 'the plane is back and says the same')).toEqual([]);
  }, 900_000);

  it('is overtaken by the chain at death, and death is announced once, as proven', async () => {
    const family: Family = await world.act('birth');
    const { golem, owner, lease: context } = family;
    await world.act('beat', golem);
    // Not signed here: the bytes come from the plane and prove themselves.
    const bardo = await installBardo(plane, connectedState({ auth_token: family.token, owner }));
    bardo.wallet.networks.add(world.chainId, world.rpcUrl);
    expect(await checkedBy(bardo, 'birth')).toEqual([]);
    expect(bardo.state.leases).toMatchObject([{ golem, context, by: 'shown' }]);

    await world.act('report', golem, 4);
    const told = await checkedBy(bardo, 'a death the plane has not seen yet');
    await world.act('round');
    const again = await checkedBy(bardo, 'the plane knows it too');

    expect(told).toEqual(['Atlas is dead']);
    expect(again).toEqual([]);
    const [, inApp] = bardo.wallet.notices;
    expect(inApp?.message).toMatch(/^Atlas is dead\. /);
    expect(inApp?.title).toBe('Death, proven on chain');
    const page = await bardo.home();
    await page.click(`golem:${golem}`);
    expect(page.text).toContain('The chain shows its terminal phase at block');
    expect(page.text).toContain('Could it spend right now?');
  }, 600_000);

  it('lives the life that SECURITY.md tells', () => {
    expect(securityColumn('step of an honest life')).toEqual(steps);
  });
});
