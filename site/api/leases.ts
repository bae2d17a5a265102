// POST /api/leases: the guardian's link to the Golem's session key, on top of a registered grant.
import { lower } from '../../src/core/bytes/hex';
import { sameAddress } from '../../src/core/chain/addresses';
import { golemIdOf } from '../../src/core/protocol/messages';
import { checkLease, type Lease, readLease } from './chain/lease-terms';
import { ownGolem } from './golems/golem';
import { permissionId } from './grants';
import { asked, type Call, chainOf, type Handler, type Plane, readUpToNow } from './plane/plane';
import { demand } from './plane/problem';
import { LEASES } from './plane/quota-figures';
import { recordAct } from './records/acts';
import { endOfGrant } from './records/endings';
import { estateAlone, estateOfGolem } from './records/estate';
import { grantDocument } from './records/permissions';
import { type GolemRow, type GrantRow, type LeaseRow, lockGolem } from './records/rows';
import { answerByLease } from './runway/request-answers';
import { one, type Sql } from './store/store';

export const lease: Handler<'lease'> = async (call) => {
  const { plane, body, caller, now } = call;
  const golem = await ownGolem(plane, body.golem, caller.owner);
  const client = chainOf(plane, golem.chain_id);
  const read = readLease(body.context, golem.chain_id);
  checkTerms(read, golem, now);
  await asked(checkLease(client, golem.chain_id, read));
  await readUpToNow(plane, golem.chain_id);
  const grant = await liveGrant(plane, golem, read, now);
  await plane.store.transaction((sql) => register(sql, call, { read, golem, grant }));
  const estate = await estateOfGolem(plane.store, golem, now);
  return { permission: grantDocument(estate, grant) };
};

function checkTerms({ guardian, terms }: Lease, golem: GolemRow, now: number): void {
  demand(guardian === golem.guardian, 'bad_request', 'Another guardian signed this lease.');
  demand(sameAddress(terms.owner, golem.owner), 'bad_request', 'The lease names another owner.');
  demand(
    terms.golemId.toLowerCase() === golemIdOf(golem.id),
    'bad_request',
    'The lease is for another Golem.',
  );
  demand(terms.expiry > BigInt(now), 'expired', 'The lease has expired.');
}

async function liveGrant(
  plane: Plane,
  golem: GolemRow,
  { rootHash, terms }: Lease,
  now: number,
): Promise<GrantRow> {
  const estate = await estateOfGolem(plane.store, golem, now);
  const id = permissionId(golem.chain_id, rootHash);
  const grant = estate.grants.find((known) => known.id === id && known.golem === golem.id);
  demand(grant, 'not_found', 'The lease hangs on a grant that is not registered here.');
  demand(
    grant.expires_at > now && !endOfGrant(estate, grant),
    'conflict',
    'The grant below this lease has ended.',
  );
  demand(
    grant.token === terms.token || sameAddress(grant.token, terms.token),
    'bad_request',
    'The lease is about other money than its grant.',
  );
  return grant;
}

type Found = { read: Lease; golem: GolemRow; grant: GrantRow };

async function register(sql: Sql, call: Call<'lease'>, found: Found): Promise<void> {
  const { read, golem, grant } = found;
  const { terms, guardian } = read;
  const { body, now } = call;
  await lockGolem(sql, golem);
  const newest = await one<LeaseRow>(
    sql,
    `select * from leases where chain_id = $1 and guardian = $2 and budget_id = $3
       order by generation desc limit 1`,
    [golem.chain_id, guardian, `${terms.budgetId}`],
  );
  if (newest?.hash === read.hash) return;
  demand(
    !newest || terms.generation > BigInt(newest.generation),
    'conflict',
    'A new lease needs a higher generation than the one before.',
  );
  await checkRoom(sql, grant, { budgetId: `${terms.budgetId}`, now });
  const sessionKey = lower(terms.sessionKey);
  const before = await estateAlone(sql, golem, now);
  await sql.query(
    `insert into leases (hash, chain_id, permission, owner, golem, guardian, generation, budget_id, session_key, token,
       cap, replicant_cap, unit_exponent, expires_at, epoch, context, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[read.hash, golem.chain_id, grant.id, golem.owner, golem.id, guardian],
      ...[Number(terms.generation), `${terms.budgetId}`, sessionKey, terms.token, `${terms.cap}`],
      ...[`${terms.replicantCap}`, terms.unitExponent, Number(terms.expiry), Number(terms.epoch)],
      ...[body.context.toLowerCase(), now],
    ],
  );
  await sql.query(
    'update golems set pending_key = null where owner = $1 and id = $2 and pending_key = $3',
    [golem.owner, golem.id, sessionKey],
  );
  await answerByLease(sql, golem, { grant, sessionKey, before });
  const act = { owner: golem.owner, golem: golem.id, at: now, permission: grant.id };
  await recordAct(sql, { ...act, kind: kindOf(read, newest), amount: `${terms.cap}` });
}

/** Signing is free; what is registered is kept, and its end is paid for. */
async function checkRoom(
  sql: Sql,
  { id }: GrantRow,
  { budgetId, now }: { budgetId: string; now: number },
): Promise<void> {
  const kept = await one<{ budgets: number; today: number }>(
    sql,
    `select count(distinct budget_id) filter (where budget_id <> $2) as budgets,
       count(*) filter (where created_at > $3) as today from leases where permission = $1`,
    [id, budgetId, now - 86_400],
  );
  const { budgets = 0, today = 0 } = kept ?? {};
  demand(
    budgets < LEASES.budgets,
    'conflict',
    `One grant has leases on ${LEASES.budgets} budgets here at most. Use one of those.`,
  );
  demand(today < LEASES.perDay, 'rate_limited', 'Too many leases of this grant in a day.');
}

function kindOf({ terms }: Lease, before: LeaseRow | null): 'leased' | 'rotated' | 'fed' {
  if (!before) return 'leased';
  if (!sameAddress(before.session_key, terms.sessionKey)) return 'rotated';
  const more = terms.cap > BigInt(before.cap) || terms.expiry > BigInt(before.expires_at);
  return more ? 'fed' : 'leased';
}
