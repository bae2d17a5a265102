// POST /api/snap/raises: a guardian's order that ends leases. It can only take power away.
import type { Hex, PublicClient } from 'viem';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { golemPolicyEnforcerAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { contractTypedData } from '../../../src/core/protocol/messages';
import type { RaiseOrderBody } from '../../../src/core/protocol/orders';
import { raiseCall } from '../chain/orders';
import { ENDED } from '../ledger/endings';
import { asked, chainOf, type Handler } from '../plane';
import { demand } from '../problem';
import { checkQuota, queueRelay, relayIdOf, relayRow } from '../relays';

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
  demand(await isSigned(client, body), 'bad_signature', 'The guardian did not sign this order.');
  const [floor] = await asked(
    client.readContract({
      address: BARDO.golemPolicyEnforcer,
      abi: golemPolicyEnforcerAbi,
      functionName: 'getBudget',
      args: [body.manager as Hex, body.guardian as Hex, BigInt(body.budgetId)],
    }),
  );
  const call = { chainId: body.chainId, ...raiseCall(body) };
  const ends = body.generation === ENDED ? body.budgetId : null;
  const known = await relayRow(plane.store, relayIdOf(call));
  if (!known) await checkQuota(plane, { ...body, ends }, now);
  const queued = await queueRelay(plane, call, now);
  return floor >= body.generation && queued.state !== 'done'
    ? { ...queued, state: 'done', reason: 'The chain shows it already.' }
    : queued;
};

function isSigned(client: PublicClient, body: RaiseOrderBody): Promise<boolean> {
  const { chainId, manager, guardian, budgetId, generation, signature } = body;
  const message = {
    manager: manager as Hex,
    guardian: guardian as Hex,
    budgetId: BigInt(budgetId),
    generation,
  };
  const typed = contractTypedData(
    'Raise',
    { chainId, contract: BARDO.golemPolicyEnforcer },
    message,
  );
  const address = guardian as Hex;
  return asked(client.verifyTypedData({ ...typed, address, signature: signature as Hex }));
}
