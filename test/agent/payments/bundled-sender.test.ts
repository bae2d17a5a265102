// A Golem that pulls through a bundler: its key, upgraded by EIP-7702, as an account of the real EntryPoint.
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { connectChain } from '../../../src/agent/chain/chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import { bundledSender } from '../../../src/agent/payments/bundled-sender';
import { sweepGas } from '../../../src/agent/runway/gas';
import { redeem } from '../../../src/agent/runway/redeem';
import { planDisable } from '../../../src/agent/runway/revoke';
import { readRunway } from '../../../src/agent/runway/runway';
import { createEvents } from '../../../src/agent/store/events';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { aFickleNode } from '../../nodes/fickle-node';
import { aStage, PAYEE, register, USDC } from '../stage';
import { aBundler, type Bundler } from './bundler';

let chain: Chain;
let bundler: Bundler;

beforeAll(async () => {
  chain = await startChain();
});
beforeEach(async () => {
  bundler = await aBundler(chain);
});
afterEach(() => bundler.close());
afterAll(() => chain?.stop());

async function aGolem() {
  const stage = await aStage(chain);
  const key = SessionKey.generate({ events: createEvents(), now: () => Date.now() / 1000 });
  await stage.fund(key.address, '0.1');
  await register(stage, key.address);
  const grant = await stage.grant();
  const runway = readRunway(await stage.lease(grant, key.address), chain.chainId);
  const sender = bundledSender({ bundlerUrl: bundler.url, waitMs: 2500 })(stage.link, key);
  const pull = (amount: bigint) => redeem(stage.link, sender, runway, { payee: PAYEE, amount });
  return { stage, key, grant, sender, pull };
}

it('pulls as the very address its lease names, upgraded with the first operation', async () => {
  const { stage, key, pull } = await aGolem();
  const { client } = stage.link;
  const before = await stage.usdcOf(PAYEE);
  expect(await client.getCode({ address: key.address })).toBeUndefined();

  expect(await pull(USDC)).toMatchObject({ ok: true, amount: USDC });
  expect(await pull(USDC)).toMatchObject({ ok: true });

  expect((await stage.usdcOf(PAYEE)) - before).toBe(2n * USDC);
  expect(await client.getCode({ address: key.address })).toBe(
    `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`,
  );
  // The one transaction of an upgraded key is its authorization: everything else came from the bundler.
  expect(await client.getTransactionCount({ address: key.address })).toBe(1);
  expect(bundler.taken).toHaveLength(2);
});

it('is told the chain’s own reason, and nothing is sent', async () => {
  const { pull } = await aGolem();

  expect(await pull(6n * USDC)).toEqual({
    ok: false,
    code: 'GolemPolicyEnforcer:cap-exceeded',
    reason: 'the lease’s cap for any 24 hours is used up',
  });
  expect(bundler.taken).toEqual([]);
});

it('names an operation whose fate is unknown, and never pays twice for it', async () => {
  const { stage, pull } = await aGolem();
  const before = await stage.usdcOf(PAYEE);
  bundler.lazy = true;
  const [first] = [await pull(USDC)];
  expect(first).toMatchObject({ ok: false, code: 'unconfirmed', transaction: bundler.taken[0] });

  bundler.lazy = false;
  expect(await pull(USDC)).toMatchObject({ ok: true });

  expect((await stage.usdcOf(PAYEE)) - before).toBe(USDC);
});

it('remembers an operation in doubt through other calls, and answers with what happened', async () => {
  const { stage, sender, pull } = await aGolem();
  const before = await stage.usdcOf(PAYEE);
  bundler.lazy = true;
  const doubted = await pull(USDC);
  expect(doubted).toMatchObject({ ok: false, code: 'unconfirmed' });
  await bundler.wake();

  await sender.send({ to: stage.guardian.address, value: 1n });
  const again = await pull(USDC);

  expect(again).toMatchObject({ ok: true, amount: USDC, earlier: true });
  expect((await stage.usdcOf(PAYEE)) - before).toBe(USDC);
  expect(await pull(USDC)).toMatchObject({ ok: true, earlier: false });
  expect((await stage.usdcOf(PAYEE)) - before).toBe(2n * USDC);
});

it('hands the same operation over again when its bundler forgot it, before anything else', async () => {
  const { stage, sender, pull } = await aGolem();
  const before = await stage.usdcOf(PAYEE);
  bundler.lazy = true;
  expect(await pull(USDC)).toMatchObject({ code: 'unconfirmed' });
  bundler.lazy = false;

  await sender.send({ to: stage.guardian.address, value: 1n });

  expect((await stage.usdcOf(PAYEE)) - before).toBe(USDC);
  expect(bundler.taken[1]).toBe(bundler.taken[0]);
  expect(await pull(USDC)).toMatchObject({ ok: true, earlier: true });
  expect((await stage.usdcOf(PAYEE)) - before).toBe(USDC);
});

it('calls an operation failed whose inner call was refused, though the bundle was mined', async () => {
  const { stage, grant, pull } = await aGolem();
  const before = await stage.usdcOf(PAYEE);
  bundler.lazy = true;
  expect(await pull(USDC)).toMatchObject({ code: 'unconfirmed' });
  const disable = planDisable(stage.link, grant);
  await stage.send(stage.owner, { to: disable.to, data: disable.data ?? '0x' });
  await bundler.wake();
  expect(await pull(USDC)).toMatchObject({ ok: false, code: 'unconfirmed' });
  await chain.cheat('anvil_mine', ['0x3']);

  expect(await pull(USDC)).toMatchObject({
    ...{ ok: false, code: 'failed', earlier: true },
    reason: 'a link of the permission was disabled',
  });
  expect((await stage.usdcOf(PAYEE)) - before).toBe(0n);
});

it('is in nobody’s way when its nonce was used and its bundle is not found any more', async () => {
  const { stage, key, grant, pull } = await aGolem();
  const before = await stage.usdcOf(PAYEE);
  const node = await aFickleNode(chain);
  try {
    // A sender of the same key that forgot everything: its operation takes the place of ours.
    bundler.lazy = true;
    const link = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
    const runway = readRunway(await stage.lease(grant, key.address), chain.chainId);
    const doubting = bundledSender({ bundlerUrl: bundler.url, waitMs: 800 })(link, key);
    const pay = (amount: bigint, name: string) =>
      redeem(link, doubting, runway, { payee: PAYEE, amount }, { key: name });
    const doubted = await pay(USDC, 'rent');
    expect(doubted).toMatchObject({ ok: false, code: 'unconfirmed' });
    bundler.forget();
    expect(await pull(2n * USDC)).toMatchObject({ ok: true });
    await chain.cheat('anvil_mine', ['0x60']);
    node.mode.keeps = 8;

    expect(await pay(USDC / 2n, 'food')).toMatchObject({ ok: true, earlier: false });
    expect(await pay(USDC, 'rent')).toMatchObject({ code: 'unconfirmed', earlier: true });
    const { transaction } = doubted as { transaction: Hex };
    expect(await doubting.conclude?.(transaction, { is: 'failed' })).toMatchObject({ ok: true });
    expect(await pay(USDC, 'rent')).toMatchObject({ ok: false, code: 'failed', earlier: true });
    expect((await stage.usdcOf(PAYEE)) - before).toBe((5n * USDC) / 2n);
  } finally {
    node.close();
  }
});

it('takes an operation that came late for the same call only, value included', async () => {
  const { stage, sender } = await aGolem();
  const to = stage.guardian.address;
  const before = await stage.link.client.getBalance({ address: to });
  bundler.lazy = true;
  await expect(sender.send({ to, value: 1n })).rejects.toThrow('not confirmed');
  await bundler.wake();

  await sender.send({ to, value: 2n });
  await sender.send({ to, value: 2n });

  expect((await stage.link.client.getBalance({ address: to })) - before).toBe(5n);
  expect(bundler.taken).toHaveLength(3);
});

it('sends all home at the end, what the EntryPoint holds included', async () => {
  const { stage, key, sender, pull } = await aGolem();
  const { client } = stage.link;
  await pull(USDC);
  const before = await client.getBalance({ address: stage.owner.address });

  expect(await sweepGas(stage.link, sender, stage.owner.address)).toMatchObject({ ok: true });

  const after = await client.getBalance({ address: stage.owner.address });
  expect(after - before).toBeGreaterThan(9n * 10n ** 16n);
  const held = await client.readContract({
    address: FRAMEWORK.entryPoint,
    abi: [
      {
        type: 'function',
        name: 'balanceOf',
        stateMutability: 'view',
        inputs: [{ name: 'account', type: 'address' }],
        outputs: [{ type: 'uint256' }],
      },
    ] as const,
    functionName: 'balanceOf',
    args: [key.address],
  });
  expect(held).toBe(0n);
});
