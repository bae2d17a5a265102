// The shape of the stored facts, in PostgreSQL's dialect. Addresses and hashes in lower case, amounts as
// decimal text, times as unix seconds. Steps are only ever added.
//
// What the chain says is kept in `events` alone and everything about it is computed from there: undoing
// a reorg is then the deletion of rows. `seq` orders events and acts for the Snap's history cursor.

const PEOPLE = [
  'create table settings (name text primary key, value text not null)',
  'create table counters (name text primary key, value bigint not null)',
  `insert into counters (name, value) values ('history', 0)`,
  'create table nonces (nonce text primary key, expires_at bigint not null)',
  'create table seen (scope text not null, nonce text not null, expires_at bigint not null, primary key (scope, nonce))',
  'create table sessions (hash text primary key, owner text not null, expires_at bigint not null)',
  `create table families (id text primary key, owner text not null, created_at bigint not null,
     ended_at bigint, ended_why text)`,
  'create index families_owner on families (owner)',
  `create table tokens (hash text primary key, family text not null references families (id),
     generation integer not null, issued_at bigint not null, died_at bigint)`,
  'create index tokens_family on tokens (family, generation)',
  'create table holders (name text primary key, holder text not null, until bigint not null)',
];

const GOLEMS = [
  `create table golems (id text primary key, owner text not null, name text not null, chain_id bigint not null,
     guardian text, golem_id text not null, parent text, policy_tier integer not null, knowledge_record text,
     pending_key text, asks_revocation boolean not null default false, created_at bigint not null)`,
  'create index golems_owner on golems (owner)',
  'create index golems_guardian on golems (guardian)',
  `create table requests (id text primary key, golem text not null, name text not null, chain_id bigint not null,
     owner text not null, session_key text not null, token text not null, amount text not null,
     days integer not null, deadline bigint not null, reason text not null, signature text not null,
     asked_at bigint not null, state text not null, permission text, intent text)`,
  'create index requests_owner on requests (owner, state)',
  'create index requests_golem on requests (golem)',
  `create table grants (id text primary key, golem text not null references golems (id), owner text not null,
     chain_id bigint not null, manager text not null, root_hash text not null, context text not null,
     token text, cap text not null, period_seconds bigint not null, start_at bigint not null,
     expires_at bigint not null, nonce text, delegate text not null, replaced_by text,
     created_at bigint not null, unique (chain_id, root_hash))`,
  'create index grants_owner on grants (owner)',
  'create index grants_golem on grants (golem)',
  `create table leases (hash text not null, chain_id bigint not null, permission text not null references grants (id),
     golem text not null, guardian text not null, generation bigint not null, budget_id text not null,
     session_key text not null, token text, cap text not null, replicant_cap text not null,
     unit_exponent integer not null, expires_at bigint not null, epoch bigint not null, context text not null,
     ended_signature text, created_at bigint not null, primary key (chain_id, hash))`,
  'create index leases_permission on leases (permission, generation)',
  `create table slices (hash text not null, chain_id bigint not null, golem text not null references golems (id),
     lease_hash text not null, permission text not null, session_key text not null, cap text not null,
     start_at bigint not null, expires_at bigint not null, context text not null, created_at bigint not null,
     primary key (chain_id, hash))`,
  'create index slices_golem on slices (golem)',
  `create table heartbeats (golem text primary key, session_key text not null, sequence bigint not null,
     issued_at bigint not null, interval_seconds integer not null, phase integer not null, worst integer not null,
     vitality integer not null, block_number bigint not null, block_hash text not null, signature text not null,
     received_at bigint not null)`,
  `create table stops (golem text not null, issued_at bigint not null, chain_id bigint not null,
     guardian text not null, reason text not null, signature text not null, received_at bigint not null,
     primary key (golem, issued_at))`,
];

const CHAIN = [
  `create table acts (seq bigint primary key, owner text not null, golem text not null, kind text not null,
     at bigint not null, permission text, amount text)`,
  'create index acts_owner on acts (owner, seq)',
  `create table checkpoints (chain_id bigint primary key, number bigint not null, hash text not null,
     at bigint not null, gas_price text)`,
  'create table blocks (chain_id bigint not null, number bigint not null, hash text not null, primary key (chain_id, number))',
  `create table events (chain_id bigint not null, block_number bigint not null, log_index integer not null,
     block_hash text not null, transaction text not null, at bigint not null, seq bigint not null,
     event text not null, delegation_hash text, owner text, redeemer text, guardian text, golem_id text,
     budget_id text, amount text, number text, primary key (chain_id, block_number, log_index))`,
  'create index events_delegation on events (delegation_hash, event)',
  'create index events_guardian on events (guardian, event)',
  'create index events_owner on events (owner, event)',
  `create table balances (chain_id bigint not null, account text not null, token text not null,
     amount text not null, at bigint not null, primary key (chain_id, account, token))`,
  `create table relays (id text primary key, chain_id bigint not null, subject text not null, target text not null,
     data text not null, state text not null, transaction text, raw text, nonce bigint, attempts integer not null,
     reason text, block_number bigint, created_at bigint not null, updated_at bigint not null)`,
  'create index relays_state on relays (chain_id, state)',
];

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

export const MIGRATIONS: readonly (readonly string[])[] = [
  [...PEOPLE, ...GOLEMS, ...CHAIN],
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
];
