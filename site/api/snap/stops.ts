// POST /api/snap/stops: an order to stop, kept for the Golem to fetch. The Golem checks the signature itself and
// obeys no server; we check it so that nobody can fill our store.
import { zeroAddress } from 'viem';
import { stopTypedData } from '../../../src/core/protocol/messages';
import { asked, chainOf, type Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { estateOfGolem } from '../records/estate';
import { livesSince } from '../records/stops';
import { golemOfOrder } from './golem-of-order';

export const stop: Handler<'stop'> = async ({ plane, body, now }) => {
  const client = chainOf(plane, body.chainId);
  const golem = await golemOfOrder(plane.store, body);
  demand(golem.chain_id === body.chainId, 'wrong_chain', 'This Golem lives on another chain.');
  demand(
    body.guardian === (golem.guardian ?? zeroAddress),
    'bad_request',
    'The order names another guardian.',
  );
  demand(body.issuedAt <= now + 120, 'expired', 'The order is from the future.');
  const since = livesSince(await estateOfGolem(plane.store, golem, now), golem);
  demand(body.issuedAt >= since, 'expired', 'The order is older than what it would stop.');
  const typed = stopTypedData(body.chainId, {
    golem: body.golem,
    guardian: body.guardian,
    issuedAt: BigInt(body.issuedAt),
    reason: body.reason,
  });
  const signature = body.signature;
  const signers = [golem.guardian, golem.owner].filter((one) => one !== null);
  const valid = await asked(
    Promise.all(signers.map((address) => client.verifyTypedData({ ...typed, address, signature }))),
  );
  demand(valid.includes(true), 'bad_signature', 'Neither guardian nor owner signed this order.');
  await plane.store.query(
    `insert into stops (owner, golem, issued_at, chain_id, guardian, reason, signature, received_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (owner, golem, issued_at) do nothing`,
    [
      ...[golem.owner, golem.id, body.issuedAt, body.chainId, body.guardian],
      ...[body.reason, body.signature, now],
    ],
  );
  // Only the newest is ever told.
  await plane.store.query(
    `delete from stops where owner = $1 and golem = $2
       and issued_at < (select max(issued_at) from stops where owner = $1 and golem = $2)`,
    [golem.owner, golem.id],
  );
  return {};
};
