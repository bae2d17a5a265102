// All that is known of one owner (or of one of their Golems), read at one moment in a handful of
// questions. Documents are computed from it without asking the store again.
import type { Hex } from 'viem';
import type { Sql, Store } from '../store/store';
import type {
  ChainEvent,
  GolemKey,
  GolemRow,
  GrantRow,
  HeartbeatRow,
  LeaseRow,
  SliceRow,
  SweepRow,
} from './rows';

export type Balance = {
  chain_id: number;
  account: Hex;
  token: Hex | '';
  amount: string;
  /** When it was read. */
  at: number;
};

/** Of one link, over its whole life. */
export type WholeRow = { delegation_hash: Hex; amount: string; payments: number };

/** What left through a grant in the last seven days, over all payments the chain showed. */
export type Spent = { chain_id: number; hash: Hex; spent: string; payments: number };

export type Estate = {
  owner: Hex;
  golems: GolemRow[];
  /** Of Replicants that are here without them: a slice is held to its parent's phase. */
  parents: GolemRow[];
  grants: GrantRow[];
  /** Newest generation first. */
  leases: LeaseRow[];
  slices: SliceRow[];
  heartbeats: HeartbeatRow[];
  /** What still counts: endings, the last phase, the last total of each period, 29 hours of spending. */
  events: ChainEvent[];
  balances: Balance[];
  spent: Spent[];
  /** Chains with blocks that could not be read. */
  unread: number[];
  /** Of Golems that have come to their end alone: a long life is not summed at every heartbeat. */
  whole: WholeRow[];
  sweeps: SweepRow[];
  /** How far each chain was followed when all this was read, and wei per gas when known. */
  checkpoints: {
    chain_id: number;
    number: number;
    hash: Hex;
    at: number;
    gas_price: string | null;
  }[];
  now: number;
};

const WINDOW = 29 * 3600;
/** Long enough that a weekday and a Sunday are both in it. */
export const PACE_WINDOW = 7 * 86_400;

// Whose ids: `$1` is the owner, `$2` the Golem.
const ALL = 'select id from golems where owner = $1';
const FAMILY = 'select id from golems where owner = $1 and (id = $2 or parent = $2)';
const ALONE = 'select id from golems where owner = $1 and id = $2';

export function estateOf(store: Store, owner: Hex, now: number): Promise<Estate> {
  return store.transaction((sql) => readEstate(sql, owner, ALL, [], now));
}

/** Of one Golem and its Replicants. */
export function estateOfGolem(store: Store, golem: GolemKey, now: number): Promise<Estate> {
  return store.transaction((sql) => readEstate(sql, golem.owner, FAMILY, [golem.id], now));
}

/** Of one Golem without its Replicants, inside the caller's transaction. */
export function estateAlone(sql: Sql, golem: GolemKey, now: number): Promise<Estate> {
  return readEstate(sql, golem.owner, ALONE, [golem.id], now);
}

async function readEstate(
  sql: Sql,
  owner: Hex,
  ids: string,
  named: string[],
  now: number,
): Promise<Estate> {
  const key = [owner, ...named];
  const mine = (column: string) => `owner = $1 and ${column} in (${ids})`;
  const own = <T extends object>(table: string, order = '1') =>
    sql.query<T & { [column: string]: unknown }>(
      `select * from ${table} where ${mine('golem')} order by ${order}`,
      key,
    );
  const golems = await sql.query<GolemRow>(
    `select * from golems where ${mine('id')} order by created_at, id limit 500`,
    key,
  );
  const parents = await sql.query<GolemRow>(
    `select * from golems where owner = $1 and id in (select parent from golems where ${mine('id')})
       and id not in (${ids})`,
    key,
  );
  const slices = await own<SliceRow>('slices', 'created_at desc');
  const grants = await sql.query<GrantRow>(
    `select * from grants where (${mine('golem')}) or id in (select permission from slices where ${mine('golem')})
       order by created_at desc limit 1000`,
    key,
  );
  const leases = await sql.query<LeaseRow>(
    `select * from leases where permission in (select id from grants where ${mine('golem')}
       union select permission from slices where ${mine('golem')}) order by generation desc, created_at desc`,
    key,
  );
  const heartbeats = await own<HeartbeatRow>('heartbeats');
  const facts = { golems, parents, grants, leases, slices, heartbeats };
  const events = await eventsOf(sql, facts, now);
  const known = { owner, ...facts, events, now };
  const pace = await spending(sql, facts, now);
  return { ...known, ...pace, ...(await purses(sql, facts)), ...(await estatesLeft(sql, known)) };
}

async function spending(sql: Sql, { grants }: Facts, now: number) {
  const spent = await sql.query<Spent>(
    `select chain_id, delegation_hash as hash, sum(amount::numeric)::text as spent, count(*) as payments
       from events where event = 'transferred' and at >= $1 and delegation_hash = any($2) group by 1, 2`,
    [now - PACE_WINDOW, grants.map(({ root_hash }) => root_hash)],
  );
  const unread = await sql.query<{ chain_id: number }>('select distinct chain_id from unread');
  return { spent, unread: unread.map(({ chain_id }) => chain_id) };
}

type Facts = Pick<Estate, 'golems' | 'parents' | 'grants' | 'leases' | 'slices'>;

async function eventsOf(sql: Sql, facts: Facts, now: number): Promise<ChainEvent[]> {
  const hashes = [
    ...facts.grants.map((grant) => grant.root_hash),
    ...[...facts.leases, ...facts.slices].map(({ hash }) => hash),
  ];
  const guardians = [...facts.golems, ...facts.parents].flatMap(({ guardian }) => guardian ?? []);
  const owners = facts.grants.map(({ owner }) => owner);
  const questions: [string, unknown[]][] = [
    [
      `select * from events where delegation_hash = any($1) and (event in ('disabled', 'enabled')
         or (event = 'spent' and at > $2))`,
      [hashes, now - WINDOW],
    ],
    [
      `select distinct on (chain_id, delegation_hash) * from events where delegation_hash = any($1)
         and event = 'transferred' order by chain_id, delegation_hash, block_number desc, log_index desc`,
      [hashes],
    ],
    [`select * from events where guardian = any($1) and event = 'raised'`, [guardians]],
    [
      `select distinct on (chain_id, guardian, golem_id) * from events where guardian = any($1)
         and event in ('registered', 'phase', 'healed')
         order by chain_id, guardian, golem_id, block_number desc, log_index desc`,
      [guardians],
    ],
    [`select * from events where owner = any($1) and event in ('nonce', 'epoch')`, [owners]],
  ];
  const answers: ChainEvent[][] = [];
  for (const [text, values] of questions) answers.push(await sql.query<ChainEvent>(text, values));
  return answers
    .flat()
    .sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index);
}

/** What those who have died spent and sent home. */
async function estatesLeft(
  sql: Sql,
  {
    owner,
    golems,
    grants,
    slices,
    heartbeats,
    events,
  }: Facts & Pick<Estate, 'owner' | 'heartbeats' | 'events'>,
): Promise<Pick<Estate, 'whole' | 'sweeps'>> {
  const last = new Set(
    events.filter(({ event, number }) => event === 'phase' && number === '4').map(keyOfRecord),
  );
  const silent = new Set(heartbeats.filter(({ worst }) => worst === 4).map(({ golem }) => golem));
  const over = golems.filter((row) => silent.has(row.id) || last.has(keyOfRecord(row)));
  if (over.length === 0) return { whole: [], sweeps: [] };
  const ids = over.map(({ id }) => id);
  const hashes = [
    ...grants.filter(({ golem }) => ids.includes(golem)).map(({ root_hash }) => root_hash),
    ...slices.filter(({ golem }) => ids.includes(golem)).map(({ hash }) => hash),
  ];
  const whole = await sql.query<WholeRow>(
    `select delegation_hash, sum(amount::numeric)::text as amount, count(*)::int as payments from events
       where event = 'transferred' and delegation_hash = any($1) group by delegation_hash`,
    [hashes],
  );
  const sweeps = await sql.query<SweepRow>(
    'select * from sweeps where owner = $1 and golem = any($2) order by transaction limit 100',
    [owner, ids],
  );
  return { whole, sweeps };
}

function keyOfRecord(of: { chain_id: number; guardian: Hex | null; golem_id: Hex | null }): string {
  return `${of.chain_id} ${of.guardian} ${of.golem_id}`;
}

async function purses(sql: Sql, { grants, leases, slices }: Facts) {
  const accounts = [
    ...grants.flatMap(({ owner, delegate }) => [owner, delegate]),
    ...[...leases, ...slices].map((link) => link.session_key),
  ];
  return {
    balances: await sql.query<Balance>(
      'select * from balances where account = any($1) and amount is not null',
      [accounts],
    ),
    checkpoints: await sql.query<Estate['checkpoints'][number]>(
      'select chain_id, number, hash, at, gas_price from checkpoints',
    ),
  };
}
