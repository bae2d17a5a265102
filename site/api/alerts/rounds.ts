// The leader's look at each owner who wants to hear: what is new is written down as deliveries, together with the memory
// that found it, in one transaction that another leader could not have begun as well.
import type { Hex } from 'viem';
import { HOUR } from '../../../src/core/chain/time';
import type { State } from '../../../src/core/memory/state';
import type { Lead } from '../plane/leadership';
import { LostLead } from '../plane/leadership';
import type { Log } from '../plane/log';
import { safeText } from '../plane/log';
import type { Sql, Store } from '../store/store';
import { claimCauses, forgetTold, toldTo, writeDelivery } from './deliveries';
import { judged } from './judge';
import { causeId, planFor, untold } from './plan';
import type { TargetRow } from './targets';

export type Office = { store: Store; lead: Lead; portal: string; now: () => number; log: Log };

/** Between two looks at one owner. */
const JUDGE_SECONDS = 10;
/** In one turn; who was not looked at longest comes first. */
const OWNERS_A_TURN = 20;
/** A little more than the minute that the scheduler counts in. */
const SENT_SECONDS = 70;

export async function judgeDue(office: Office): Promise<void> {
  const { store, now, log } = office;
  const due = await store.query<{ owner: Hex }>(
    `select t.owner from (select distinct owner from alert_targets where paused is null) t
       left join alert_books b on b.owner = t.owner
       where b.judged_at is null or b.judged_at <= $1 or b.judged_at > $2
       order by b.judged_at nulls first limit ${OWNERS_A_TURN}`,
    [now() - JUDGE_SECONDS, now() + HOUR],
  );
  for (const { owner } of due) {
    try {
      await judge(office, owner);
    } catch (error) {
      if (error instanceof LostLead) throw error;
      // One owner's trouble is nobody else's: their turn comes again.
      log('warn', 'alerts', { error: safeText(error) });
      await office.lead.fenced((sql) => note(sql, owner, now()));
    }
  }
}

async function judge({ store, lead, portal, now }: Office, owner: Hex): Promise<void> {
  const at = now();
  const state = await judged(store, owner, at);
  await lead.fenced(async (sql) => {
    const targets = await sql.query<TargetRow>(
      'select * from alert_targets where owner = $1 and paused is null order by id for update',
      [owner],
    );
    for (const target of targets) await tell(sql, { target, state, owner, portal, now: at });
    const told = await Promise.all(targets.map(({ id }) => toldTo(sql, id)));
    const memory = withTold(state, (id) => told.every((known) => known.has(id)));
    await forgetTold(sql, owner, memory.alert_history.map(causeId), at);
    await note(sql, owner, at, JSON.stringify(memory));
  });
}

type Telling = { target: TargetRow; state: State; owner: Hex; portal: string; now: number };

async function tell(sql: Sql, { target, ...telling }: Telling): Promise<void> {
  const { owner, state, now } = telling;
  const told = await toldTo(sql, target.id);
  const { since } = target;
  if (untold({ state, told, since }).length === 0) return;
  const sent = await sql.query<{ target: string; created_at: number; test: boolean }>(
    'select target, created_at, test from alert_deliveries where owner = $1 and created_at > $2',
    [owner, now - HOUR],
  );
  const own = sent.filter((one) => one.target === target.id && !one.test);
  const recent = own.map((one) => one.created_at).filter((at) => at > now - SENT_SECONDS);
  const inHour = sent.filter(({ test }) => !test).length;
  for (const { message, causes } of planFor({ ...telling, told, since, sent: recent, inHour })) {
    const fresh = await claimCauses(sql, target.id, causes);
    if (fresh.length > 0) await writeDelivery(sql, { target, message, now });
  }
}

/** What every target was told is announced: from now on its life goes on as in the Snap. */
function withTold(state: State, isTold: (cause: string) => boolean): State {
  const alert_history = state.alert_history.map((alert) =>
    alert.pending.length > 0 && isTold(causeId(alert)) ? { ...alert, pending: [] } : alert,
  );
  return { ...state, alert_history };
}

async function note(sql: Sql, owner: string, at: number, memory = ''): Promise<void> {
  await sql.query(
    `insert into alert_books (owner, memory, judged_at) values ($1, $2, $3)
       on conflict (owner) do update set judged_at = $3,
         memory = case when $2 = '' then alert_books.memory else $2 end`,
    [owner, memory, at],
  );
}
