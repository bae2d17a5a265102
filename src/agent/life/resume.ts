// A Golem goes on after its process died: from its key file with the key that it had, or, where the key lived in memory only,
// with a fresh one that asks its owner for a new lease. Nothing that was kept is believed before the chain was asked.
import type { Address } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { reasonOf } from '../chain/reverts';
import { buryKeyOf, type KeyFile, keyFrom } from '../key/key-keeper';
import { unsealNext } from '../key/next-key';
import type { SessionKey } from '../key/session-key';
import { keyFileStore } from '../key/session-key-file';
import type { GolemRecord } from '../memory/golem-record';
import { memoryOf } from '../memory/memory';
import { type RunwayState, readRunwayState, readVitality } from '../runway/runway-state';
import { createEvents } from '../store/events';
import { memoryStore } from '../store/store';
import { createGolem, type Golem, type GolemOptions } from './golem';
import { demandGolemOptions } from './golem-options';
import {
  readOrNull,
  recoverChildren,
  recoverHoldings,
  recoverRequest,
  type Told,
  toldBy,
} from './holdings';
import { finishRotation } from './rotation';

export type ResumeOptions = Omit<GolemOptions, 'key'> & {
  /** Where the key is kept, sealed; it is made when there is none. Without one each process has a fresh key. */
  keyFile?: KeyFile;
};

/**
 * `new`: nothing is known of it. `waiting`: it has asked its owner, and was not answered. `lost-key`: it had a runway, and this
 * key has none. `live`: its runway can be used as far as the chain shows. `ended`: the chain shows the end of its runway; the
 * heartbeat judges it. `dying`: its death was interrupted; the first beat says so.
 */
export type Resumed =
  | { golem: Golem; state: 'new' | 'waiting' | 'lost-key' | 'live' | 'ended' | 'dying' }
  | { golem: null; state: 'dead' };

/** Throws when an option cannot be right, when what was kept cannot be read, or when the chain cannot be asked. */
export async function resumeGolem(options: ResumeOptions): Promise<Resumed> {
  demandGolemOptions(options);
  const { keyFile, ...given } = options;
  const events = options.events ?? createEvents();
  const now = options.now ?? (() => Math.floor(Date.now() / 1000));
  const store = options.store ?? (keyFile ? keyFileStore(keyFile.file) : memoryStore());
  const whose = { id: options.id, owner: options.owner, chainId: options.chain.chainId };
  const record = await memoryOf(whose, store).recall();
  if (record.death?.completedAt != null) {
    if (keyFile) await buryKeyOf(keyFile);
    return { golem: null, state: 'dead' };
  }
  const kept = keyFile ? await keyFrom(keyFile, { events, now }) : null;
  const golem = createGolem({ ...given, events, now, store, ...(kept ? { key: kept.key } : {}) });
  golem.keeper = kept?.keeper ?? null;
  const fresh = kept?.fresh ?? true;
  const state = await recovered(golem, record).catch((error: unknown) => {
    throw new Error(`The Golem could not be resumed: ${reasonOf(error)}.`);
  });
  if (state === 'dead') {
    golem.key.destroy('terminal');
    return { golem: null, state };
  }
  await tellResumed(golem, { state, fresh });
  return { golem, state };
}

async function recovered(golem: Golem, record: GolemRecord): Promise<Resumed['state']> {
  await golem.sequence.load?.();
  golem.pendingKey = nextKeyOf(golem, record);
  const told = await toldBy(golem);
  const held = await recoveredHoldings(golem, told, record);
  golem.children = await recoverChildren(golem, told, record);
  if (await hasDied(golem, record)) return 'dead';
  const request = record.request ?? recoverRequest(golem, told);
  if (request && !record.request) await golem.memory.change(() => ({ request }));
  return stateOf(golem, { ...record, request }, held);
}

/** A rotation may have been cut between the lease and the key file: what the present key lost, the next one has. */
async function recoveredHoldings(
  golem: Golem,
  told: Told | null,
  record: GolemRecord,
): Promise<RunwayState | null> {
  const held = await recoverHoldings(golem, told, record);
  if (!golem.pendingKey || (held && held.ended === null)) return held;
  const { runway, permission } = record;
  const taken = runway ? { context: runway, permission } : null;
  if (!(await finishRotation(golem, taken)) || !golem.runway) return held;
  return readRunwayState(golem.chain, golem.runway);
}

function stateOf(
  { runway, key }: Golem,
  record: GolemRecord,
  held: RunwayState | null,
): Exclude<Resumed['state'], 'dead'> {
  if (record.death) return 'dying';
  if (runway && held) return held.ended === null ? 'live' : 'ended';
  if (record.request && sameAddress(record.request.body.sessionKey, key.address)) return 'waiting';
  return record.runway === null ? 'new' : 'lost-key';
}

/** Of a rotation that was under way. One that took place before the process died is the present key by now. */
function nextKeyOf({ key, events, now }: Golem, { nextKey }: GolemRecord): SessionKey | null {
  if (!nextKey || sameAddress(nextKey.address, key.address)) return null;
  return unsealNext(key, nextKey, { events, now });
}

/** A key that no lease names any more learns it from the lease that its predecessor had: nothing heals from terminal. */
async function hasDied({ chain, runway }: Golem, record: GolemRecord): Promise<boolean> {
  const before = runway === null && record.runway ? readOrNull(record.runway, chain.chainId) : null;
  if (!before?.lease) return false;
  const { guardian, terms } = before.lease;
  return (await readVitality(chain, guardian, terms.golemId)).phase === 'terminal';
}

async function tellResumed(
  golem: Golem,
  { state, fresh }: { state: Exclude<Resumed['state'], 'dead'>; fresh: boolean },
): Promise<void> {
  const { id, key, children, sequence, journal } = golem;
  const keys: Address[] = [key.address, ...(await journal.formerKeys(id, key.address))];
  const open = await Promise.all(keys.map((address) => journal.open(address)));
  golem.events.emit('golem:resumed', {
    ...{ golem: id, state, fresh, address: key.address, sequence: sequence.last },
    children: children.map((child) => child.id),
    doubts: open.flat().filter(({ pays }) => pays !== null).length,
  });
}
