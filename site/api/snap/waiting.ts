// What waits for the owner, as the status tells it: requests nobody has answered, and Golems that ask for their end.
import { MAX_WAITING, type Waiting } from '../../../src/core/protocol/waiting';
import { hashOf } from '../plane/secrets';
import { endOfGrant } from '../records/endings';
import type { Estate } from '../records/estate';
import type { GolemRow } from '../records/rows';
import { aboutOf } from '../runway/request-kind';
import type { RequestRow } from '../runway/request-rows';
import { openRequests } from '../runway/requests';
import type { Sql } from '../store/store';

export async function waitingOf(sql: Sql, estate: Estate): Promise<Waiting[]> {
  const requests = await openRequests(sql, estate.owner, estate.now);
  const dying = estate.golems.filter((golem) => asksForItsEnd(estate, golem));
  return [
    ...dying.map(endAsked),
    ...requests.map((request) => requestAsked(estate, request)),
  ].slice(0, MAX_WAITING);
}

/** As long as there is anything to end. */
function asksForItsEnd(estate: Estate, { id, asks_revocation }: GolemRow): boolean {
  const isOpen = estate.grants.some(
    (grant) => grant.golem === id && grant.expires_at > estate.now && !endOfGrant(estate, grant),
  );
  return asks_revocation && isOpen;
}

function endAsked(golem: GolemRow): Waiting {
  return {
    id: hashOf(`revocation ${golem.id}`),
    golem: golem.id,
    chainId: golem.chain_id,
    kind: 'revocation',
    askedAt: golem.revocation_asked_at ?? golem.created_at,
    deadline: null,
    knownKey: true,
  };
}

function requestAsked(estate: Estate, row: RequestRow): Waiting {
  const { kind, replaces, knownKey } = aboutOf(estate, row);
  return {
    id: row.id,
    golem: row.golem,
    chainId: row.chain_id,
    kind,
    askedAt: row.asked_at,
    deadline: row.deadline,
    sessionKey: row.session_key,
    token: row.token,
    amount: row.amount,
    days: row.days,
    replaces,
    code: row.code,
    knownKey,
  };
}
