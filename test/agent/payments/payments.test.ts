// A payment whose fate is unknown is remembered until the chain answers: through other calls, replacement, reorganisation and
// restart. The same payment tried again is answered with what happened, and never made twice.
import { join } from 'node:path';
import { createWalletClient, type Hex, http, numberToHex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { baseSepolia } from '../../../site/world/chain/viem-chain';
import { fileStore } from '../../../src/agent/store/store';
import { USDC } from '../stage';
import { aPayer, chain, folder, node, rivalOf } from './payer';

describe('a payment in doubt', () => {
  it('survives other calls of the same key, its own oracle report among them', async () => {
    const { sender, pull, glance, report, paidSince } = await aPayer();
    const paid = await paidSince();
    Object.assign(node.mode, { sends: 'arrive unheard', finds: false });
    expect(await glance(USDC)).toMatchObject({ ok: false, code: 'unconfirmed' });

    Object.assign(node.mode, { sends: 'arrive', finds: true });
    await report(sender);
    const again = await pull(USDC);

    expect(again).toMatchObject({ ok: true, amount: USDC, earlier: true });
    expect(await paid()).toBe(USDC);
    // Now its caller knows, and an equal payment is a new one.
    expect(await pull(USDC)).toMatchObject({ ok: true, earlier: false });
    expect(await paid()).toBe(2n * USDC);
  });

  it('that the node lost is sent as it was signed, before anything else', async () => {
    const { sender, pull, glance, report, paidSince } = await aPayer();
    const paid = await paidSince();
    node.mode.sends = 'get lost';
    const lost = await glance(USDC);
    expect(lost).toMatchObject({ code: 'unconfirmed' });

    node.mode.sends = 'arrive';
    await report(sender);

    expect(await paid()).toBe(USDC);
    const again = await pull(USDC);
    expect(again).toMatchObject({ ok: true, earlier: true });
    expect(again.transaction).toBe(lost.transaction);
    expect(await paid()).toBe(USDC);
  });

  it('is paid once though its process died, with and without a name of its own', async () => {
    const store = fileStore(join(folder, 'restart'));
    const { glance, again, paidSince } = await aPayer(store);
    const paid = await paidSince();
    Object.assign(node.mode, { sends: 'arrive unheard', finds: false });
    expect(await glance(USDC)).toMatchObject({ code: 'unconfirmed' });
    Object.assign(node.mode, { sends: 'arrive', finds: true });

    const second = again();
    expect(await second.pull(USDC, 'rent')).toMatchObject({ ok: true, earlier: false });
    expect(await again().pull(USDC)).toMatchObject({ ok: true, earlier: true });
    const third = again();
    expect(await third.pull(USDC, 'rent')).toMatchObject({ ok: true, earlier: true });
    expect(await third.pull(USDC, 'rent')).toMatchObject({ ok: true, earlier: true });
    expect(await third.pull(2n * USDC, 'rent')).toMatchObject({ ok: false, code: 'key-taken' });

    expect(await paid()).toBe(2n * USDC);
  });

  it('is no success when another transaction took its place', async () => {
    const { key, pull, glance, paidSince } = await aPayer();
    const paid = await paidSince();
    await chain.cheat('evm_setAutomine', [false]);
    let doubted: Awaited<ReturnType<typeof pull>>;
    try {
      doubted = await glance(USDC);
      // The same key in another process: the same place in line, and more gas.
      const secret = key.expose((bytes) => toHex(bytes));
      const account = privateKeyToAccount(secret);
      const rival = createWalletClient({
        account,
        chain: baseSepolia,
        transport: http(chain.rpcUrl),
      });
      await rival.sendTransaction({
        to: account.address,
        nonce: 0,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 10n ** 10n,
      });
      await chain.cheat('evm_mine', []);
    } finally {
      await chain.cheat('evm_setAutomine', [true]);
    }
    expect(doubted).toMatchObject({ code: 'unconfirmed' });

    // Not before the other lies some blocks deep: who hears that it failed pays again.
    expect(await glance(USDC)).toMatchObject({ ok: false, code: 'unconfirmed', earlier: true });
    await chain.cheat('anvil_mine', ['0x3']);
    const told = await pull(USDC);
    expect(told).toMatchObject({ ok: false, code: 'failed', earlier: true });
    expect(told.ok ? '' : told.reason).toMatch(/took its place; it never happened/);
    expect(await paid()).toBe(0n);
    // It is known to have failed; the next is a new one.
    expect(await pull(USDC)).toMatchObject({ ok: true, earlier: false });
    expect(await paid()).toBe(USDC);
  });

  it('is signed again with higher fees for the same nonce when fees rise, and paid once', async () => {
    const { key, stage, pull, glance, paidSince } = await aPayer();
    const paid = await paidSince();
    await stage.fund(key.address, '10');
    node.mode.sends = 'get lost';
    expect(await glance(USDC)).toMatchObject({ code: 'unconfirmed' });
    node.mode.sends = 'arrive';
    await chain.cheat('anvil_setNextBlockBaseFeePerGas', [numberToHex(5n * 10n ** 10n)]);
    await chain.cheat('evm_mine', []);

    expect(await pull(USDC)).toMatchObject({ ok: true, earlier: true });

    expect(await paid()).toBe(USDC);
    expect(await stage.link.client.getTransactionCount({ address: key.address })).toBe(1);
  });

  it('that the chain would refuse by now gives up its place, and has failed for good', async () => {
    const { sender, stage, grant, pull, glance, report, paidSince } = await aPayer();
    const paid = await paidSince();
    node.mode.sends = 'get lost';
    expect(await glance(USDC)).toMatchObject({ code: 'unconfirmed' });
    node.mode.sends = 'arrive';
    const { planDisable } = await import('../../../src/agent/runway/revoke');
    await stage.send(stage.owner, planDisable(stage.link, grant) as { to: Hex; data: Hex });

    await report(sender);

    expect(await pull(USDC)).toMatchObject({ ok: false, code: 'failed', earlier: true });
    expect(await paid()).toBe(0n);
  });

  it('that a dropped block held is made again as it was signed', async () => {
    const { sender, pull, report, paidSince } = await aPayer();
    const paid = await paidSince();
    const first = await pull(USDC);
    expect(first).toMatchObject({ ok: true });
    await chain.cheat('anvil_reorg', [1, []]);
    expect(await paid()).toBe(0n);

    await report(sender);

    expect(await paid()).toBe(USDC);
  });
});

describe('a payment in doubt that no node can tell of any more', () => {
  /** Its nonce was used by something else, long ago. */
  async function aLostOne() {
    const payer = await aPayer();
    node.mode.sends = 'get lost';
    const lost = await payer.glance(USDC);
    expect(lost).toMatchObject({ code: 'unconfirmed' });
    node.mode.sends = 'arrive';
    const conclude = payer.sender.conclude as NonNullable<typeof payer.sender.conclude>;
    const transaction = lost.transaction as Hex;
    return { ...payer, conclude, transaction };
  }

  it('is in nobody’s way, and stays in doubt for itself', async () => {
    const { key, pull, glance, transaction, paidSince } = await aLostOne();
    const paid = await paidSince();
    await rivalOf(key, 0);
    await chain.cheat('anvil_mine', ['0x20']);
    node.mode.keeps = 8;

    expect(await pull(2n * USDC)).toMatchObject({ ok: true, amount: 2n * USDC, earlier: false });
    expect(await glance(USDC)).toMatchObject({ code: 'unconfirmed', transaction, earlier: true });
    expect(await paid()).toBe(2n * USDC);
  });

  it('ends by the word of who knows, not before it cannot be mined any more', async () => {
    const { key, pull, conclude, transaction, paidSince } = await aLostOne();
    const paid = await paidSince();
    expect(await conclude(transaction, { is: 'failed' })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/can still be mined/),
    });
    await rivalOf(key, 0);
    await chain.cheat('anvil_mine', ['0x60']);
    node.mode.keeps = 8;
    const nobody = `0x${'00'.repeat(32)}` as const;
    expect(await conclude(nobody, { is: 'failed' })).toMatchObject({ ok: false });

    expect(await conclude(transaction, { is: 'failed' })).toEqual({
      ...{ ok: true, state: 'failed', by: 'caller' },
    });

    expect(await pull(USDC)).toMatchObject({ ok: false, code: 'failed', earlier: true });
    expect(await pull(USDC)).toMatchObject({ ok: true, earlier: false });
    expect(await paid()).toBe(USDC);
  });

  it('may be said to be paid, with the block that holds it', async () => {
    const { key, again, sender, conclude, transaction } = await aLostOne();
    await rivalOf(key, 0);
    await chain.cheat('anvil_mine', ['0x60']);
    node.mode.keeps = 8;
    const blockNumber = BigInt((await chain.cheat('eth_blockNumber', [])) as string);
    const late = await conclude(transaction, { is: 'paid', blockNumber });
    expect(late).toMatchObject({ ok: false, reason: expect.stringMatching(/64 blocks deep/) });

    const said = await conclude(transaction, { is: 'paid', blockNumber: blockNumber - 90n });
    expect(said).toEqual({ ok: true, state: 'paid', by: 'caller' });

    // It stays said.
    await sender.tend?.();
    expect(await again().pull(USDC)).toMatchObject({ ok: true, transaction, earlier: true });
  });

  it('is answered by the chain where a node has it, whatever is said', async () => {
    const { pull, conclude, sender, transaction } = await aLostOne();
    await sender.tend?.();
    await chain.cheat('anvil_mine', ['0x4']);

    expect(await conclude(transaction, { is: 'failed' })).toEqual({
      ...{ ok: true, state: 'paid', by: 'chain' },
    });
    expect(await pull(USDC)).toMatchObject({ ok: true, transaction, earlier: true });
  });
});
