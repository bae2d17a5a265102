// POST /api/snap/oracle: a guardian's word for the VitalityOracle, relayed. Whether it holds is asked of the
// contract itself before it is queued.

import { passes } from '../chain/grant-check';
import { oracleCall, orderId } from '../orders/orders';
import { refuseCode, relayRow, takeOrder } from '../orders/relays';
import { asked, chainOf, type Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { golemOfOrder } from './golem-of-order';

export const oracle: Handler<'oracle'> = async ({ plane, body, now }) => {
  const client = chainOf(plane, body.chainId);
  const golem = await golemOfOrder(plane.store, body);
  demand(golem.chain_id === body.chainId, 'wrong_chain', 'This Golem lives on another chain.');
  demand(golem.guardian === body.guardian, 'bad_request', 'This Golem has another guardian.');
  demand(body.deadline > now, 'expired', 'The order has expired.');
  const order = {
    chainId: body.chainId,
    guardian: body.guardian,
    raise: null,
    ...oracleCall(body),
  };
  const known = await relayRow(plane.store, orderId(order.chainId, order.subject));
  if (!known || known.state === 'failed') {
    await refuseCode(plane, order);
    const holds = await asked(passes(client.call({ to: order.target, data: order.data })));
    demand(holds, 'not_on_chain', 'The oracle refuses this order: signature, nonce or phase.');
  }
  return takeOrder(plane, order, now);
};
