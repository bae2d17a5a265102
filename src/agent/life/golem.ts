// One Golem as its runtime holds it: who it is, its present key and runway, and the children it gave to.
import type { Address, Hex } from 'viem';
import type { Delegation } from '../../core/delegations/delegation';
import type { Phase } from '../../core/protocol/status';
import { type AgentChain, demandFresh, freshHead, type Head, NodeTrouble } from '../chain/chain';
import type { KeyKeeper } from '../key/key-keeper';
import { SessionKey } from '../key/session-key';
import { type Memory, memoryOf } from '../memory/memory';
import { type Sequence, storedSequence } from '../memory/sequence';
import type { Sender } from '../payments/call';
import type { Journal } from '../payments/claims';
import { journalFor, openJournal } from '../payments/journal';
import { plainSender } from '../payments/sender';
import { totalRemaining, wholeBudget, worsePhase } from '../runway/budget';
import type { Runway } from '../runway/runway';
import { type RunwayState, readRunwayState } from '../runway/runway-state';
import { createEvents, type Events } from '../store/events';
import { memoryStore, type Store } from '../store/store';
import { demandGolemOptions } from './golem-options';
import type { Plane, Signer } from './plane';
import { feltNow, type Healed, healedBy, isHealed, type Vitals, type Word } from './vitals';

export type { Vitals } from './vitals';

export type Child = { id: string; link: Delegation; context: Hex };

export type GolemOptions = {
  id: string;
  name: string;
  owner: Address;
  chain: AgentChain;
  plane: Plane;
  vitals: () => Vitals;
  /** Where the number of the last heartbeat outlives the process; by default in the store. */
  sequence?: Sequence;
  events?: Events;
  /** Unix seconds. */
  now?: () => number;
  /** One that was kept; else a fresh one. */
  key?: SessionKey;
  /**
   * Where its memory and the records of its payments outlive the process: `keyFileStore` beside a key that is saved,
   * `fileStore`, or one of your own. By default they live in memory, as the key does.
   */
  store?: Store;
  sender?: (chain: AgentChain, key: SessionKey, journal: Journal) => Sender;
};

export type Golem = Required<Omit<GolemOptions, 'sender' | 'store'>> & {
  journal: Journal;
  memory: Memory;
  /** Who keeps its key on disk; null = it lives as long as the process. */
  keeper: KeyKeeper | null;
  senderFor: (key: SessionKey) => Sender;
  sender: Sender;
  runway: Runway | null;
  /** Under which the control plane knows the runway, as far as it has said so. */
  permission: string | null;
  /** The second permission: native currency for the key's own gas. */
  gas: Runway | null;
  children: Child[];
  /** Asked for at a rotation, not leased yet. */
  pendingKey: SessionKey | null;
  lastRedemptionAt: number | null;
  /** The oracle's last word about its own record. */
  heard: Word | null;
  /** By its guardian, a while ago. */
  healed: Healed | null;
};

/** Throws when an option cannot be right. */
export function createGolem(options: GolemOptions): Golem {
  demandGolemOptions(options);
  const { store = memoryStore(), sender = plainly, ...rest } = options;
  const { chain } = options;
  const events = options.events ?? createEvents();
  const now = options.now ?? (() => Math.floor(Date.now() / 1000));
  const key = options.key ?? SessionKey.generate({ events, now });
  const journal = journalFor(options.id, openJournal(store));
  const keys = new Set<Address>();
  const senderFor = (of: SessionKey) => {
    keys.add(of.address);
    return sender(chain, of, journal);
  };
  // Several Golems may share a store, and a key before this process may have paid.
  journal.watch((turn, { golem, from, pays, tries, reason }) => {
    const transaction = tries.at(-1)?.hash;
    if (!pays || !transaction || !(golem === options.id || keys.has(from))) return;
    const { payee, token, amount } = pays;
    const rest = { payee, token, amount: amount.toString(), reason };
    events.emit(`payment:${turn}`, { golem: options.id, transaction, ...rest });
  });
  const whose = { id: options.id, owner: options.owner, chainId: chain.chainId };
  const memory = memoryOf(whose, store);
  const sequence = options.sequence ?? storedSequence(whose, store);
  const own = { events, now, key, journal, memory, sequence, senderFor, sender: senderFor(key) };
  return { ...rest, ...own, ...nothingHeld(), lastRedemptionAt: null };
}

function nothingHeld() {
  return {
    runway: null,
    permission: null,
    gas: null,
    children: [],
    pendingKey: null,
    keeper: null,
    heard: null,
    healed: null,
  };
}

const plainly: NonNullable<GolemOptions['sender']> = (chain, key, journal) =>
  plainSender(chain, key, undefined, journal);

/** Asks the chain, and sets the key's local budget to what it says; throws when the node is behind, or stands still. */
export async function reconcile(golem: Golem, runway: Runway): Promise<RunwayState> {
  const state = await readRunwayState(golem.chain, runway);
  demandFresh(state.block, golem.now());
  if (state.behind) {
    throw new NodeTrouble(
      'the chain’s node is behind: it has not seen yet what this runway was signed upon',
    );
  }
  hearOracle(golem, state);
  const left = totalRemaining(runway, state, phaseOf(golem, state));
  const local = golem.key.budget?.left;
  if (local !== undefined && local !== left) {
    const figures = { local: local.toString(), chain: left.toString() };
    golem.events.emit('budget:reconciled', { golem: golem.id, ...figures });
  }
  golem.key.setBudget({ total: wholeBudget(runway), left });
  return state;
}

/** Throws when the node cannot be asked, is behind, or stands still. */
export async function presentBlock({ chain, now }: Golem): Promise<Head> {
  return demandFresh(await freshHead(chain), now());
}

/** The worse of the Golem's own word and the oracle's. */
export function phaseOf(golem: Golem, state: RunwayState | null): Phase {
  return worsePhase(vitalsOf(golem).phase, state?.vitality?.phase);
}

/** As the runtime measures them, or as its guardian healed them since. */
export function vitalsOf({ vitals, healed, now }: Golem): Vitals {
  return feltNow(vitals(), healed, now());
}

/** Only a guardian makes it better: what the oracle said before is forgotten then. */
function hearOracle(golem: Golem, { vitality }: RunwayState): void {
  const { heard, id, events } = golem;
  if (isHealed(heard, vitality)) {
    golem.healed = healedBy(vitality, golem.vitals(), golem.now());
    const { phase, score } = vitality;
    events.emit('oracle:healed', { golem: id, phase, vitality: score });
  }
  golem.heard = vitality ?? heard;
}

export function signerOf({ id, owner, chain, key, now }: Golem, as: SessionKey = key): Signer {
  return { owner, golem: id, chainId: chain.chainId, key: as, issuedAt: now() };
}
