// The second permission: MetaMask's native grant, the guardian's lease on it, and a key that fetches its own gas.

import { encodeFunctionData, type Hex, parseEther, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { signEndOrder } from '../../../site/world/people/end-order';
import { connectChain } from '../../../src/agent/chain/chain';
import { adoptGas, adoptRunway } from '../../../src/agent/life/adoption';
import { topUpGas } from '../../../src/agent/life/gas-keeping';
import type { Golem } from '../../../src/agent/life/golem';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { plainSender } from '../../../src/agent/payments/sender';
import { readGas } from '../../../src/agent/runway/gas';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunwayState } from '../../../src/agent/runway/runway-state';
import { golemPolicyEnforcerAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { aFickleNode } from '../../nodes/fickle-node';
import { type Newborn, newborn } from '../newborn';
import { PAYEE, type Stage, USDC } from '../stage';

let chain: Chain;
const open: Newborn[] = [];

beforeAll(async () => {
  chain = await startChain();
});
afterEach(async () => {
  for (const { plane } of open.splice(0)) await plane.close();
});
afterAll(() => chain?.stop());

async function born(): Promise<Newborn> {
  const one = await newborn(chain);
  open.push(one);
  return one;
}

const CAP = parseEther('0.02');

/** As the Snap signs it: another budget, other units, nothing for Replicants. */
async function gasLease(
  stage: Stage,
  golem: Golem,
  over: Parameters<Stage['lease']>[2] = {},
): Promise<Hex> {
  const grant = await stage.grant({ type: 'native-token-periodic', cap: parseEther('0.05') });
  const { address } = golem.key;
  const gas = { token: null, unitExponent: 12, cap: CAP, replicantCap: 0n, budgetId: 2n };
  return stage.lease(grant, address, { ...gas, payees: [address], ...over });
}

const balanceOf = ({ link }: Stage, address: `0x${string}`) => link.client.getBalance({ address });
/** Enough for a few pulls: less than the Golem wants to have, and enough to fetch more. */
async function almostDry({ stage, golem }: Newborn): Promise<void> {
  const { reserve, perPull } = await readGas(stage.link, golem.key.address);
  const wei = reserve + 3n * perPull;
  await chain.cheat('anvil_setBalance', [golem.key.address, `0x${wei.toString(16)}`]);
}

it('fetches gas from the owner’s account with the beat that finds it low, by the lease the plane holds', async () => {
  const one = await born();
  const { stage, golem, plane, events } = one;
  const context = await gasLease(stage, golem);
  plane.said.contexts.unshift({ permission: 'atlas-gas', chainId: chain.chainId, context });
  await almostDry(one);
  const before = await balanceOf(stage, golem.key.address);
  const owner = await balanceOf(stage, stage.owner.address);
  const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });

  expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });

  const told = events.find(({ name }) => name === 'gas:topped-up')?.payload as { amount: string };
  expect(owner - (await balanceOf(stage, stage.owner.address))).toBe(BigInt(told.amount));
  expect(await balanceOf(stage, golem.key.address)).toBeGreaterThan(before);
  expect((await readGas(stage.link, golem.key.address)).pullsLeft).toBeGreaterThan(20);
  // The runway is what it was: gas is another budget, on chain and in the key's own count.
  expect(golem.runway?.token?.toLowerCase()).toBe(chain.usdc.toLowerCase());
  expect((await readRunwayState(stage.link, golem.runway as never)).available).toBe(5n * USDC);

  // With enough, nothing is fetched.
  await pulse.beat();
  expect(events.filter(({ name }) => name === 'gas:topped-up')).toHaveLength(1);
});

it('takes no more than the lease leaves, and says what is missing', async () => {
  const one = await born();
  const { stage, golem } = one;
  const { perPull } = await readGas(stage.link, golem.key.address);
  // Rounded up to whole units of the lease.
  const small = ((3n * perPull) / 10n ** 12n + 1n) * 10n ** 12n;
  expect(await adoptGas(golem, await gasLease(stage, golem, { cap: small }))).toBeNull();
  await almostDry(one);

  expect(await topUpGas(golem)).toMatchObject({ ok: true, amount: small });
  await almostDry(one);
  expect(await topUpGas(golem)).toMatchObject({ ok: false, reason: expect.stringMatching(/left/) });
});

it('makes a top-up in doubt once, though another amount is wanted by the next beat', async () => {
  const one = await born();
  const { stage, golem, events } = one;
  expect(await adoptGas(golem, await gasLease(stage, golem))).toBeNull();
  await almostDry(one);
  const owner = await balanceOf(stage, stage.owner.address);
  const node = await aFickleNode(chain);
  try {
    golem.chain = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
    golem.sender = plainSender(golem.chain, golem.key, 500, golem.journal);
    node.mode.sends = 'get lost';
    expect(await topUpGas(golem)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/not confirmed/),
    });
    node.mode.sends = 'arrive';
    golem.sender = plainSender(golem.chain, golem.key, {}, golem.journal);
    // Some of it was spent meanwhile, so that more is missing now.
    const wei = (await balanceOf(stage, golem.key.address)) - 10n ** 12n;
    await chain.cheat('anvil_setBalance', [golem.key.address, `0x${wei.toString(16)}`]);

    const [first, second] = await Promise.all([topUpGas(golem), topUpGas(golem)]);

    expect(first).toMatchObject({ ok: true, transaction: expect.any(String) });
    expect(second).toBe(first);
    const amount = first.ok ? first.amount : 0n;
    expect(owner - (await balanceOf(stage, stage.owner.address))).toBe(amount);
    expect(events.filter(({ name }) => name === 'gas:topped-up')).toHaveLength(1);
    expect(await topUpGas(golem)).toEqual({ ok: true, amount: 0n, transaction: null });
  } finally {
    node.close();
  }
});

it('says so when nobody gave it gas, and beats on', async () => {
  const one = await born();
  const { golem, events } = one;
  await almostDry(one);
  const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });

  expect(await pulse.beat()).toMatchObject({ ok: true });

  expect(events.find(({ name }) => name === 'gas:low')?.payload).toMatchObject({
    reason: 'the owner has given no gas lease to this key',
  });
});

it('is over with its own end, while the runway lives on', async () => {
  const one = await born();
  const { stage, golem } = one;
  expect(await adoptGas(golem, await gasLease(stage, golem))).toBeNull();
  const order = await signEndOrder(stage.guardian, { budgetId: 2n });
  const data = encodeFunctionData({
    abi: golemPolicyEnforcerAbi,
    functionName: 'raise',
    args: [
      ...([order.manager, order.guardian] as [Hex, Hex]),
      BigInt(order.budgetId),
      order.generation,
      order.signature as Hex,
    ],
  });
  await stage.send(stage.owner, { to: BARDO.golemPolicyEnforcer, data });
  await almostDry(one);

  expect(await topUpGas(golem)).toMatchObject({ ok: false });
  expect((await readRunwayState(stage.link, golem.runway as never)).ended).toBeNull();
});

it('is not taken for a runway, nor a runway for it', async () => {
  const { stage, golem } = await born();
  const gas = await gasLease(stage, golem);
  const runway = golem.runway;

  expect(await adoptRunway(golem, gas)).toBe('it is gas money, not a runway');
  expect(await adoptGas(golem, runway?.context as Hex)).toBe('it is a runway, not gas money');
  expect(await adoptGas(golem, await gasLease(stage, golem, { payees: [PAYEE] }))).toMatch(
    /must reach the session key/,
  );
  expect(golem).toMatchObject({ runway, gas: null });
});

it('pays the key gas and never dollars, and nobody whom the lease does not name', async () => {
  const { stage, golem } = await born();
  expect(await adoptGas(golem, await gasLease(stage, golem))).toBeNull();
  const { gas, runway, sender } = golem;
  const pay = (of: typeof gas, payee: Hex) =>
    redeem(stage.link, sender, of as never, { payee, amount: 10n ** 12n });

  expect(await pay(runway, golem.key.address)).toMatchObject({
    reason: 'a session key holds no money of its own',
  });
  expect(await pay(gas, PAYEE)).toMatchObject({ ok: false });
  expect(await pay(gas, zeroAddress)).toMatchObject({ ok: false });
  expect(await pay(gas, golem.key.address)).toMatchObject({ ok: true });
  // The chain itself says no, were the kit to ask.
  expect(await pay({ ...(gas as NonNullable<typeof gas>), payees: null }, PAYEE)).toMatchObject({
    code: 'GolemPolicyEnforcer:wrong-payee',
  });
});
