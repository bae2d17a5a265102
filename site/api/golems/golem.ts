// /api/golems and /api/golems/:id: what the owner's Golems are and what they hold.
import type { Hex } from 'viem';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { ordersOf } from '../orders/relays';
import { chainOf, type Handler, type Plane } from '../plane/plane';
import { demand } from '../plane/problem';
import { leaseOn } from '../records/endings';
import { type Estate, estateOf, estateOfGolem } from '../records/estate';
import { diedAt, golemDocument } from '../records/golems';
import { contextOf, grantDocument, permissionDocuments, sliceId } from '../records/permissions';
import { type GolemRow, golemRow } from '../records/rows';
import { stopFor } from '../records/stops';
import { welcome } from '../runway/request-room';
import { requestsOf } from '../runway/requests';

const MAX_GOLEMS = 500;

export const golems: Handler<'golems'> = async ({ plane, caller, now }) => {
  const estate = await estateOf(plane.store, caller.owner, now);
  return {
    golems: estate.golems.map((golem) => golemDocument(estate, golem)),
    permissions: permissionDocuments(estate).slice(0, 2000),
    serverTime: now,
  };
};

/** Repeating the same is no error: the first answer may have been lost. */
export const newGolem: Handler<'newGolem'> = async ({ plane, body, caller, now }) => {
  chainOf(plane, body.chainId);
  const { owner } = caller;
  const owned = await plane.store.query('select id from golems where owner = $1', [owner]);
  demand(owned.length < MAX_GOLEMS, 'conflict', `An owner has at most ${MAX_GOLEMS} Golems here.`);
  await plane.store.query(
    `insert into golems (id, owner, name, chain_id, guardian, golem_id, policy_tier, knowledge_record, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (owner, id) do nothing`,
    [
      body.id,
      owner,
      body.name,
      body.chainId,
      body.guardian,
      golemIdOf(body.id),
      body.policyTier,
      body.knowledgeRecord ?? null,
      now,
    ],
  );
  await welcome(plane.store, owner);
  const row = await golemRow(plane.store, { owner, id: body.id });
  const same = row && row.chain_id === body.chainId && row.guardian === body.guardian;
  demand(
    same,
    'conflict',
    'You have a Golem of this id, on another chain or with another guardian.',
  );
  return golemAnswer(plane, row, now);
};

export const golem: Handler<'golem'> = async ({ plane, id, caller, now }) =>
  golemAnswer(plane, await ownGolem(plane, id, caller.owner), now);

/** Another owner's Golem is as unknown as none. */
export async function ownGolem(plane: Plane, id: string, owner: Hex): Promise<GolemRow> {
  const row = await golemRow(plane.store, { owner, id });
  demand(row, 'not_found', 'You have no Golem of this id.');
  return row;
}

export async function golemAnswer(plane: Plane, row: GolemRow, now: number) {
  const estate = await estateOfGolem(plane.store, row, now);
  const children = estate.golems.filter(({ parent }) => parent === row.id);
  return {
    golem: golemDocument(estate, row),
    permissions: permissionsOf(estate, row.id),
    contexts: contextsOf(estate, row.id),
    replicants: children.slice(0, 100).map((child) => golemDocument(estate, child)),
    replicantPermissions: children.flatMap(({ id }) => permissionsOf(estate, id)).slice(0, 100),
    replicantContexts: children.flatMap(({ id }) => contextsOf(estate, id)).slice(0, 100),
    requests: await requestsOf(plane, { golem: row.id, owner: row.owner }, now),
    pendingKey: row.pending_key,
    asksForRevocation: row.asks_revocation,
    diedAt: diedAt(estate, row),
    stop: await stopFor(plane.store, row, estate),
    orders: await ordersOf(plane.store, row),
  };
}

export function permissionsOf(estate: Estate, golem: string) {
  return permissionDocuments(estate)
    .filter((permission) => permission.golem === golem)
    .slice(0, 100);
}

/** Leaf first, as they can be redeemed today. */
export function contextsOf(estate: Estate, golem: string) {
  const grants = estate.grants.filter((grant) => grant.golem === golem);
  const slices = estate.slices.filter((slice) => slice.golem === golem);
  return [
    ...grants.map((grant) => ({
      permission: grantDocument(estate, grant).id,
      chainId: grant.chain_id,
      context: contextOf(grant, leaseOn(estate, grant.id)),
    })),
    ...slices.map((slice) => ({
      permission: sliceId(slice),
      chainId: slice.chain_id,
      context: slice.context,
    })),
  ].slice(0, 100);
}
