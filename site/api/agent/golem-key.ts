// Which keys speak for a Golem: the one its lease names, and one that is asking for a lease or a runway.
import type { AgentClaim } from '../../../src/core/protocol/agent-request';
import type { Plane } from '../plane/plane';
import { demand, Problem } from '../plane/problem';
import { type Estate, estateOfGolem } from '../records/estate';
import { leaseOf, sessionKeyOf } from '../records/golems';
import { type GolemRow, golemRow } from '../records/rows';
import { one } from '../store/store';

export type Speaker = { golem: GolemRow; estate: Estate; current: boolean };

export async function speakerOf(
  plane: Plane,
  agent: AgentClaim | null,
  now: number,
): Promise<Speaker> {
  if (!agent) throw new Problem('unauthorized', 'Sign the request with the session key.');
  const golem = await golemRow(plane.store, { owner: agent.owner, id: agent.golem });
  demand(golem, 'not_found', 'This owner has no Golem of this id here.');
  demand(golem.chain_id === agent.chainId, 'wrong_chain', 'This Golem lives on another chain.');
  const estate = await estateOfGolem(plane.store, golem, now);
  if (sessionKeyOf(estate, golem) === agent.sessionKey) return { golem, estate, current: true };
  const asking =
    golem.pending_key === agent.sessionKey || (await isAsking(plane, estate, golem, agent));
  demand(asking, 'forbidden', 'This key does not speak for this Golem.');
  return { golem, estate, current: false };
}

/**
 * A key whose request the owner has answered. Asking alone opens nothing: anybody can ask in any Golem's name. One that
 * asked before the present lease was given has been rotated out; in the same second it may still ask what there is.
 */
async function isAsking(
  plane: Plane,
  estate: Estate,
  golem: GolemRow,
  { sessionKey }: AgentClaim,
): Promise<boolean> {
  const request = await one(
    plane.store,
    `select id from requests where golem = $1 and owner = $2 and session_key = $3
       and state in ('intended', 'granted') and asked_at >= $4`,
    [golem.id, golem.owner, sessionKey, leaseOf(estate, golem.id)?.created_at ?? 0],
  );
  return request !== null;
}

/** For what only the key in force may do. */
export async function currentSpeaker(
  plane: Plane,
  agent: AgentClaim | null,
  now: number,
): Promise<Speaker> {
  const speaker = await speakerOf(plane, agent, now);
  demand(speaker.current, 'forbidden', 'Only the key of the present lease may do this.');
  return speaker;
}
