// /api/runway/requests: a Golem asks its owner for a runway. The asking key's signature is the authority;
// the owner sees who asks and answers with an intent and a grant, or refuses.
import type { Hex } from 'viem';
import { isSignedRunway, runwayDigest } from '../../../src/core/protocol/runway-ask';
import type { RunwayAskBody, RunwayRecord } from '../../../src/core/protocol/runway-shapes';
import { bardoTypedData } from '../../../src/core/protocol/typed-data';
import { payeesProblem } from '../../../src/core/runway/payees';
import { callerOf } from '../guard/caller';
import { asked, chainOf, type Handler, type Plane } from '../plane/plane';
import { demand } from '../plane/problem';
import type { Sql } from '../store/store';
import { insertRequest, MAX_SECONDS } from './request-room';
import { isWaiting, type RequestRow, recordOf, requestRow } from './request-rows';

export const askRunway: Handler<'askRunway'> = async ({ plane, body, caller, now }) => {
  chainOf(plane, body.chainId);
  demand(body.deadline > now, 'expired', 'The deadline of this request has passed.');
  demand(
    body.deadline <= now + MAX_SECONDS,
    'bad_request',
    'The deadline is more than 30 days away.',
  );
  demand(BigInt(body.amount) > 0n, 'bad_request', 'A runway of nothing was asked for.');
  const wrong = payeesProblem(partiesOf(body), body.payees ?? []);
  demand(wrong === null, 'bad_request', `These payees cannot be asked for: ${wrong}.`);
  const digest = runwayDigest(body);
  demand(
    digest !== null && isSignedRunway(body),
    'bad_signature',
    'The request is not signed by the key it names.',
  );
  // The id is the digest: asking the same again is the same request.
  const id = digest.slice(2);
  const from = callerOf(plane.secret, caller.peer);
  await insertRequest(plane.store, { id, body, caller: from, now });
  return recordOf(plane, await requestRow(plane.store, id), now);
};

export const runwayRequests: Handler<'runwayRequests'> = async ({ plane, caller, now }) => {
  const rows = await openRequests(plane.store, caller.owner, now);
  return { requests: await Promise.all(rows.map((row) => recordOf(plane, row, now))) };
};

/** Those of keys that the owner has named come first, however many strangers ask. */
export function openRequests(sql: Sql, owner: Hex, now: number): Promise<RequestRow[]> {
  return sql.query<RequestRow>(
    `select * from requests where owner = $1 and state in ('open', 'intended') and deadline > $2
       order by (share = 'own') desc, asked_at desc, id limit 100`,
    [owner, now],
  );
}

export const runwayRequest: Handler<'runwayRequest'> = async ({ plane, id, now }) =>
  recordOf(plane, await requestRow(plane.store, id), now);

export const intend: Handler<'intend'> = async ({ plane, id, body, caller, now }) => {
  const row = await ownRequest(plane, id, caller.owner, now);
  demand(body.deadline > now, 'expired', 'The intent has expired.');
  const typed = bardoTypedData('PermissionRequest', row.chain_id, {
    golem: row.golem,
    token: row.token,
    amount: BigInt(row.amount),
    days: BigInt(row.days),
    deadline: BigInt(body.deadline),
  });
  const valid = await asked(
    chainOf(plane, row.chain_id).verifyTypedData({
      ...typed,
      address: caller.owner,
      signature: body.signature,
    }),
  );
  demand(valid, 'bad_signature', 'The intent is not signed by you.');
  await plane.store.query(
    `update requests set state = 'intended', intent = $2 where id = $1 and state in ('open', 'intended')`,
    [id, JSON.stringify(body)],
  );
  return recordOf(plane, await requestRow(plane.store, id), now);
};

export const refuse: Handler<'refuse'> = async ({ plane, id, caller, now }) => {
  await ownRequest(plane, id, caller.owner, now);
  await plane.store.query(
    `update requests set state = 'refused' where id = $1 and state in ('open', 'intended')`,
    [id],
  );
  return recordOf(plane, await requestRow(plane.store, id), now);
};

/** What waits of keys that the owner has named, then the newest: strangers hide nothing of the Golem's own. */
export async function requestsOf(
  plane: Plane,
  { golem, owner }: { golem: string; owner: string },
  now: number,
): Promise<RunwayRecord[]> {
  const rows = await plane.store.query<RequestRow>(
    `select * from requests where golem = $1 and owner = $2
       order by (share = 'own' and state in ('open', 'intended')) desc, asked_at desc, id limit 20`,
    [golem, owner],
  );
  return Promise.all(rows.map((row) => recordOf(plane, row, now)));
}

function partiesOf({ token, sessionKey, owner }: RunwayAskBody) {
  return { token, sessionKey, owner };
}

async function ownRequest(plane: Plane, id: string, owner: string, now: number) {
  const row = await requestRow(plane.store, id);
  demand(row.owner === owner, 'not_found', 'There is no such request.');
  demand(isWaiting(row), 'conflict', 'It is already answered.');
  demand(row.deadline > now, 'expired', 'The deadline of this request has passed.');
  return row;
}
