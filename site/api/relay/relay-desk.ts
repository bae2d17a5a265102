// What lies on the relay's desk. Only the leader writes here, and every write looks whether it still leads: an order
// that another process has touched since is left to that one.
import type { Account, Hex, PublicClient } from 'viem';
import type { RelayRow } from '../orders/relays';
import type { Lead } from '../plane/leadership';
import type { Log } from '../plane/log';
import { one, type Sql, type Store } from '../store/store';

export type RelayDesk = {
  store: Store;
  client: PublicClient;
  chainId: number;
  account: Account;
  lead: Lead;
  now: () => number;
  log: Log;
};

/** A transaction as it was signed. `cancels`: it only uses up the number. Fees in wei per gas, as text. */
export type SendRow = {
  chain_id: number;
  hash: Hex;
  relay: string;
  nonce: number;
  /** "" where it was not kept. */
  raw: Hex | '';
  cancels: boolean;
  gas: number;
  fee: string;
  tip: string;
  at: number;
};

const RETRY_SECONDS = 5;
/** After so many silences of the node it is asked no more rarely: the order may be the end of a lease. */
const MAX_SILENCE = 8;
/** What an owner got within this time lets the others pass. */
const FAIR_SECONDS = 60;

/** On their way, by their numbers. */
export function inFlight({ store, chainId }: RelayDesk): Promise<RelayRow[]> {
  return store.query<RelayRow>(
    `select * from relays where chain_id = $1 and state = 'sent' order by nonce nulls first, id`,
    [chainId],
  );
}

/**
 * Ends of live leases first. Within a lane owners take turns: the first order of each, then the second of each, and
 * what an owner has just got counts. One that was refused or postponed waits, longer each time, and comes back behind
 * those that were due before: a crowd that is judged more slowly than it comes back would else fill every round.
 */
export function nextQueued({ store, chainId, now }: RelayDesk, most: number): Promise<RelayRow[]> {
  return store.query<RelayRow>(
    `with lately as (select owner, count(*) as got from relays
         where chain_id = $1 and sent_at > $2::bigint - ${FAIR_SECONDS} group by owner),
       waiting as (select relays.*, row_number() over (partition by lane, owner order by created_at, id) as place
         from relays where chain_id = $1 and state = 'queued'
           and updated_at <= $2::bigint - attempts * ${RETRY_SECONDS} and retry_at <= $2)
     select waiting.* from waiting left join lately on lately.owner = waiting.owner
       order by lane, place + coalesce(got, 0), greatest(created_at, retry_at), id limit $3`,
    // More may be in flight than there is room for, after a reorganisation for one.
    [chainId, now(), Math.max(0, most)],
  );
}

/** All that was ever signed for an order, newest first. */
export function sendsOf({ store }: RelayDesk, { id }: RelayRow): Promise<SendRow[]> {
  return store.query<SendRow>(
    'select * from sends where relay = $1 order by nonce desc, at desc, fee desc',
    [id],
  );
}

/** The newest transaction of each order on its way: what is promised to the node. */
export function promises({ store, chainId }: RelayDesk): Promise<SendRow[]> {
  return store.query<SendRow>(
    `select sends.* from sends join relays on relays.chain_id = sends.chain_id and relays.transaction = sends.hash
       where relays.chain_id = $1 and relays.state = 'sent'`,
    [chainId],
  );
}

/** Says why it waits, without touching what tells when it was last tried. */
export async function note(desk: RelayDesk, { id }: RelayRow, reason: string): Promise<void> {
  await desk.store.query(
    `update relays set reason = $2 where id = $1 and state in ('queued', 'sent') and reason is distinct from $2`,
    [id, reason],
  );
}

/** No refusal, but no turn now either: the order waits, longer each time, and lets the others pass. */
export async function postpone(desk: RelayDesk, { id }: RelayRow, reason: string): Promise<void> {
  await desk.store.query(
    `update relays set reason = $2, silences = silences + 1,
         retry_at = $3::bigint + least(${MAX_SILENCE}, power(2, least(silences, 10))::bigint)
       where id = $1 and state in ('queued', 'sent')`,
    [id, reason, desk.now()],
  );
}

/** It answers for this order again. */
export async function heard(desk: RelayDesk, { id, silences }: RelayRow): Promise<void> {
  if (silences === 0) return;
  await desk.store.query(
    `update relays set silences = 0, retry_at = 0, reason = cancels where id = $1 and state in ('queued', 'sent')`,
    [id],
  );
}

type Change = Partial<Omit<RelayRow, 'id'>>;

/** False when it is no longer what it was. */
export function update(desk: RelayDesk, row: RelayRow, fields: Change): Promise<boolean> {
  return desk.lead.fenced((sql) => changed(sql, row, fields, desk.now()));
}

/** The transaction is in the store before it is sent: whoever leads next knows it. */
export function remember(
  desk: RelayDesk,
  row: RelayRow,
  { send, fields }: { send: SendRow; fields: Change },
): Promise<boolean> {
  return desk.lead.fenced(async (sql) => {
    const taken = await one(
      sql,
      `select id from relays where chain_id = $1 and state = 'sent' and nonce = $2 and id <> $3 limit 1`,
      [send.chain_id, send.nonce, row.id],
    );
    if (taken || !(await changed(sql, row, fields, desk.now()))) return false;
    await sql.query(
      `insert into sends (chain_id, hash, relay, nonce, raw, cancels, gas, fee, tip, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (chain_id, hash) do nothing`,
      [
        ...[send.chain_id, send.hash, send.relay, send.nonce, send.raw, send.cancels],
        ...[send.gas, send.fee, send.tip, send.at],
      ],
    );
    return true;
  });
}

async function changed(sql: Sql, row: RelayRow, fields: Change, now: number): Promise<boolean> {
  const names = Object.keys(fields) as (keyof Change)[];
  const assignments = names.map((name, index) => `${name} = $${index + 6}`);
  const rows = await sql.query(
    `update relays set updated_at = $2, ${assignments.join(', ')}
       where id = $1 and state = $3 and attempts = $4 and transaction is not distinct from $5 returning id`,
    [
      ...[row.id, now, row.state, row.attempts, row.transaction],
      ...names.map((name) => fields[name] ?? null),
    ],
  );
  return rows.length === 1;
}
