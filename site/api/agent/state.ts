// GET /api/agent/state: what a Golem needs to know about itself.
import { contextsOf, permissionsOf } from '../golems/golem';
import type { Handler } from '../plane/plane';
import { golemDocument } from '../records/golems';
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
    requests: await requestsOf(plane, { golem: golem.id, owner: golem.owner }, now),
    stop: await stopFor(plane.store, golem, estate),
    lastSequence: last?.sequence ?? null,
  };
};
