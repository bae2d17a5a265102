// POST /api/agent/endings: a Golem asks to be ended. Nothing is held here that could end it: the owner is asked,
// and only what the chain shows is counted.

import { endingSigner } from '../../../src/core/protocol/last-words';
import type { Handler, Plane } from '../plane/plane';
import { demand } from '../plane/problem';
import { endOfGrant, endOfLease, leaseOn } from '../records/endings';
import { estateOfGolem } from '../records/estate';
import { terminalAt } from '../records/golems';
import type { GolemRow, GrantRow } from '../records/rows';
import { currentSpeaker } from './golem-key';
import { keepSweeps } from './sweeps';

/** As of a heartbeat: what was signed at another time is somebody's replay. */
const OLDEST = 600;
const EARLIEST = 120;

type Body = Parameters<Handler<'end'>>[0]['body'];

export const end: Handler<'end'> = async ({ plane, body, caller, now }) => {
  const speaker = await currentSpeaker(plane, caller.agent, now);
  const { golem } = speaker;
  const key = caller.agent?.sessionKey ?? '0x';
  if (body.signature !== undefined) demandOwnWords(golem, body, key, now);
  await keepWords(plane, golem, body, key, now);
  await keepSweeps(plane, speaker, body.sweeps ?? []);
  await plane.store.query(
    `update golems set asks_revocation = true, revocation_asked_at = coalesce(revocation_asked_at, $3)
       where owner = $1 and id = $2`,
    [golem.owner, golem.id, now],
  );
  await plane.catchUp(golem.chain_id);
  const estate = await estateOfGolem(plane.store, golem, now);
  const grants = estate.grants.filter((grant) => grant.golem === golem.id);
  const open = grants.filter((grant) => grant.expires_at > now && !endOfGrant(estate, grant));
  const dead = terminalAt(estate, golem) !== null;
  const isOver = (grant: GrantRow) => {
    const lease = leaseOn(estate, grant.id);
    const unleased = lease !== null && (dead || endOfLease(estate, lease) !== null);
    return unleased || endOfGrant(estate, grant) !== null;
  };
  return {
    revokedCount: grants.filter(isOver).length,
    open: open.map((grant) => grant.id).slice(0, 100),
  };
};

function demandOwnWords(golem: GolemRow, body: Body, key: string, now: number): void {
  const at = body.at ?? 0;
  const fresh = at >= now - OLDEST && at <= now + EARLIEST;
  demand(fresh, 'expired', 'The last words are too old, or from the future.');
  const whose = { owner: golem.owner, golem: golem.id, chainId: golem.chain_id };
  const signer = endingSigner(whose, { ...body, at });
  demand(signer === key, 'bad_signature', 'The last words are not signed by the key in force.');
}

/** The first signed ones of a key stay: nothing said later, and nothing unsigned, takes their place. */
async function keepWords(
  { store }: Plane,
  { owner, id }: GolemRow,
  { reason, at, knowledgeRecord, signature }: Body,
  key: string,
  now: number,
): Promise<void> {
  await store.query(
    `update golems set ending_reason = $3, ending_at = $4, ending_key = $5, ending_record = $6, ending_signature = $7,
       knowledge_record = coalesce($6, knowledge_record)
     where owner = $1 and id = $2
       and (ending_signature is null or ending_key is distinct from $5)`,
    [
      ...[owner, id, reason, signature ? (at ?? now) : now, key],
      ...[signature ? (knowledgeRecord ?? null) : null, signature ?? null],
    ],
  );
}
