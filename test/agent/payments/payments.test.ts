// A payment whose fate is unknown is remembered until the chain answers: through other calls, replacement, reorganisation and
// restart. The same payment tried again is answered with what happened, and never made twice.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalletClient, type Hex, http, numberToHex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mined } from '../../../contracts/mined';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { baseSepolia } from '../../../site/world/chain/viem-chain';
import { connectChain } from '../../../src/agent/chain/chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import {
  keyFileStore,
  loadSessionKey,
  saveSessionKey,
} from '../../../src/agent/key/session-key-file';
import { createGolem } from '../../../src/agent/life/golem';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { planReport } from '../../../src/agent/life/oracle';
import type { Sender } from '../../../src/agent/payments/call';
import { openJournal } from '../../../src/agent/payments/journal';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway } from '../../../src/agent/runway/runway';
import { createEvents } from '../../../src/agent/store/events';
import { fileStore, memoryStore, type Store } from '../../../src/agent/store/store';
import { createTools } from '../../../src/agent/tools/tools';
import { aFickleNode, type FickleNode } from '../../nodes/fickle-node';
import { aStage, PAYEE, register, USDC } from '../stage';

let chain: Chain;
let node: FickleNode;
/** Milliseconds after which a call without an answer is in doubt. */
const GLANCE = 300;
const folder = mkdtempSync(join(tmpdir(), 'bardo-payments-'));

beforeAll(async () => {
  chain = await startChain();
}, 240_000);
beforeEach(async () => {
  node = await aFickleNode(chain);
});
afterEach(() => node.close());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await chain?.stop();
});

/** A leased key that pays through the fickle node. `again`: the same after its process died. */
async function aPayer(store: Store = memoryStore()) {
  const stage = await aStage(chain);
  const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
  await stage.fund(key.address);
  await register(stage, key.address);
  const grant = await stage.grant();
  const runway = readRunway(await stage.lease(grant, key.address), chain.chainId);
  const wake = () => {
    const link = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
    // A copy: to the process it is another store, with the same records.
    const journal = openJournal({ ...store });
    const by = (one: Sender) => (amount: bigint, name?: string) =>
      redeem(link, one, runway, { payee: PAYEE, amount }, name ? { key: name } : {});
    const sender = plainSender(link, key, {}, journal);
    // What the chain answers is waited for, however slow the machine is; a glance is for what nobody will answer.
    return { link, sender, pull: by(sender), glance: by(plainSender(link, key, GLANCE, journal)) };
  };
  const report = (sender: ReturnType<typeof wake>['sender']) =>
    sender.send(
      planReport(
        { guardian: stage.guardian.address, golem: stage.golem },
        { phase: 'thriving', vitality: 9000 },
      ),
    );
  const paidSince = async () => {
    const before = await stage.usdcOf(PAYEE);
    return async () => (await stage.usdcOf(PAYEE)) - before;
  };
  return { stage, key, grant, runway, wake, again: wake, report, paidSince, ...wake() };
}

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

/** Something else takes the key's place in line. */
async function rivalOf(key: SessionKey, nonce: number): Promise<void> {
  const account = privateKeyToAccount(key.expose((bytes) => toHex(bytes)));
  const transport = http(chain.rpcUrl);
  const rival = createWalletClient({ account, chain: baseSepolia, transport });
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n };
  const hash = await rival.sendTransaction({ to: account.address, nonce, gas: 21_000n, ...fees });
  const client = connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId }).client;
  await mined(client, hash);
}

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

describe('a payment that was told as made', () => {
  async function aTellingGolem() {
    const { stage, key, runway, paidSince } = await aPayer();
    const events = createEvents();
    const told: string[] = [];
    events.onAny(({ name }) => name.startsWith('payment:') && told.push(name));
    const link = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
    const golem = createGolem({
      ...{ id: stage.golem, name: 'Atlas', owner: stage.owner.address, chain: link, key, events },
      plane: { origin: '', ask: async () => ({ ok: false, code: 'slow', reason: '' }) } as never,
      vitals: () => ({ phase: 'thriving', vitality: 9000 }),
      sequence: { last: 0, save: () => undefined },
    });
    golem.runway = runway;
    const pay = () => redeem(link, golem.sender, runway, { payee: PAYEE, amount: USDC });
    const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
    return { stage, key, golem, told, pay, pulse, paid: await paidSince() };
  }

  it('and whose block was dropped is handed over again by the next beat, and told when it is mined', async () => {
    const { told, pay, pulse, paid } = await aTellingGolem();
    expect(await pay()).toMatchObject({ ok: true });
    // A node answers before it has mined: a beat waits for no block, so here the test says when there is one.
    await chain.cheat('evm_setAutomine', [false]);
    try {
      await chain.cheat('anvil_reorg', [1, []]);
      expect(await paid()).toBe(0n);
      await pulse.beat();
      expect(told).toEqual(['payment:dropped']);
      await chain.cheat('evm_mine', []);
    } finally {
      await chain.cheat('evm_setAutomine', [true]);
    }
    expect(await paid()).toBe(USDC);

    await pulse.beat();

    expect(told).toEqual(['payment:dropped', 'payment:remade']);
    expect(await paid()).toBe(USDC);
  });

  it('and lost its place to another after its block was dropped is told as undone', async () => {
    const { key, told, pay, golem, paid } = await aTellingGolem();
    expect(await pay()).toMatchObject({ ok: true });
    await chain.cheat('anvil_reorg', [1, []]);
    await rivalOf(key, 0);
    await chain.cheat('anvil_mine', ['0x3']);

    await golem.sender.tend?.();

    expect(told).toEqual(['payment:dropped', 'payment:undone']);
    expect(await paid()).toBe(0n);
    // An equal wish is a new payment, as after any that its caller was told of.
    expect(await pay()).toMatchObject({ ok: true, earlier: false });
    expect(await paid()).toBe(USDC);
  });
});

describe('a tool that is called again', () => {
  it('says in doubt, not nothing, when the node is gone meanwhile', async () => {
    const { pull, glance, paidSince } = await aPayer();
    const paid = await paidSince();
    Object.assign(node.mode, { sends: 'arrive unheard', finds: false });
    const doubted = await glance(USDC);
    node.mode.down = true;
    expect(await glance(USDC)).toMatchObject({
      ...{ ok: false, code: 'unconfirmed', earlier: true, transaction: doubted.transaction },
      reason: expect.stringMatching(/cannot be reached/),
    });
    Object.assign(node.mode, { sends: 'arrive', finds: true, down: false });
    expect(await pull(USDC)).toMatchObject({ ok: true, earlier: true });
    expect(await paid()).toBe(USDC);
  });

  it('answers with the payment that was made, though nothing is left of the day', async () => {
    const { stage, key, runway } = await aPayer();
    const link = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
    const plane = { origin: 'http://127.0.0.1', ask: () => Promise.reject(new Error('none')) };
    const golem = createGolem({
      ...{ id: stage.golem, name: 'Atlas', owner: stage.owner.address, chain: link, key },
      plane: plane as never,
      vitals: () => ({ phase: 'thriving', vitality: 9000 }),
      sequence: { last: 0, save: () => undefined },
      sender: (on, of, journal) => plainSender(on, of, GLANCE, journal),
    });
    golem.runway = runway;
    const { metamask_redeem_runway: pay } = createTools({ golems: [golem] });
    const before = await stage.usdcOf(PAYEE);
    Object.assign(node.mode, { sends: 'arrive unheard', finds: false });
    const doubted = await pay({ golem_id: golem.id });
    expect(doubted).toMatchObject({ redeemed: '0', payment: { state: 'in_doubt' } });

    Object.assign(node.mode, { sends: 'arrive', finds: true });
    golem.sender = plainSender(link, key, {}, golem.journal);
    expect(await pay({ golem_id: golem.id })).toMatchObject({
      redeemed: '5',
      remaining: '0',
      transaction: doubted.transaction,
      payment: { state: 'paid', earlier: true, payee: PAYEE, block: expect.any(Number) },
      reason: null,
    });
    expect(await pay({ golem_id: golem.id })).toMatchObject({
      redeemed: '0',
      payment: { state: 'none', earlier: false },
    });
    expect((await stage.usdcOf(PAYEE)) - before).toBe(5n * USDC);

    await expect(pay({ golem_id: golem.id, amount_usdc: 1, idempotency_key: 'x' })).rejects.toThrow(
      'Only 0 USDC',
    );
  });
});

describe('the records', () => {
  it('stand in the key file, for its owner alone, and stay when the key is saved again', async () => {
    const file = join(folder, 'session-key.json');
    const passphrase = 'correct horse battery';
    const options = { events: createEvents(), now: () => 0 };
    const { key, pull, again, paidSince } = await aPayer(keyFileStore(file));
    const paid = await paidSince();
    // Without a saved key nothing is signed away that could be forgotten.
    await expect(pull(USDC)).resolves.toMatchObject({ ok: false, code: 'unreachable' });
    expect(await paid()).toBe(0n);
    await saveSessionKey(key, file, passphrase);
    Object.assign(node.mode, { sends: 'arrive unheard', finds: false });
    expect(await again().glance(USDC)).toMatchObject({ code: 'unconfirmed' });
    Object.assign(node.mode, { sends: 'arrive', finds: true });

    await saveSessionKey(key, file, passphrase);
    expect((await loadSessionKey(file, passphrase, options)).address).toBe(key.address);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await again().pull(USDC)).toMatchObject({ ok: true, earlier: true });

    expect(await paid()).toBe(USDC);
    expect(readFileSync(file, 'utf8')).not.toContain(key.expose((bytes) => toHex(bytes).slice(2)));
  });

  it('that cannot be read stop payments with words, and are not written over', async () => {
    const store = memoryStore();
    const { pull, again, paidSince } = await aPayer(store);
    const paid = await paidSince();
    expect(await pull(USDC)).toMatchObject({ ok: true });
    const [[name, text]] = [...(await store.all())] as [[string, string]];
    for (const broken of ['', '{', text.replace('"open"', '"gone"').replace('"done"', '"gone"')]) {
      await store.put(name, broken);
      await expect(again().pull(USDC)).rejects.toThrow('cannot be read, so nothing is sent');
      expect((await store.all()).get(name)).toBe(broken);
    }
    expect(await paid()).toBe(USDC);
  });
});
