// A payer that dies at any question to its node, and at any word to its store: the next life pays once.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { connectChain } from '../../../src/agent/chain/chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import type { Journal } from '../../../src/agent/payments/claims';
import { openJournal } from '../../../src/agent/payments/journal';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway } from '../../../src/agent/runway/runway';
import { createEvents } from '../../../src/agent/store/events';
import { memoryStore, type Store } from '../../../src/agent/store/store';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { aFickleNode, type FickleNode } from '../../nodes/fickle-node';
import { aStage, type Stage, USDC } from '../stage';

let chain: Chain;
let node: FickleNode;

beforeAll(async () => {
  chain = await startChain();
});
beforeEach(async () => {
  node = await aFickleNode(chain);
});
afterEach(() => node.close());
afterAll(() => chain?.stop());

const payeeOf = (number: number) =>
  `0x${(0xfa000000 + number).toString(16).padStart(40, '0')}` as const;

async function aPayer(on?: Stage) {
  const stage = on ?? (await aStage(chain));
  const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
  await stage.fund(key.address, '10');
  const grant = await stage.grant({ to: key.address, cap: 900n * USDC });
  const runway = readRunway(encodeContext([grant]), chain.chainId);
  /** By a sender of its own; `name` null = without a key of its own. Whoever will be answered waits, however long it takes. */
  const payBy = (journal: Journal, number: number, name: string | null, waitMs = 60_000) => {
    const link = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
    const sender = plainSender(link, key, waitMs, journal);
    const pull = { payee: payeeOf(number), amount: 1000n };
    return redeem(link, sender, runway, pull, name === null ? {} : { key: name });
  };
  /** A copy of the store is to this process another one, with the same records: as after a restart. */
  const live = (store: Store, number: number, name: string | null, waitMs?: number) =>
    payBy(openJournal({ ...store }), number, name, waitMs);
  return { stage, live, payBy };
}

it('is killed at each question that it asks its node, and pays once', async () => {
  const { stage, live } = await aPayer();
  let most = 0;
  for (let answers = 0; ; answers += 1) {
    const store = memoryStore();
    Object.assign(node.mode, { answers, down: false });
    const name = answers % 2 === 0 ? 'rent' : null;
    const first = await live(store, answers, name, 300).catch(() => null);
    const left = node.mode.answers ?? 0;
    Object.assign(node.mode, { answers: null, down: false });

    const second = await live(store, answers, name);

    expect([answers, second]).toMatchObject([answers, { ok: true, amount: 1000n }]);
    // Who was told that it is paid pays again without a name; with one, never.
    const paid = first?.ok && name === null && !(second.ok && second.earlier) ? 2000n : 1000n;
    expect([answers, await stage.usdcOf(payeeOf(answers))]).toEqual([answers, paid]);
    most = answers;
    if (left > 0) break;
  }
  expect(most).toBeGreaterThan(8);
});

it('loses each word that it gives its store, before or after it was written, and pays once', async () => {
  const { stage, live } = await aPayer();
  for (let word = 1; word <= 4; word += 1) {
    for (const written of [false, true]) {
      const number = 1000 + 10 * word + Number(written);
      const store = memoryStore();
      let words = 0;
      const failing: Store = {
        ...store,
        put: async (name, text) => {
          words += 1;
          if (words !== word || written) await store.put(name, text);
          if (words === word) throw new Error('ENOSPC: no space left on device, write');
        },
      };
      const first = await live(failing, number, 'rent');
      if (!first.ok) expect(['unreachable', 'unconfirmed']).toContain(first.code);

      expect(await live(failing, number, 'rent')).toMatchObject({ ok: true, amount: 1000n });
      expect(await live(store, number, 'rent')).toMatchObject({ ok: true, earlier: true });
      expect([number, await stage.usdcOf(payeeOf(number))]).toEqual([number, 1000n]);
    }
  }
});

it('calls the same at once, by several senders and two keys of one store: one payment', async () => {
  const old = await aPayer();
  const next = await aPayer(old.stage);
  const store = memoryStore();
  // As in a rotation: the old key's lease still works when the new one has its own.
  const pay = ({ payBy }: typeof old) => payBy(openJournal(store), 2000, 'rent');

  const answers = await Promise.all([old, next, old, next, old, next].map(pay));

  for (const answer of answers) {
    expect(answer.ok ? 'paid' : answer.code).toMatch(/^(paid|unconfirmed)$/);
  }
  expect(await pay(next)).toMatchObject({ ok: true, earlier: true });
  expect(await old.stage.usdcOf(payeeOf(2000))).toBe(1000n);
});
