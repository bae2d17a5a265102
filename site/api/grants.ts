// POST /api/grants: the owner hands in what the wallet returned. It is decoded, checked on the chain, and
// only then believed. One live grant per Golem and asset, unless the owner replaces it.
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { checkGrant } from './chain/grant-check';
import { type Registrable, readGrant } from './chain/grant-terms';
import { ownGolem } from './golems/golem';
import { asked, type Call, chainOf, type Handler, readUpToNow } from './plane/plane';
import { demand } from './plane/problem';
import { recordAct } from './records/acts';
import { endOfGrant } from './records/endings';
import { estateAlone, estateOfGolem } from './records/estate';
import { grantDocument } from './records/permissions';
import { type GolemKey, type GolemRow, type GrantRow, lockGolem } from './records/rows';
import { answerByGrant } from './runway/request-answers';
import { one, type Sql } from './store/store';

export const grant: Handler<'grant'> = async (call) => {
  const { plane, body, caller, now } = call;
  const golem = await ownGolem(plane, body.golem, caller.owner);
  const client = chainOf(plane, body.chainId);
  demand(golem.chain_id === body.chainId, 'wrong_chain', 'This Golem lives on another chain.');
  const terms = readGrant(body.context, body.chainId);
  demand(terms.owner === caller.owner, 'forbidden', 'This grant is from another account.');
  demand(
    golem.guardian === null || terms.delegate === golem.guardian,
    'bad_request',
    'This grant is not to the guardian of this Golem.',
  );
  await asked(checkGrant(client, terms, body.context));
  await readUpToNow(plane, body.chainId);
  const id = permissionId(body.chainId, terms.hash);
  await plane.store.transaction((sql) => register(sql, call, { id, terms, golem }));
  const estate = await estateOfGolem(plane.store, golem, now);
  const row = estate.grants.find((known) => known.id === id);
  demand(row, 'conflict', 'This grant is registered for another Golem.');
  return { permission: grantDocument(estate, row) };
};

export function permissionId(chainId: number, hash: string): string {
  return `p-${chainId}-${hash.slice(2, 34)}`;
}

type Found = { id: string; terms: Registrable; golem: GolemRow };

async function register(sql: Sql, call: Call<'grant'>, { id, terms, golem }: Found): Promise<void> {
  const { body, now, caller } = call;
  // Two grants at once for one Golem wait for each other here.
  await lockGolem(sql, golem);
  const known = await one<GrantRow>(sql, 'select * from grants where id = $1', [id]);
  if (known) return;
  const live = await liveGrants(sql, golem, terms.token, now);
  const others = live.filter((grant) => grant.id !== body.replaces);
  demand(
    others.length === 0,
    'conflict',
    'This Golem has a live grant. Budgets add up: replace that one, and disable it.',
  );
  const { request, replaces = null } = body;
  if (request) await answerByGrant(sql, golem, { request, permission: id, replaces, now });
  await sql.query(
    `insert into grants (id, golem, owner, chain_id, manager, root_hash, context, token, cap, period_seconds,
       start_at, expires_at, nonce, delegate, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[id, golem.id, caller.owner, body.chainId, FRAMEWORK.delegationManager, terms.hash],
      ...[body.context.toLowerCase(), terms.token, `${terms.cap}`, terms.periodSeconds],
      ...[terms.startAt, terms.expiresAt, terms.nonce === null ? null : `${terms.nonce}`],
      ...[terms.delegate, now],
    ],
  );
  if (body.replaces) {
    await sql.query(
      'update grants set replaced_by = $2 where id = $1 and owner = $3 and golem = $4',
      [body.replaces, id, golem.owner, golem.id],
    );
  }
  const kind = live.length > 0 ? 'fed' : 'granted';
  const act = { owner: caller.owner, golem: golem.id, at: now, permission: id };
  await recordAct(sql, { ...act, kind, amount: `${terms.cap}` });
}

/** Grants of the same asset that nothing has ended yet. */
async function liveGrants(
  sql: Sql,
  golem: GolemKey,
  token: string | null,
  now: number,
): Promise<GrantRow[]> {
  const estate = await estateAlone(sql, golem, now);
  return estate.grants.filter(
    (grant) =>
      grant.golem === golem.id &&
      grant.token === token &&
      grant.replaced_by === null &&
      grant.expires_at > now &&
      !endOfGrant(estate, grant),
  );
}
