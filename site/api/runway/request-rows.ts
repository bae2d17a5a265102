// Requests for runways as they are kept: how many there is room for, and what is told of one.
import type { RunwayAskBody, RunwayRecord } from '../../../src/core/protocol/api-shapes';
import { estateOfGolem } from '../ledger/estate';
import { sessionKeyOf } from '../ledger/golems';
import { golemRow } from '../ledger/rows';
import { demand } from '../problem';
import { one, type Store } from '../store/store';

/** Of strangers to one owner, and of the key in force to its own: nobody can take a Golem's place in the queue. */
const MAX_OPEN = { stranger: 20, known: 5 };
/** Of strangers to owners who never were here: they could be anybody's invention. */
const MAX_UNKNOWN = 10_000;
export const LONGEST = 30 * 86_400;

export type RequestRow = {
  id: string;
  golem: string;
  name: string;
  chain_id: number;
  owner: string;
  session_key: string;
  token: string;
  amount: string;
  days: number;
  /** With commas between them. */
  payees: string;
  deadline: number;
  reason: string;
  nonce: string | null;
  signature: string;
  asked_at: number;
  state: RunwayRecord['state'];
  permission: string | null;
};

export async function insertRequest(
  store: Store,
  id: string,
  body: RunwayAskBody,
  now: number,
): Promise<void> {
  await checkRoom(store, id, body, now);
  await store.query(
    `insert into requests (id, golem, name, chain_id, owner, session_key, token, amount, days, deadline, reason,
       signature, asked_at, payees, nonce, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'open') on conflict (id) do nothing`,
    [
      id,
      ...[body.golem, body.name, body.chainId, body.owner, body.sessionKey, body.token],
      ...[body.amount, body.days, body.deadline, body.reason, body.signature, now],
      ...[(body.payees ?? []).join(), body.nonce],
    ],
  );
}

async function checkRoom(
  store: Store,
  id: string,
  { golem, owner, sessionKey }: RunwayAskBody,
  now: number,
): Promise<void> {
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

export async function requestRow(store: Store, id: string): Promise<RequestRow> {
  const row = await one<RequestRow>(store, 'select * from requests where id = $1', [id]);
  demand(row, 'not_found', 'There is no such request.');
  return row;
}

export async function recordOf(store: Store, row: RequestRow, now: number): Promise<RunwayRecord> {
  const golem = await golemRow(store, row.golem);
  const estate = golem ? await estateOfGolem(store, row.golem, now) : null;
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
    payees: row.payees === '' ? [] : row.payees.split(','),
    deadline: row.deadline,
    reason: row.reason,
    ...(row.nonce === null ? {} : { nonce: row.nonce, signature: row.signature }),
    askedAt: row.asked_at,
    state: waiting && row.deadline <= now ? 'expired' : row.state,
    permission: row.permission,
    knownKey: golem && estate ? sessionKeyOf(estate, golem) === row.session_key : false,
  };
}
