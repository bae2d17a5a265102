// One Golem that lives here on the agent kit: it wakes with the key it had, beats, pays for its thinking, and
// ends decently when it must.
import type { Address } from 'viem';
import {
  type AgentChain,
  adoptRunway,
  connectPlane,
  createEvents,
  createTools,
  type Golem,
  Heartbeat,
  resumeGolem,
  type StopProof,
  type Tools,
  type Vitals,
} from '../../../src/agent/index';
import { signerOf } from '../../../src/agent/life/golem';
import { type Home, openHome } from './home';
import type { Purse } from './purse';

export type Place = {
  portal: string;
  link: AgentChain;
  purse: Purse;
  /** Folder of the Golems' homes. */
  golems: string;
  beatSeconds: number;
  /** Seconds of age in a second. */
  pace: number;
  say: (line: string) => void;
  /** Fires when the world goes to sleep: whoever is not born by then is born the next time. */
  asleep: AbortSignal;
};

export type Being = {
  id: string;
  name: string;
  owner: Address;
  vitals: (age: number) => Vitals;
  /** USDC a beat. */
  spends: number;
  /** More work of a beat, at this age in seconds. */
  work?: (living: Living, age: number) => Promise<void>;
};

export type Living = {
  golem: Golem;
  home: Home;
  tools: Tools;
  /** Begins to beat. Its age counts from the first time. */
  start: () => void;
  /** Its time has come: the next beat is its last. */
  hasten: () => void;
  /** Rests without dying: the next start goes on. */
  rest: () => Promise<void>;
};

const GAS = '1';
const OVER: Vitals = { phase: 'terminal', vitality: 0 };
const now = () => Math.floor(Date.now() / 1000);

/** With gas for its key, and with the runway it had, if it had one. null = it has died before. */
export async function wake(place: Place, being: Being): Promise<Living | null> {
  const { id, name, owner } = being;
  const { link, portal, golems, say } = place;
  const home = openHome(golems, id);
  if (home.memory.dead) return null;
  const events = createEvents();
  events.on('oracle:reported', ({ phase }) => say(`${name} says on chain that it is ${phase}`));
  // Fed and healed, it lives its life once more.
  events.on('oracle:healed', ({ phase }) => {
    say(`${name} was healed: it is ${phase} again`);
    home.memory.bornAt = now();
    home.save();
  });
  let hastened = false;
  const { golem, state } = await resumeGolem({
    ...{ id, name, owner, chain: link, plane: connectPlane({ url: portal }), events },
    vitals: () => (hastened ? OVER : being.vitals(ageOf(home, place))),
    keyFile: home.keyFile,
  });
  if (!golem) return null;
  const tools = createTools({ golems: [golem] }, { pollMs: 500 });
  if (state === 'new') await place.purse.ether(golem.key.address, GAS);
  const pulse = new Heartbeat(golem, {
    intervalSeconds: place.beatSeconds,
    onBeat: () => beat(living, being, ageOf(home, place)),
    onStop: (proof) => end(living, being, { proof, say }),
  });
  const living: Living = {
    ...{ golem, home, tools },
    start: () => {
      if (!home.memory.did.includes('born')) {
        home.memory.bornAt = now();
        home.memory.did.push('born');
        home.save();
      }
      pulse.start();
    },
    hasten: () => {
      hastened = true;
    },
    rest: () => pulse.stop(),
  };
  return living;
}

/** Before its first beat it has no age. */
function ageOf({ memory }: Home, { pace }: Place): number {
  return memory.did.includes('born') ? (now() - memory.bornAt) * pace : 0;
}

/** The newest context for this Golem's key that the control plane knows and the chain honours. */
export async function takeRunway(golem: Golem): Promise<boolean> {
  const state = await golem.plane.ask('agentState', { signer: signerOf(golem) });
  if (!state.ok) return false;
  for (const { context } of state.value.contexts) {
    if ((await adoptRunway(golem, context)) === null) return true;
  }
  return false;
}

async function beat(living: Living, being: Being, age: number): Promise<void> {
  const { golem, tools } = living;
  await being.work?.(living, age);
  const payee = golem.runway?.lease?.terms.payees[0];
  if (!payee || golem.key.destroyed) return;
  await tools.metamask_redeem_runway({
    golem_id: golem.id,
    payee,
    amount_usdc: being.spends,
    purpose: 'thinking',
  });
}

async function end(
  { golem, tools, home }: Living,
  { id, name }: Being,
  { proof, say }: { proof: StopProof; say: Place['say'] },
): Promise<void> {
  const reason = proof.by === 'itself' ? 'terminal' : 'owner_kill_switch';
  say(`${name} ends (${proof.by === 'itself' ? 'its time has come' : `by its ${proof.by}`})`);
  await tools.metamask_revoke_permissions({ golems: [id], reason });
  home.memory.dead = golem.key.destroyed;
  home.save();
  say(`${name} is dead: its certificate is at /api/certificates/${golem.owner}/${id}`);
}
