// The shape of the stored facts, step by step. Steps are only ever added.
import { FIRST } from './first-migration';

/** Fees that were raised leave transactions behind; a token that does not answer leaves no balance. */
const REMEMBERED = [
  `alter table relays add column tried text not null default ''`,
  'alter table balances alter column amount drop not null',
];

/** What a request needs to be proven to its reader. Those of before named no payees and cannot be proven. */
const ASKED = [
  `alter table requests add column payees text not null default ''`,
  'alter table requests add column nonce text',
];

const WITHOUT_OWNER = ['leases', 'slices', 'heartbeats', 'stops'];

/** An id belongs to its owner: two owners may each have an "atlas". Rows of before take the owner of their Golem. */
const OWNED = [
  ...WITHOUT_OWNER.flatMap((table) => [
    `alter table ${table} add column owner text`,
    `update ${table} set owner = (select owner from golems where golems.id = ${table}.golem)`,
    `delete from ${table} where owner is null`,
    `alter table ${table} alter column owner set not null`,
  ]),
  'alter table grants drop constraint grants_golem_fkey',
  'alter table slices drop constraint slices_golem_fkey',
  'alter table golems drop constraint golems_pkey',
  'alter table golems add primary key (owner, id)',
  'alter table grants add foreign key (owner, golem) references golems (owner, id)',
  'alter table slices add foreign key (owner, golem) references golems (owner, id)',
  'alter table heartbeats drop constraint heartbeats_pkey',
  'alter table heartbeats add primary key (owner, golem)',
  'alter table stops drop constraint stops_pkey',
  'alter table stops add primary key (owner, golem, issued_at)',
  ...['golems_owner', 'grants_owner', 'grants_golem', 'slices_golem', 'requests_golem'].map(
    (index) => `drop index ${index}`,
  ),
  'create index golems_parent on golems (owner, parent)',
  'create index grants_golem on grants (owner, golem)',
  'create index leases_golem on leases (owner, golem)',
  'create index slices_golem on slices (owner, golem)',
  'create index requests_golem on requests (owner, golem)',
];

/**
 * One leader among the processes, orders that know whose quota they use, and every transaction ever signed for one:
 * `cancels` marks those that only use up a number. `counted_at`: since when an order counts in its owner's quota.
 */
const LED = [
  `create table leaders (name text primary key, holder text not null, term bigint not null,
     since_ms bigint not null, until_ms bigint not null)`,
  'drop table holders',
  `create table sends (chain_id bigint not null, hash text not null, relay text not null, nonce bigint not null,
     raw text not null, cancels boolean not null, gas bigint not null, fee text not null, tip text not null,
     at bigint not null, primary key (chain_id, hash))`,
  'create index sends_relay on sends (relay)',
  `insert into sends (chain_id, hash, relay, nonce, raw, cancels, gas, fee, tip, at)
     select chain_id, transaction, id, coalesce(nonce, 0), coalesce(raw, ''), false, 0, '0', '0', updated_at
       from relays where transaction is not null`,
  `insert into sends (chain_id, hash, relay, nonce, raw, cancels, gas, fee, tip, at)
     select chain_id, hash, id, coalesce(nonce, 0), '', false, 0, '0', '0', updated_at
       from relays, unnest(string_to_array(tried, ' ')) as hash where hash <> '' on conflict do nothing`,
  'alter table relays drop column raw',
  'alter table relays drop column tried',
  'alter table relays add column owner text',
  'alter table relays add column permission text',
  'alter table relays add column lane integer not null default 1',
  'alter table relays add column final boolean not null default false',
  'alter table relays add column gas bigint not null default 0',
  'alter table relays add column bumps integer not null default 0',
  'alter table relays add column cancels text',
  'alter table relays add column sent_at bigint',
  'alter table relays add column counted_at bigint not null default 0',
  'update relays set counted_at = created_at',
  'create index relays_owner on relays (owner, counted_at)',
  'create table purses (chain_id bigint primary key, amount text not null, at bigint not null)',
];

/** Blocks that no node would give yet. */
const UNREAD = [
  `create table unread (chain_id bigint not null, first bigint not null, last bigint not null, since bigint not null,
     tries integer not null, retry_at bigint not null, primary key (chain_id, first))`,
];

/** Whose share of the queue a request uses (`request-room.ts`), and in which order they came. Sign-ins carry their proof. */
const SHARED = [
  `alter table requests add column caller text not null default ''`,
  `alter table requests add column share text not null default 'nobody'`,
  'alter table requests add column place bigserial',
  `update requests set share = 'guest' where exists (select 1 from golems where golems.owner = requests.owner)`,
  `create index requests_share on requests (share, caller) where state = 'open'`,
  'drop table nonces',
];

/** No order that could end a living lease is kept: those that earlier versions were given go. */
const UNENDED = ['alter table leases drop column ended_signature'];

/** A node's silence is no refusal of an order, and is counted by itself. */
const HEARD = [
  'alter table relays add column silences integer not null default 0',
  'alter table relays add column retry_at bigint not null default 0',
];

/** Requests that made room for others. */
const DISPLACED = ['create table displaced (id text primary key, place bigserial)'];

/**
 * Facts in columns of their own, no longer packed into one text: "raise <guardian> <budget> <generation>" and
 * "<act> <guardian> <golem> …" of an order, "period:total" of a payment. An order keeps its id, its place and its state.
 */
const UNPACKED = [
  ...['act', 'guardian', 'golem', 'budget_id'].map(
    (name) => `alter table relays add column ${name} text`,
  ),
  'alter table relays add column generation bigint',
  `update relays set act = split_part(subject, ' ', 1), guardian = split_part(subject, ' ', 2)`,
  `update relays set golem = split_part(subject, ' ', 3) where act <> 'raise'`,
  `update relays set budget_id = split_part(subject, ' ', 3),
     generation = substring(subject from '^raise [^ ]+ [^ ]+ ([0-9]+)$')::bigint where act = 'raise'`,
  'alter table relays alter column act set not null',
  'alter table relays alter column guardian set not null',
  'alter table relays drop column subject',
  'create index relays_guardian on relays (chain_id, guardian, created_at)',
  'alter table events add column period text',
  'alter table events add column total text',
  `update events set period = split_part(number, ':', 1), total = split_part(number, ':', 2), number = null
     where event = 'transferred'`,
];

/** Since when a key waits for its lease and a Golem for its end. Of those of before, since now. */
const WAITING = [
  'alter table golems add column pending_at bigint',
  'alter table golems add column revocation_asked_at bigint',
  'update golems set pending_at = extract(epoch from now())::bigint where pending_key is not null',
  'update golems set revocation_asked_at = extract(epoch from now())::bigint where asks_revocation',
];

/**
 * The code of a request, what kind it was when it was answered, and the permission whose place the answer took. Who had
 * to make room and comes back has the code that it printed.
 */
const CODED = [
  ...['code_nonce', 'code', 'kind', 'replaced'].map(
    (name) => `alter table requests add column ${name} text`,
  ),
  `create unique index requests_code on requests (code) where state in ('open', 'intended')`,
  'alter table displaced add column code_nonce text',
];

/**
 * Alerts off the desktop. `books`: what was known of an owner when it was last judged. `told`: each cause once for each
 * target, written before anything is sent. `term`: of the leader that sends it.
 */
const ALERTED = [
  `create table alert_targets (id text primary key, owner text not null, kind text not null, label text not null,
     host text not null, sealed text not null, paused text, since bigint not null, failing_since bigint,
     failures integer not null default 0, created_at bigint not null)`,
  'create index alert_targets_owner on alert_targets (owner)',
  'create table alert_books (owner text primary key, memory text not null, judged_at bigint not null)',
  `create table alert_told (target text not null references alert_targets (id) on delete cascade, cause text not null,
     primary key (target, cause))`,
  `create table alert_deliveries (id text primary key, place bigserial, owner text not null, caller text not null,
     target text not null, label text not null, test boolean not null, message text not null, state text not null,
     attempts integer not null default 0, next_at bigint, term bigint, answer text,
     created_at bigint not null, updated_at bigint not null)`,
  'create index alert_deliveries_owner on alert_deliveries (owner, place)',
  'create index alert_deliveries_target on alert_deliveries (target, created_at)',
  `create index alert_deliveries_due on alert_deliveries (next_at) where state in ('waiting', 'sending')`,
  `create table alert_limits (owner text not null, chain_id bigint not null, token text not null, amount text not null,
     primary key (owner, chain_id, token))`,
];

/**
 * Whom a payment went to: null = not looked at yet, '' = nobody can say. What it was for is the Golem's own word; it
 * belongs to a transaction, because one transaction is one payment to whoever made it.
 */
const PAID = [
  'alter table events add column payee text',
  `create index events_payee on events (chain_id, seq) where event = 'transferred' and payee is null`,
  `create table purposes (owner text not null, golem text not null, chain_id bigint not null,
     transaction text not null, purpose text not null, at bigint not null,
     primary key (owner, golem, chain_id, transaction))`,
];

/** A Golem's last words with their signature, and the transactions that brought its gas home. */
const PARTED = [
  ...['ending_reason', 'ending_key', 'ending_record', 'ending_signature'].map(
    (name) => `alter table golems add column ${name} text`,
  ),
  'alter table golems add column ending_at bigint',
  `create table sweeps (chain_id bigint not null, transaction text not null, owner text not null, golem text not null,
     account text not null, amount text not null, primary key (chain_id, transaction))`,
  'create index sweeps_golem on sweeps (owner, golem)',
];

/**
 * Terminals that read for an owner, and their tokens, each with one successor. `looks` of who waits for a person, and
 * wrong codes of a minute.
 */
const TERMINALS = [
  `create table terminals (id text primary key, device_hash text not null unique, name text not null,
     code text not null, port integer, return_state text, challenge text, caller text not null, state text not null,
     owner text, asked_at bigint not null, deadline bigint not null, approved_at bigint, used_at bigint,
     expires_at bigint, ended_at bigint, ended_why text)`,
  `create unique index terminals_code on terminals (code) where state = 'open'`,
  'create index terminals_owner on terminals (owner, state)',
  `create table terminal_tokens (hash text primary key, terminal text not null references terminals (id) on delete cascade,
     generation integer not null, died_at bigint)`,
  'create index terminal_tokens_terminal on terminal_tokens (terminal, generation)',
  `create table looks (waiter text primary key, at bigint not null, pause integer not null,
     early boolean not null default false)`,
  `create table attempts (whose text not null, minute bigint not null, tries integer not null,
     primary key (whose, minute))`,
];

export const MIGRATIONS: readonly (readonly string[])[] = [
  FIRST,
  REMEMBERED,
  ASKED,
  OWNED,
  LED,
  UNREAD,
  SHARED,
  UNENDED,
  HEARD,
  DISPLACED,
  UNPACKED,
  WAITING,
  CODED,
  ALERTED,
  PAID,
  PARTED,
  TERMINALS,
];
