// What a payment is for is said to the control plane after the payment: that may take long, and a process may die meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { createGolem } from '../../../src/agent/life/golem';
import type { Plane } from '../../../src/agent/life/plane';
import { memoryStore } from '../../../src/agent/store/store';
import { createTools } from '../../../src/agent/tools/tools';
import { newborn } from '../newborn';
import { PAYEE, USDC } from '../stage';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

it('pays once, when the Golem is killed while it says what the payment is for', async () => {
  const store = memoryStore();
  const left = memoryStore();
  const born = await newborn(chain, {}, store);
  const { golem, stage } = born;
  const ask: Plane['ask'] = async (route, asking) => {
    if (route !== 'purpose') return born.golem.plane.ask(route, asking);
    // Long enough for everything that does not wait for the answer; what stands in the store then is what a killed process leaves.
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const [name, text] of await store.all()) await left.put(name, text);
    return { ok: false, code: 'slow', reason: 'it is slow', said: null };
  };
  const living = { ...golem, plane: { ...golem.plane, ask } };
  const wish = { golem_id: golem.id, amount_usdc: 1, purpose: 'the rent' };
  const before = await stage.usdcOf(PAYEE);
  await createTools({ golems: [living] }).metamask_redeem_runway(wish);

  const { id, name, owner, key, runway } = golem;
  const given = { id, name, owner, key, chain: stage.link, plane: golem.plane, store: left };
  const again = createGolem({ ...given, vitals: golem.vitals });
  again.runway = runway;
  const second = await createTools({ golems: [again] }).metamask_redeem_runway(wish);

  expect(second).toMatchObject({ payment: { state: 'paid', earlier: true } });
  expect((await stage.usdcOf(PAYEE)) - before).toBe(USDC);
});
