// /api/runway/requests: a Golem asks its owner for a runway. The asking key's signature is the authority;
// the owner sees who asks and answers with an intent and a grant, or refuses.
import { type Hex, hashTypedData, recoverTypedDataAddress } from 'viem';
import { sameAddress } from '../../../src/core/chain/addresses';
import type { RunwayAskBody, RunwayRecord } from '../../../src/core/protocol/api-shapes';
import { planeTypedData } from '../../../src/core/protocol/messages';
import { bardoTypedData } from '../../../src/core/protocol/typed-data';
import { estateOfGolem } from '../ledger/estate';
import { sessionKeyOf } from '../ledger/golems';
import { golemRow } from '../ledger/rows';
import { asked, chainOf, type Handler, type Plane } from '../plane';
import { demand } from '../problem';
import { one } from '../store/store';

/** Of strangers to one owner, and of the key in force to its own: nobody can take a Golem's place in the queue. */
const MAX_OPEN = { stranger: 20, known: 5 };
/** Of strangers to owners who never were here: they could be anybody's invention. */
const MAX_UNKNOWN = 10_000;
const LONGEST = 30 * 86_400;

type RequestRow = {
  id: string;
  golem: string;
  name: string;
  chain_id: number;
  owner: string;
  session_key: string;
  token: string;
  amount: string;
  days: number;
  deadline: number;
  reason: string;
  asked_at: number;
  state: RunwayRecord['state'];
  permission: string | null;
};

export const askRunway: Handler<'askRunway'> = async ({ plane, body, now }) => {
  chainOf(plane, body.chainId);
  demand(body.deadline > now, 'expired', 'The deadline of this request has passed.');
  demand(body.deadline <= now + LONGEST, 'bad_request', 'The deadline is more than 30 days away.');
  demand(BigInt(body.amount) > 0n, 'bad_request', 'A runway of nothing was asked for.');
  const typed = typedRequest(body);
  const signer = await recoverTypedDataAddress({
    ...typed,
    signature: body.signature as Hex,
  }).catch(() => null);
  demand(
    sameAddress(signer, body.sessionKey),
    'bad_signature',
    'The request is not signed by the key it names.',
  );
  const known = await golemRow(plane.store, body.golem);
  demand(!known || known.owner === body.owner, 'conflict', 'This Golem has another owner.');
  // The id is the digest: asking the same again is the same request.
  const id = hashTypedData(typed).slice(2);
  await insert(plane, id, body, now);
  return recordOf(plane, await requestRow(plane, id), now);
};

export const runwayRequests: Handler<'runwayRequests'> = async ({ plane, caller, now }) => {
  const rows = await plane.store.query<RequestRow>(
    `select * from requests where owner = $1 and state in ('open', 'intended') and deadline > $2
       order by asked_at desc, id limit 100`,
    [caller.owner, now],
  );
  return { requests: await Promise.all(rows.map((row) => recordOf(plane, row, now))) };
};

export const runwayRequest: Handler<'runwayRequest'> = async ({ plane, id, now }) =>
  recordOf(plane, await requestRow(plane, id), now);

export const intend: Handler<'intend'> = async ({ plane, id, body, caller, now }) => {
  const row = await ownRequest(plane, id, caller.owner, now);
  demand(body.deadline > now, 'expired', 'The intent has expired.');
  const typed = bardoTypedData('PermissionRequest', row.chain_id, {
    golem: row.golem,
    token: row.token as Hex,
    amount: BigInt(row.amount),
    days: BigInt(row.days),
    deadline: BigInt(body.deadline),
  });
  const valid = await asked(
    chainOf(plane, row.chain_id).verifyTypedData({
      ...typed,
      address: caller.owner as Hex,
      signature: body.signature as Hex,
    }),
  );
  demand(valid, 'bad_signature', 'The intent is not signed by you.');
  await plane.store.query(
    `update requests set state = 'intended', intent = $2 where id = $1 and state in ('open', 'intended')`,
    [id, JSON.stringify(body)],
  );
  return recordOf(plane, await requestRow(plane, id), now);
};

export const refuse: Handler<'refuse'> = async ({ plane, id, caller, now }) => {
  await ownRequest(plane, id, caller.owner, now);
  await plane.store.query(
    `update requests set state = 'refused' where id = $1 and state in ('open', 'intended')`,
    [id],
  );
  return recordOf(plane, await requestRow(plane, id), now);
};

/** Newest first. */
export async function requestsOf(
  plane: Plane,
  { golem, owner }: { golem: string; owner: string },
  now: number,
): Promise<RunwayRecord[]> {
  const rows = await plane.store.query<RequestRow>(
    'select * from requests where golem = $1 and owner = $2 order by asked_at desc, id limit 20',
    [golem, owner],
  );
  return Promise.all(rows.map((row) => recordOf(plane, row, now)));
}

function typedRequest(body: RunwayAskBody) {
  return planeTypedData('RunwayRequest', body.chainId, {
    golem: body.golem,
    owner: body.owner as Hex,
    sessionKey: body.sessionKey as Hex,
    token: body.token as Hex,
    amount: BigInt(body.amount),
    days: BigInt(body.days),
    deadline: BigInt(body.deadline),
    nonce: body.nonce as Hex,
  });
}

async function insert(plane: Plane, id: string, body: RunwayAskBody, now: number): Promise<void> {
  await checkRoom(plane, id, body, now);
  await plane.store.query(
    `insert into requests (id, golem, name, chain_id, owner, session_key, token, amount, days, deadline, reason,
       signature, asked_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'open') on conflict (id) do nothing`,
    [
      id,
      ...[body.golem, body.name, body.chainId, body.owner, body.sessionKey, body.token],
      ...[body.amount, body.days, body.deadline, body.reason, body.signature, now],
    ],
  );
}

async function checkRoom(
  plane: Plane,
  id: string,
  { golem, owner, sessionKey }: RunwayAskBody,
  now: number,
): Promise<void> {
  const { store } = plane;
  // Nobody answered and nobody asks after them any more.
  await store.query(`delete from requests where state in ('open', 'intended') and deadline < $1`, [
    now - LONGEST,
  ]);
  const row = await golemRow(store, golem);
  const known = row && sessionKeyOf(await estateOfGolem(store, golem, now), row) === sessionKey;
  const open = await store.query<{ session_key: string }>(
    `select session_key from requests where owner = $1 and state in ('open', 'intended') and deadline > $2 and id <> $3`,
    [owner, now, id],
  );
  const own = open.filter(({ session_key }) => session_key === sessionKey);
  const room = known ? own.length < MAX_OPEN.known : open.length < MAX_OPEN.stranger;
  demand(room, 'rate_limited', 'This owner has too many open requests.');
  const unknown = await one<{ count: number }>(
    store,
    `select count(*) as count from requests where state = 'open' and not exists
       (select 1 from golems where golems.owner = requests.owner)`,
  );
  demand((unknown?.count ?? 0) < MAX_UNKNOWN, 'rate_limited', 'Too many open requests here.');
}

async function requestRow(plane: Plane, id: string): Promise<RequestRow> {
  const row = await one<RequestRow>(plane.store, 'select * from requests where id = $1', [id]);
  demand(row, 'not_found', 'There is no such request.');
  return row;
}

async function ownRequest(plane: Plane, id: string, owner: string, now: number) {
  const row = await requestRow(plane, id);
  demand(row.owner === owner, 'not_found', 'There is no such request.');
  demand(row.state === 'open' || row.state === 'intended', 'conflict', 'It is already answered.');
  demand(row.deadline > now, 'expired', 'The deadline of this request has passed.');
  return row;
}

async function recordOf(plane: Plane, row: RequestRow, now: number): Promise<RunwayRecord> {
  const golem = await golemRow(plane.store, row.golem);
  const estate = golem ? await estateOfGolem(plane.store, row.golem, now) : null;
  const waiting = row.state === 'open' || row.state === 'intended';
  return {
    id: row.id,
    golem: row.golem,
    name: row.name,
    chainId: row.chain_id,
    owner: row.owner,
    sessionKey: row.session_key,
    token: row.token,
    amount: row.amount,
    days: row.days,
    deadline: row.deadline,
    reason: row.reason,
    askedAt: row.asked_at,
    state: waiting && row.deadline <= now ? 'expired' : row.state,
    permission: row.permission,
    knownKey: golem && estate ? sessionKeyOf(estate, golem) === row.session_key : false,
  };
}
