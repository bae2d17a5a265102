// Pulls on the real manager: what goes through, what is refused and in which words, and what is left.
import { encodeFunctionData } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { managerAbi } from '../../../src/agent/chain/framework';
import { reasonOf } from '../../../src/agent/chain/reverts';
import { SessionKey } from '../../../src/agent/key/session-key';
import { plainSender } from '../../../src/agent/payments/sender';
import { readGas, sweepGas } from '../../../src/agent/runway/gas';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway, runwayProblem } from '../../../src/agent/runway/runway';
import { readRunwayState } from '../../../src/agent/runway/runway-state';
import { createEvents } from '../../../src/agent/store/events';
import { ENDED_GENERATION } from '../../../src/core/caveats/golem-policy';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { contractTypedData, golemIdOf } from '../../../src/core/protocol/messages';
import { aStage, PAYEE, register, type Stage, USDC } from '../stage';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

/** A leased Golem with gas, registered at the oracle. */
async function aGolem(over: Parameters<Stage['lease']>[2] = {}) {
  const stage = await aStage(chain);
  const key = SessionKey.generate({ events: createEvents(), now: () => Date.now() / 1000 });
  await stage.fund(key.address, '0.1');
  await register(stage, key.address);
  const grant = await stage.grant();
  const runway = readRunway(await stage.lease(grant, key.address, over), chain.chainId);
  const sender = plainSender(stage.link, key);
  const pull = (amount: bigint, payee = PAYEE) =>
    redeem(stage.link, sender, runway, { payee, amount });
  const state = () => readRunwayState(stage.link, runway);
  return { stage, key, grant, runway, sender, pull, state };
}

const report = (golem: string, guardian: `0x${string}`, phase: number) =>
  encodeFunctionData({
    abi: vitalityOracleAbi,
    functionName: 'report',
    args: [guardian, golemIdOf(golem), phase, 5000],
  });

describe('a leased Golem', () => {
  it('pays its payee from the owner’s account and counts down with the chain', async () => {
    const { stage, runway, pull, state, key } = await aGolem();
    const before = await stage.usdcOf(PAYEE);
    expect(
      await runwayProblem(stage.link, runway, {
        owner: stage.owner.address,
        redeemer: key.address,
      }),
    ).toBeNull();
    expect(runway).toMatchObject({ cap: 10n * USDC, payees: [PAYEE], periodSeconds: 86_400 });
    expect((await state()).available).toBe(5n * USDC);

    const paid = await pull(2n * USDC);

    expect(paid).toMatchObject({ ok: true, amount: 2n * USDC });
    expect(await stage.usdcOf(PAYEE)).toBe(before + 2n * USDC);
    expect(await state()).toMatchObject({ available: 3n * USDC, ended: null, silent: false });
    expect(await stage.usdcOf(key.address)).toBe(0n);
  });

  it('is told in words why a pull is refused', async () => {
    const { stage, sender, pull } = await aGolem();

    expect(await pull(6n * USDC)).toEqual({
      ok: false,
      code: 'GolemPolicyEnforcer:cap-exceeded',
      reason: 'the lease’s cap for any 24 hours is used up',
    });
    expect(await pull(USDC, stage.owner.address)).toMatchObject({
      reason: 'the permission does not pay that payee',
    });
    expect(await pull(0n)).toMatchObject({ code: 'not-allowed' });
    await sender.send({
      to: BARDO.vitalityOracle,
      data: report(stage.golem, stage.guardian.address, 3),
    });
    expect(await pull(USDC)).toMatchObject({ code: 'GolemPolicyEnforcer:cap-exceeded' });
    const better = sender.send({
      to: BARDO.vitalityOracle,
      data: report(stage.golem, stage.guardian.address, 1),
    });
    expect(await better.catch(reasonOf)).toBe('a Golem’s own reports only ever get worse');
    const other = SessionKey.generate({ events: createEvents(), now: () => 0 });
    await stage.fund(other.address);
    const stranger = plainSender(stage.link, other);
    const theirs = stranger.send({
      to: BARDO.vitalityOracle,
      data: report(stage.golem, stage.guardian.address, 4),
    });
    expect(await theirs.catch(reasonOf)).toBe('another key reports for this Golem');
  });
});

describe('a Golem in decline', () => {
  it('takes what its phase leaves and nothing once terminal', async () => {
    const { stage, sender, pull, state } = await aGolem();
    const worsen = (phase: number) =>
      sender.send({
        to: BARDO.vitalityOracle,
        data: report(stage.golem, stage.guardian.address, phase),
      });

    await worsen(2);
    expect((await state()).available).toBe((5n * USDC) / 2n);
    await worsen(3);
    expect((await state()).available).toBe((5n * USDC) / 10n);
    await worsen(4);
    expect(await state()).toMatchObject({ available: 0n, ended: 'terminal' });
    expect(await pull(1n)).toMatchObject({ code: 'GolemPolicyEnforcer:terminal' });
  });

  it('sends one transaction at a time however many are asked for', async () => {
    const { stage, pull, state } = await aGolem();
    const before = await stage.usdcOf(PAYEE);

    const results = await Promise.all([pull(USDC), pull(USDC), pull(9n * USDC), pull(USDC)]);

    expect(results.map(({ ok }) => ok)).toEqual([true, true, false, true]);
    expect(await stage.usdcOf(PAYEE)).toBe(before + 3n * USDC);
    expect((await state()).available).toBe(2n * USDC);
  });
});

describe('an ended runway', () => {
  it('is seen as disabled when the owner disables the grant', async () => {
    const { stage, grant, state, pull } = await aGolem();
    const data = encodeFunctionData({
      abi: managerAbi,
      functionName: 'disableDelegation',
      args: [grant],
    });
    await stage.send(stage.owner, { to: FRAMEWORK.delegationManager, data });

    expect(await state()).toMatchObject({ ended: 'disabled', available: 0n });
    expect(await pull(1n)).toMatchObject({ reason: 'a link of the permission was disabled' });
  });

  it('is seen as ended by nonce, by epoch and by the guardian', async () => {
    const byNonce = await aGolem();
    await byNonce.stage.send(byNonce.stage.owner, {
      to: FRAMEWORK.nonceEnforcer,
      data: `0xf5743c4c${FRAMEWORK.delegationManager.slice(2).padStart(64, '0')}`,
    });
    expect((await byNonce.state()).ended).toBe('nonce');
    expect(await byNonce.pull(1n)).toMatchObject({ reason: 'the owner ended all grants at once' });

    const { stage, state, pull } = await aGolem();
    const raise = contractTypedData(
      'Raise',
      { chainId: chain.chainId, contract: BARDO.golemPolicyEnforcer },
      {
        manager: FRAMEWORK.delegationManager,
        guardian: stage.guardian.address,
        budgetId: 1n,
        generation: 2,
      },
    );
    const relay = async (generation: number) => {
      const typed = { ...raise, message: { ...raise.message, generation } };
      const signature = await stage.guardian.signTypedData(typed);
      const { manager, guardian, budgetId } = raise.message;
      const args = [manager, guardian, budgetId, generation, signature] as const;
      const data = encodeFunctionData({ abi: golemPolicyEnforcerAbi, functionName: 'raise', args });
      await stage.send(stage.owner, { to: BARDO.golemPolicyEnforcer, data });
    };
    await relay(2);
    expect((await state()).ended).toBe('superseded');
    await relay(Number(ENDED_GENERATION));
    expect((await state()).ended).toBe('raised');
    const end = encodeFunctionData({ abi: golemPolicyEnforcerAbi, functionName: 'endAllLeases' });
    await stage.send(stage.owner, { to: BARDO.golemPolicyEnforcer, data: end });
    expect((await state()).ended).toBe('epoch');
    expect(await pull(1n)).toMatchObject({ reason: 'the owner ended all leases at once' });
  });

  it('is only silent, not ended, while the oracle’s word is old', async () => {
    const { stage, state, pull } = await aGolem({ maxAge: 0n });
    await stage.fund(stage.owner.address);
    await stage.send(stage.owner, { to: stage.guardian.address });
    await chain.cheat('evm_mine', [Math.floor(Date.now() / 1000) + 30]).catch(() => undefined);

    expect(await state()).toMatchObject({ ended: null, silent: true, available: 0n });
    expect(await pull(1n)).toMatchObject({ code: 'GolemPolicyEnforcer:vitality-stale' });
  });
});

describe('gas money', () => {
  it('is counted in pulls after what a death needs, and swept to the last coin’s fee', async () => {
    const { stage, key, sender } = await aGolem();
    const level = await readGas(stage.link, key.address, 1);
    expect(level.pullsLeft).toBeGreaterThan(10);
    expect(level.reserve).toBeGreaterThan(0n);
    const poor = privateKeyToAccount(generatePrivateKey()).address;
    expect((await readGas(stage.link, poor)).pullsLeft).toBe(0);
    const before = await stage.link.client.getBalance({ address: stage.owner.address });

    const swept = await sweepGas(stage.link, sender, stage.owner.address);

    expect(swept).toMatchObject({ ok: true });
    const after = await stage.link.client.getBalance({ address: stage.owner.address });
    expect(after - before).toBe(swept.ok ? swept.value : 0n);
    const rest = await stage.link.client.getBalance({ address: key.address });
    expect(rest).toBeLessThan(level.perPull / 10n);
    expect(await sweepGas(stage.link, sender, stage.owner.address)).toMatchObject({ ok: false });
  });

  it('is swept whole although a pull goes out ahead of the sweep', async () => {
    const { stage, key, sender, pull } = await aGolem();

    const [paid, swept] = await Promise.all([
      pull(USDC),
      sweepGas(stage.link, sender, stage.owner.address),
    ]);

    expect(paid).toMatchObject({ ok: true });
    expect(swept).toMatchObject({ ok: true });
    const { perPull } = await readGas(stage.link, key.address);
    const rest = await stage.link.client.getBalance({ address: key.address });
    expect(rest).toBeLessThan(perPull / 10n);
  });

  it('being out of it is said as such', async () => {
    const { stage, key, pull } = await aGolem();
    await stage.fund(key.address, '0');

    expect(await pull(USDC)).toEqual({
      ok: false,
      code: 'no-gas',
      reason: 'the session key has too little gas money',
    });
  });
});

it('a bare grant without lease and a grant of another account are told apart', async () => {
  const stage = await aStage(chain);
  const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
  await stage.fund(key.address);
  const grant = await stage.grant({ to: key.address });
  const runway = readRunway(encodeContext([grant]), chain.chainId);
  expect(runway).toMatchObject({ lease: null, payees: null });

  const paid = await redeem(stage.link, plainSender(stage.link, key), runway, {
    payee: PAYEE,
    amount: USDC,
  });

  expect(paid).toMatchObject({ ok: true });
  expect((await readRunwayState(stage.link, runway)).available).toBe(9n * USDC);
  const expected = { owner: stage.guardian.address, redeemer: key.address };
  expect(await runwayProblem(stage.link, runway, expected)).toBe(
    'another account than the owner’s pays',
  );
  const forged = readRunway(encodeContext([{ ...grant, salt: 1n }]), chain.chainId);
  const named = { owner: stage.owner.address, redeemer: key.address };
  expect(await runwayProblem(stage.link, forged, named)).toBe(
    'a link is not signed by who gives it',
  );
});
