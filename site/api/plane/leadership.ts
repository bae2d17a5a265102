// Which of the processes on one store leads, i.e. follows the chains and sends for the relay account. A row with an
// end, renewed every second by the store's own clock: it works through connection poolers, and a dead leader's row
// runs out by itself. Each take-over has a higher term. A process that was paused wakes up believing that it leads:
// so whatever a leader writes is written in one transaction with a look at its term, and refused when that is over.
import { randomUUID } from 'node:crypto';
import { one, type Sql, type Store } from '../store/store';

/** Five seconds without a renewal, one until the next process looks: well within ten. */
const HELD_MS = 5000;
export const RENEW_MS = 1000;
const NAME = 'plane';
const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const UNATTENDED = `set local idle_in_transaction_session_timeout = '3s'`;

export class LostLead extends Error {
  constructor() {
    super('Another process leads by now.');
    this.name = 'LostLead';
  }
}

export type Lead = {
  /** Takes or keeps the lead; false while another process has it. */
  renew: () => Promise<boolean>;
  /** As far as this process can know without asking the store. */
  leads: () => boolean;
  /** One transaction of the leader. Throws `LostLead` with nothing written when another has taken over. */
  fenced: <T>(work: (sql: Sql, term: number) => Promise<T>) => Promise<T>;
  /** Lets the next process take over at once. */
  resign: () => Promise<void>;
};

export function leadership(store: Store): Lead {
  const holder = randomUUID();
  // A folder has one process (folder-lock.ts), so whoever led before is dead: its first look takes the lead.
  let forced = store.kind === 'pglite';
  let held: { term: number; until: number } | null = null;
  return {
    renew: async () => {
      const asked = performance.now();
      const term = await take(store, holder, forced);
      forced = false;
      held = term === null ? null : { term, until: asked + HELD_MS };
      return held !== null;
    },
    leads: () => held !== null && performance.now() < held.until,
    fenced: (work) =>
      store.transaction(async (sql) => {
        // Frozen in the middle it would keep the row locked, and nobody could take over.
        if (store.kind === 'postgres') await sql.query(UNATTENDED);
        if (!held || !(await isHeld(sql, holder, held.term))) throw new LostLead();
        return work(sql, held.term);
      }),
    resign: async () => {
      held = null;
      const values = [NAME, holder];
      await store.query('update leaders set until_ms = 0 where name = $1 and holder = $2', values);
    },
  };
}

/** The term, or null. Who let its row run out begins a new term: what it had begun to do is over. */
async function take(store: Store, holder: string, forced: boolean): Promise<number | null> {
  const kept = `leaders.holder = $2 and leaders.until_ms > ${CLOCK}`;
  const row = await one<{ term: number }>(
    store,
    `insert into leaders (name, holder, term, since_ms, until_ms)
       values ($1, $2, 1, ${CLOCK}, ${CLOCK} + ${HELD_MS})
     on conflict (name) do update set holder = $2, until_ms = ${CLOCK} + ${HELD_MS},
       term = case when ${kept} then leaders.term else leaders.term + 1 end,
       since_ms = case when ${kept} then leaders.since_ms else ${CLOCK} end
     where leaders.holder = $2 or leaders.until_ms <= ${CLOCK} or $3 returning term`,
    [NAME, holder, forced],
  );
  return row?.term ?? null;
}

/** Locks the row: nobody takes over before the transaction ends. */
async function isHeld(sql: Sql, holder: string, term: number): Promise<boolean> {
  const rows = await sql.query(
    `select term from leaders where name = $1 and holder = $2 and term = $3 and until_ms > ${CLOCK} for update`,
    [NAME, holder, term],
  );
  return rows.length === 1;
}

/** Who leads, as the store knows it. */
export async function leaderOf(sql: Sql): Promise<{ term: number; since: number } | null> {
  const row = await one<{ term: number; since_ms: number }>(
    sql,
    `select term, since_ms from leaders where name = $1 and until_ms > ${CLOCK}`,
    [NAME],
  );
  return row && { term: row.term, since: Math.floor(row.since_ms / 1000) };
}
