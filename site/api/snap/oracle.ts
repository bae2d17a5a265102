// POST /api/snap/oracle: a guardian's word for the VitalityOracle, relayed. Whether it holds is asked of the
// contract itself before it is queued.

import { passes } from '../chain/grant-check';
import { oracleCall } from '../chain/orders';
import { golemRow } from '../ledger/rows';
import { asked, chainOf, type Handler } from '../plane';
import { demand } from '../problem';
import { checkQuota, queueRelay, relayIdOf, relayRow } from '../relays';

export const oracle: Handler<'oracle'> = async ({ plane, body, now }) => {
  const client = chainOf(plane, body.chainId);
  const golem = await golemRow(plane.store, body.golem);
  demand(golem, 'not_found', 'There is no Golem of this id here.');
  demand(golem.chain_id === body.chainId, 'wrong_chain', 'This Golem lives on another chain.');
  demand(golem.guardian === body.guardian, 'bad_request', 'This Golem has another guardian.');
  demand(body.deadline > now, 'expired', 'The order has expired.');
  const call = oracleCall(body);
  const known = await relayRow(plane.store, relayIdOf({ ...body, ...call }));
  if (!known) await checkQuota(plane, { ...body, ends: null }, now);
  if (!known || known.state === 'failed') {
    const holds = await asked(passes(client.call({ to: call.target, data: call.data })));
    demand(holds, 'not_on_chain', 'The oracle refuses this order: signature, nonce or phase.');
  }
  return queueRelay(plane, { chainId: body.chainId, ...call }, now);
};
