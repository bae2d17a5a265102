// POST /api/snap/raises: a guardian's order that ends leases. It can only take power away.
import { recoverTypedDataAddress } from 'viem';
import { FRAMEWORK, sameAddress } from '../../../src/core/chain/addresses';
import { answerTo } from '../../../src/core/chain/answers';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import * as QUESTIONS from '../../../src/core/chain/questions';
import { contractTypedData } from '../../../src/core/protocol/messages';
import type { RaiseOrderBody } from '../../../src/core/protocol/orders';
import { raiseCall } from '../orders/orders';
import type { Ordered } from '../orders/quota';
import { refuseCode, shownOrder, takeOrder } from '../orders/relays';
import { asked, chainOf, type Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { ENDED } from '../records/endings';

export const raise: Handler<'raise'> = async ({ plane, body, now }) => {
  const client = chainOf(plane, body.chainId);
  demand(
    body.manager === FRAMEWORK.delegationManager,
    'bad_request',
    'The order is for another delegation manager.',
  );
  const golems = await plane.store.query('select id from golems where guardian = $1 limit 1', [
    body.guardian,
  ]);
  demand(golems.length === 1, 'not_found', 'No Golem here has this guardian.');
  const order = raiseOrder(body, 0);
  if (!(await isSigned(body))) {
    // Only code could find another signature good.
    await refuseCode(plane, order);
    demand(false, 'bad_signature', 'The guardian did not sign this order.');
  }
  const budget = await asked(answerTo(client, QUESTIONS.budget, [body.guardian, body.budgetId]));
  const floor = Number(budget.floor);
  if (floor < body.generation) return takeOrder(plane, raiseOrder(body, floor), now);
  const block = Number(await asked(client.getBlockNumber({ cacheTime: 0 })));
  return shownOrder(plane, order, { block, now });
};

/** `floor`: of its budget, as far as it is known. */
export function raiseOrder(body: RaiseOrderBody, floor: number): Ordered {
  const { chainId, guardian, budgetId, generation } = body;
  const final = generation === ENDED;
  return { chainId, guardian, ...raiseCall(body), raise: { budgetId, floor, generation, final } };
}

/** By the guardian's key. What a guardian with code says is asked of nobody here. */
async function isSigned(body: RaiseOrderBody): Promise<boolean> {
  const { chainId, manager, guardian, budgetId, generation } = body;
  const message = {
    manager,
    guardian,
    budgetId: BigInt(budgetId),
    generation,
  };
  const place = { chainId, contract: BARDO.golemPolicyEnforcer };
  const typed = contractTypedData('Raise', place, message);
  const signature = body.signature;
  const signer = await recoverTypedDataAddress({ ...typed, signature }).catch(() => null);
  return signature.length === 132 && sameAddress(signer, guardian);
}
