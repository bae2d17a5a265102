// The shape of the stored facts, in PostgreSQL's dialect. Addresses and hashes in lower case, amounts as
// decimal text, times as unix seconds. This is how they were at first; `migrations.ts` has every step since.
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

export const FIRST: readonly string[] = [...PEOPLE, ...GOLEMS, ...CHAIN];
