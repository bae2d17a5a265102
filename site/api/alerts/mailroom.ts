// Sends what is due. A delivery is claimed in the store under the leader's term before its first byte leaves; who is
// killed in between leaves it claimed, and the next leader says that nobody knows whether it arrived.
//
// Fair to all: one message at a time for each target, a few for each owner and each host, so many in all, and only part
// of those places for targets that failed before. A slow target keeps none of the others waiting.
import type { AlertMessage, TargetKind } from '../../../src/core/protocol/alert-shapes';
import type { Lead } from '../plane/leadership';
import { type Log, safeText } from '../plane/log';
import type { Sql, Store } from '../store/store';
import { destinationOf, type Ways } from './destination';
import { letterOf } from './message';
import { type Outcome, post } from './post';
import { verdictOf } from './retry';
import { unseal, withoutSecrets } from './seal';
import { noteFate, pauseSealed } from './target-health';

const PLACES = 16;
const PLACES_FOR_FAILING = 6;
const PLACES_OF_OWNER = 2;
const PLACES_OF_HOST = 6;

export type Post = {
  store: Store;
  lead: Lead;
  secret: string;
  ways: Ways;
  now: () => number;
  log: Log;
};

/** `turn` begins what there is room for; `rest` waits for what has begun. */
export type Mailroom = { turn: () => Promise<void>; rest: () => Promise<void> };

export type Claimed = {
  id: string;
  owner: string;
  target: string;
  test: boolean;
  message: string;
  attempts: number;
  kind: TargetKind;
  sealed: string;
  host: string;
  failures: number;
  term: number;
};

export function openMailroom(post: Post): Mailroom {
  const flying = new Map<string, { claimed: Claimed; landed: Promise<void> }>();
  const turn = async () => {
    const inFlight = [...flying.values()].map(({ claimed }) => claimed);
    const claimed = await post.lead.fenced((sql, term) => claim(sql, inFlight, term, post.now()));
    for (const one of claimed) {
      const landed = deliver(post, one)
        .catch((error) => post.log('warn', 'alerts', { error: safeText(error) }))
        .finally(() => flying.delete(one.id));
      flying.set(one.id, { claimed: one, landed });
    }
  };
  const rest = async () => {
    await Promise.all([...flying.values()].map(({ landed }) => landed));
  };
  return { turn, rest };
}

const STOPPED = 'Bardo’s server stopped while it sent this. Whether it arrived is not known.';

/** The oldest of each owner, those of well targets first. */
async function claim(
  sql: Sql,
  inFlight: readonly Claimed[],
  term: number,
  now: number,
): Promise<Claimed[]> {
  await sql.query(
    `update alert_deliveries set state = 'unknown', answer = $2, updated_at = $3, next_at = null
       where state = 'sending' and id <> all($1::text[])`,
    [inFlight.map(({ id }) => id), STOPPED, now],
  );
  const failing = inFlight.filter(({ failures }) => failures > 0).length;
  const rows = await sql.query<Claimed>(
    `select * from (select distinct on (d.owner) d.id, d.owner, d.target, d.test, d.message, d.attempts, d.next_at,
         t.kind, t.sealed, t.host, t.failures from alert_deliveries d join alert_targets t on t.id = d.target
       where d.state = 'waiting' and d.next_at <= $1 and (t.paused is null or d.test)
         and d.target <> all($2::text[]) and d.owner <> all($3::text[]) and t.host <> all($4::text[])
         and (t.failures = 0 or $5) order by d.owner, d.next_at, d.place) due
     order by failures > 0, next_at limit $6`,
    [
      now,
      inFlight.map(({ target }) => target),
      full(
        inFlight.map(({ owner }) => owner),
        PLACES_OF_OWNER,
      ),
      full(
        inFlight.map(({ host }) => host),
        PLACES_OF_HOST,
      ),
      failing < PLACES_FOR_FAILING,
      PLACES - inFlight.length,
    ],
  );
  const taken = withinShares(rows, failing);
  await sql.query(
    `update alert_deliveries set state = 'sending', attempts = attempts + 1, term = $2, updated_at = $3, next_at = null
       where id = any($1::text[])`,
    [taken.map(({ id }) => id), term, now],
  );
  return taken.map((one) => ({ ...one, attempts: one.attempts + 1, term }));
}

/** Of one turn no more than there are places, either. */
function withinShares(rows: readonly Claimed[], failing: number): Claimed[] {
  const hosts = new Map<string, number>();
  let left = PLACES_FOR_FAILING - failing;
  return rows.filter(({ host, failures }) => {
    const count = (hosts.get(host) ?? 0) + 1;
    if (count > PLACES_OF_HOST || (failures > 0 && left <= 0)) return false;
    hosts.set(host, count);
    if (failures > 0) left -= 1;
    return true;
  });
}

function full(names: readonly string[], most: number): string[] {
  return [...new Set(names)].filter(
    (name) => names.filter((other) => other === name).length >= most,
  );
}

async function deliver(room: Post, claimed: Claimed): Promise<void> {
  const { store, now } = room;
  const { id, term, attempts, test } = claimed;
  const outcome = await outcomeOf(room, claimed);
  const { state, answer, wait } = verdictOf(outcome, attempts, test);
  const at = now();
  // What the next leader called unknown is known by us if it arrived, and by nobody else.
  const from = state === 'delivered' ? ['sending', 'unknown'] : ['sending'];
  // It does not wait for a target that was paused or removed meanwhile: nothing would ever come for it.
  await store.query(
    `update alert_deliveries d set answer = $3, updated_at = $4,
       state = case when $5::bigint is null or t.id is not null then $2 else 'failed' end,
       next_at = case when t.id is null then null else $5::bigint end
       from (select 1) one left join alert_targets t on t.id = $8 and t.paused is null
       where d.id = $1 and d.term = $6 and d.state = any($7::text[])`,
    [id, state, answer, at, wait === null ? null : at + wait, term, from, claimed.target],
  );
  if (state === 'delivered' || !test) await noteFate(store, claimed, state, at);
}

async function outcomeOf({ store, lead, secret, ways, now }: Post, claimed: Claimed) {
  const { target, kind, sealed, message } = claimed;
  const secrets = unseal(secret, target, sealed);
  if (!secrets) {
    await pauseSealed(store, target, now());
    return refused('The secrets of this target cannot be opened any more. Add it again.');
  }
  const destination = destinationOf(secrets.url, ways.loopback);
  if (typeof destination === 'string') return refused(destination);
  // A process that stood still since it claimed this has been followed by another.
  if (!lead.leads()) return unreached('Another process sends by now.');
  const letter = letterOf(JSON.parse(message) as AlertMessage, { kind, secrets }, now());
  const outcome = await post(destination, letter, ways);
  return { ...outcome, words: withoutSecrets(outcome.words, secrets) };
}

function refused(words: string): Outcome {
  return { kind: 'forbidden', words };
}

function unreached(words: string): Outcome {
  return { kind: 'unreached', words };
}
