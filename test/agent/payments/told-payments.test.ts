// What was told as made stays made, and what stands in the records.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { connectChain } from '../../../src/agent/chain/chain';
import {
  keyFileStore,
  loadSessionKey,
  saveSessionKey,
} from '../../../src/agent/key/session-key-file';
import { createGolem } from '../../../src/agent/life/golem';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { createEvents } from '../../../src/agent/store/events';
import { memoryStore } from '../../../src/agent/store/store';
import { createTools } from '../../../src/agent/tools/tools';
import { PAYEE, USDC } from '../stage';
import { aPayer, chain, folder, GLANCE, node, rivalOf } from './payer';

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

    const more = { golem_id: golem.id, amount_usdc: 1, idempotency_key: 'x' };
    expect(await pay(more)).toMatchObject({
      ...{ redeemed: '0', payment: { state: 'none' } },
      reason: 'nothing is left today while thriving',
    });
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
