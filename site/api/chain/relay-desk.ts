// What lies on the relay's desk, and who sits at it. One process at a time holds the account; an order that
// another process has touched since it was read is left to that one.
import type { Account, PublicClient } from 'viem';
import type { Log } from '../log';
import type { RelayRow } from '../relays';
import { one, type Store } from '../store/store';

export type RelayDesk = {
  store: Store;
  client: PublicClient;
  chainId: number;
  account: Account;
  holder: string;
  now: () => number;
  log: Log;
};

const HOLD_SECONDS = 30;
const RETRY_SECONDS = 5;

/** True while this process holds the account. */
export async function hold({ store, chainId, holder, now }: RelayDesk): Promise<boolean> {
  const rows = await store.query(
    `insert into holders (name, holder, until) values ($1, $2, $3)
       on conflict (name) do update set holder = $2, until = $3
       where holders.holder = $2 or holders.until < $4 returning name`,
    [`relay ${chainId}`, holder, now() + HOLD_SECONDS, now()],
  );
  return rows.length === 1;
}

/** What takes power away goes first; then the oldest. */
const WORTHIEST = `order by (subject like 'raise %') desc, created_at, id limit 1`;

/** One transaction at a time: the next takes the number after it. */
export function nextSent({ store, chainId }: RelayDesk): Promise<RelayRow | null> {
  return one<RelayRow>(
    store,
    `select * from relays where chain_id = $1 and state = 'sent' ${WORTHIEST}`,
    [chainId],
  );
}

/** One that was refused waits, longer each time, and lets the others pass. */
export function nextQueued({ store, chainId, now }: RelayDesk): Promise<RelayRow | null> {
  return one<RelayRow>(
    store,
    `select * from relays where chain_id = $1 and state = 'queued'
       and updated_at <= $2::bigint - attempts * ${RETRY_SECONDS} ${WORTHIEST}`,
    [chainId, now()],
  );
}

/** Says why it waits, without touching what tells when it was last tried. */
export async function note({ store }: RelayDesk, { id }: RelayRow, reason: string): Promise<void> {
  await store.query('update relays set reason = $2 where id = $1 and reason is distinct from $2', [
    id,
    reason,
  ]);
}

/** False when another process was faster. */
export async function update(
  { store, now }: RelayDesk,
  row: RelayRow,
  fields: Partial<RelayRow>,
): Promise<boolean> {
  const names = Object.keys(fields);
  const assignments = names.map((name, index) => `${name} = $${index + 5}`);
  const rows = await store.query(
    `update relays set updated_at = $2, ${assignments.join(', ')}
       where id = $1 and state = $3 and attempts = $4 returning id`,
    [
      ...[row.id, now(), row.state, row.attempts],
      ...names.map((name) => fields[name as keyof RelayRow] ?? null),
    ],
  );
  return rows.length === 1;
}
