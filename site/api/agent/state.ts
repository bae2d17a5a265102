// GET /api/agent/state: what a Golem needs to know about itself.
import { contextsOf, permissionsOf } from '../golems/golem';
import type { Handler } from '../plane/plane';
import { disabledAt } from '../records/endings';
import type { Estate } from '../records/estate';
import { golemDocument } from '../records/golems';
import type { GolemRow } from '../records/rows';
import { stopFor } from '../records/stops';
import { requestsOf } from '../runway/requests';
import { speakerOf } from './golem-key';

export const agentState: Handler<'agentState'> = async ({ plane, caller, now }) => {
  const { golem, estate } = await speakerOf(plane, caller.agent, now);
  const last = estate.heartbeats.find((heartbeat) => heartbeat.golem === golem.id);
  return {
    golem: golemDocument(estate, golem),
    owner: golem.owner,
    permissions: permissionsOf(estate, golem.id),
    contexts: contextsOf(estate, golem.id),
    replicants: childrenOf(estate, golem),
    requests: await requestsOf(plane, { golem: golem.id, owner: golem.owner }, now),
    stop: await stopFor(plane.store, golem, estate),
    lastSequence: last?.sequence ?? null,
  };
};

/** Links that the Golem gave and has not taken back. */
function childrenOf(estate: Estate, { id, owner }: GolemRow) {
  const children = estate.golems.filter((one) => one.parent === id && one.owner === owner);
  const links = estate.slices.filter(({ golem }) => children.some((child) => child.id === golem));
  return links
    .filter(({ chain_id, hash }) => disabledAt(estate, chain_id, hash) === null)
    .slice(0, 100)
    .map(({ golem, context }) => ({ golem, context }));
}
