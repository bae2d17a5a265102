// A node that drops, loses or refuses: no pull is made twice, and the Golem lives on.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { connectChain } from '../../../src/agent/chain/chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { connectPlane } from '../../../src/agent/life/plane';
import { Unconfirmed } from '../../../src/agent/payments/call';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway } from '../../../src/agent/runway/runway';
import { createEvents } from '../../../src/agent/store/events';
import { newborn } from '../newborn';
import { aPlane } from '../plane';
import { aStage, PAYEE, register, USDC } from '../stage';

let chain: Chain;
let mode: 'up' | 'down' | 'loses-answers' | 'hangs' | 'forgets' = 'up';
let rpcUrl = '';
let close: () => void = () => undefined;

/** Between Golem and anvil: what happens to a sent transaction is up to `mode`. */
beforeAll(async () => {
  chain = await startChain();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const sends = body.includes('eth_sendRawTransaction');
    if (mode === 'down' || (mode === 'forgets' && sends)) return request.socket.destroy();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body });
    const text = await answer.text();
    if (/eth_sendRaw|eth_getTransactionReceipt|eth_getTransactionByHash/.test(body)) {
      if (mode === 'loses-answers') return request.socket.destroy();
      if (mode === 'hangs') return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterAll(async () => {
  close();
  await chain?.stop();
});
beforeEach(() => {
  mode = 'up';
});

async function aPuller(timeoutMs = 2000) {
  const stage = await aStage(chain);
  const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
  await stage.fund(key.address);
  await register(stage, key.address);
  const runway = readRunway(await stage.lease(await stage.grant(), key.address), chain.chainId);
  const link = connectChain({ rpcUrl, chainId: chain.chainId, timeoutMs });
  const sender = plainSender(link, key, 1500);
  const pull = () => redeem(link, sender, runway, { payee: PAYEE, amount: USDC });
  return { stage, key, sender, pull };
}

it('a lost answer is in doubt, and nothing else is sent until it is settled', async () => {
  const { stage, key, pull } = await aPuller();
  const before = await stage.usdcOf(PAYEE);
  mode = 'loses-answers';
  expect(await pull()).toMatchObject({ ok: false, code: 'unconfirmed' });
  expect(await pull()).toMatchObject({ ok: false });
  expect(await stage.usdcOf(PAYEE)).toBe(before + USDC);
  expect(await stage.link.client.getTransactionCount({ address: key.address })).toBe(1);

  mode = 'up';
  // Trying again gets the payment that did happen; only the next one is new.
  expect(await pull()).toMatchObject({ ok: true });
  expect(await stage.usdcOf(PAYEE)).toBe(before + USDC);
  expect(await pull()).toMatchObject({ ok: true });
  expect(await stage.usdcOf(PAYEE)).toBe(before + 2n * USDC);
});

it('a node that takes the transaction and never answers does not get it paid twice', async () => {
  const { stage, pull } = await aPuller(3000);
  const before = await stage.usdcOf(PAYEE);
  mode = 'hangs';
  expect(await pull()).toMatchObject({ ok: false, code: 'unconfirmed' });

  mode = 'up';
  expect(await pull()).toMatchObject({ ok: true });
  expect(await stage.usdcOf(PAYEE)).toBe(before + USDC);
});

it('what the node never got is sent anew', async () => {
  const { stage, pull } = await aPuller();
  const before = await stage.usdcOf(PAYEE);
  mode = 'forgets';
  expect(await pull()).toMatchObject({ ok: false, code: 'unconfirmed' });

  mode = 'up';
  expect(await pull()).toMatchObject({ ok: true });
  expect(await stage.usdcOf(PAYEE)).toBe(before + USDC);
});

it('a transaction that stays in the pool blocks the next one', async () => {
  const { stage, sender, pull } = await aPuller();
  await chain.cheat('evm_setAutomine', [false]);
  try {
    expect(await pull()).toMatchObject({ code: 'unconfirmed' });
    await expect(sender.send({ to: stage.owner.address })).rejects.toThrow(Unconfirmed);
  } finally {
    await chain.cheat('evm_setAutomine', [true]);
    await chain.cheat('evm_mine', []);
  }
  expect(await pull()).toMatchObject({ ok: true });
});

it('a node of another chain is refused, and a dead one ends no loop', async () => {
  const wrong = connectChain({ rpcUrl, chainId: 8453 });
  await expect(wrong.head()).rejects.toThrow('The node serves chain 84532, not 8453.');
  expect(() => connectChain({ rpcUrl, chainId: 31_337 })).toThrow(
    'no MetaMask delegation framework',
  );

  const born = await newborn(chain);
  born.golem.chain = connectChain({ rpcUrl, chainId: chain.chainId, timeoutMs: 2000 });
  const pulse = new Heartbeat(born.golem, { intervalSeconds: 0.2, onStop: () => undefined });
  mode = 'down';
  pulse.start();
  const count = (name: string) => born.events.filter((event) => event.name === name).length;
  await expect.poll(() => count('heartbeat:failed')).toBeGreaterThan(1);
  expect(count('heartbeat:sent')).toBe(0);
  mode = 'up';
  await expect.poll(() => count('heartbeat:sent')).toBeGreaterThan(0);
  await pulse.stop();
});

it('a plane is reached by https or at home, and its errors are told by their code', async () => {
  expect(() => connectPlane({ url: 'http://bardo.ai' })).toThrow('must be reached by https');
  const plane = await aPlane();
  const { ask } = connectPlane({ url: plane.url, deadlineMs: 20_000 });
  const hasty = connectPlane({ url: plane.url, deadlineMs: 200 });
  expect(await ask('runwayRequest', { id: 'none' })).toEqual({
    ok: false,
    code: 'gone',
    reason: 'the control plane refused (gone)',
    said: { foreign: true, from: 'control plane', text: 'The plane says gone.' },
  });
  const failure = async (how: 'down' | 'slow' | 'huge' | 'lying') => {
    plane.said.mode = how;
    const { ask: asking } = how === 'slow' ? hasty : { ask };
    const answer = await asking('runwayRequest', { id: 'none' });
    return answer.ok ? null : answer.code;
  };
  expect(await failure('down')).toBe('unreachable');
  expect(await failure('slow')).toBe('slow');
  expect(await failure('huge')).toBe('unreadable');
  expect(await failure('lying')).toBe('unreadable');
  await plane.close();
});
