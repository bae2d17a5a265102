// POST /api/agent/replicants: a Golem passes a slice of its runway on to a child. The slice must be limited in
// money and time by itself; on chain it also spends from the parent's counters.
import type { Hex } from 'viem';
import { sameAddress } from '../../../src/core/chain/addresses';
import { capsOf } from '../../../src/core/delegations/attenuation';
import {
  type Delegation,
  digestOf,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { metersFor } from '../../../src/core/delegations/limits';
import { limitsOf } from '../../../src/core/delegations/read-limits';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { readChain } from '../chain/grant-terms';
import { permissionsOf } from '../golems/golem';
import { asked, type Call, chainOf, type Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { recordAct } from '../records/acts';
import { type Estate, estateOfGolem } from '../records/estate';
import { type GolemRow, golemRow, lockGolem } from '../records/rows';
import { currentSpeaker } from './golem-key';

const MAX_REPLICANTS = 100;

type Slice = { link: Delegation; hash: Hex; cap: bigint; startAt: number; expiresAt: number };

export const replicant: Handler<'replicant'> = async (call) => {
  const { plane, body, caller, now } = call;
  const { golem, estate } = await currentSpeaker(plane, caller.agent, now);
  // On the lease; where there is no guardian, on the grant itself.
  const { links, hashes } = readChain(body.context, golem.chain_id, golem.guardian ? 3 : 2);
  const [link] = links as [Delegation];
  const under = parentOf(estate, hashes[1]);
  const signed = await asked(
    chainOf(plane, golem.chain_id).verifyHash({
      address: link.delegator,
      hash: digestOf(link, golem.chain_id),
      signature: link.signature,
    }),
  );
  demand(signed, 'bad_signature', 'The slice is not signed by the session key.');
  const slice = readSlice(link, golem.chain_id, now, under);
  await register(call, { golem, under, slice });
  const after = await estateOfGolem(plane.store, { owner: golem.owner, id: body.id }, now);
  const [permission] = permissionsOf(after, body.id);
  demand(permission, 'conflict', 'This id belongs to another Golem.');
  return { permission };
};

/** What a slice hangs on. */
type Parent = { permission: string; lease: string; token: string | null };

function parentOf({ leases, grants }: Estate, parent: Hex | undefined): Parent {
  const lease = leases.find(({ hash }) => hash === parent);
  if (lease) {
    demand(lease.replicant_cap !== '0', 'conflict', 'This lease allows no Replicants.');
    return { permission: lease.permission, lease: lease.hash, token: lease.token };
  }
  const grant = grants.find((one) => one.root_hash === parent);
  demand(grant, 'not_found', 'The slice hangs on something that is not registered here.');
  return { permission: grant.id, lease: '', token: grant.token };
}

function readSlice(link: Delegation, chainId: number, now: number, under: Parent): Slice {
  const limits = limitsOf(link, { chainId, paid: () => [] });
  demand(limits.unread === 0, 'bad_request', 'The slice carries a rule Bardo cannot read.');
  const [cap] = capsOf(metersFor(limits, link.delegate)).filter(({ token }) =>
    under.token === null ? token === null : sameAddress(token, under.token),
  );
  demand(cap, 'bad_request', 'The slice has no budget of its own.');
  demand(limits.endsAt !== null, 'bad_request', 'The slice has no end of its own.');
  demand(limits.endsAt > now, 'expired', 'The slice has expired.');
  const startAt = Math.max(limits.opensAt, now);
  return { link, hash: hashDelegation(link), cap: cap.amount, startAt, expiresAt: limits.endsAt };
}

type Found = { golem: GolemRow; under: Parent; slice: Slice };

async function register(call: Call<'replicant'>, { golem, under, slice }: Found): Promise<void> {
  const { plane, body, now } = call;
  await plane.store.transaction(async (sql) => {
    await lockGolem(sql, golem);
    const children = await sql.query(
      'select id from golems where owner = $1 and parent = $2 and id <> $3',
      [golem.owner, golem.id, body.id],
    );
    demand(children.length < MAX_REPLICANTS, 'conflict', 'This Golem has too many Replicants.');
    await sql.query(
      `insert into golems (id, owner, name, chain_id, guardian, golem_id, parent, policy_tier, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (owner, id) do nothing`,
      [
        ...[body.id, golem.owner, body.name, golem.chain_id, golem.guardian, golemIdOf(body.id)],
        ...[golem.id, golem.policy_tier, now],
      ],
    );
    const child = await golemRow(sql, { owner: golem.owner, id: body.id });
    demand(child?.parent === golem.id, 'conflict', 'This id belongs to another Golem.');
    const inserted = await sql.query(
      `insert into slices (hash, chain_id, owner, golem, lease_hash, permission, session_key, cap, start_at, expires_at,
         context, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (chain_id, hash) do nothing returning hash`,
      [
        ...[slice.hash, golem.chain_id, golem.owner, body.id, under.lease, under.permission],
        ...[slice.link.delegate.toLowerCase(), `${slice.cap}`, slice.startAt, slice.expiresAt],
        ...[body.context.toLowerCase(), now],
      ],
    );
    if (inserted.length === 0) return;
    const act = { owner: golem.owner, golem: golem.id, at: now, permission: under.permission };
    await recordAct(sql, { ...act, kind: 'replicated', amount: `${slice.cap}` });
  });
}
