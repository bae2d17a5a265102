// The Golem's memory of what it sent, and the one rule of what "the same payment" is:
// - with a key of the caller's, the same key is the same payment, for good;
// - without one, an equal wish is the same payment as long as the caller was not told how the earlier one ended: it was in
//   doubt, or the process died first. Once the caller knows, an equal wish is a new payment.
// A wish that another caller in this process is still waiting for is never taken for somebody else's.
import type { Address } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { memoryStore, type Store } from '../store/store';
import { claimsOn, type Journal } from './claims';
import type { Dispatch } from './dispatch';
import { recordsIn } from './records';
import { totalsOf } from './totals';

/** How many settled payments with a key of the caller's are remembered; of the others a few, for their nonces. */
const MAX_KEYED = 500;
const MAX_OTHERS = 16;
/** Blocks after which nobody expects a reorganisation to reach: two minutes on Base. */
export const BURIED = 64n;

/** Two journals of one store would each pay what the other has paid. */
const journals = new WeakMap<Store, Journal>();

/** Within one process a store has one journal, however often it is opened. */
export function openJournal(store: Store = memoryStore()): Journal {
  const journal = journals.get(store) ?? journalOf(store);
  journals.set(store, journal);
  return journal;
}

function journalOf(store: Store): Journal {
  const { memory, records, sums, begin, put, letGo, watch, close } = recordsIn(store);
  const list = async (from: Address, open: boolean) =>
    [...(await records()).values()]
      .filter((one) => one.from === from && (one.state === 'open') === open)
      .sort((one, other) => Number(one.nonce - other.nonce));
  const trim = async (head: bigint) => {
    const known = await records();
    const leaving = tooMany([...known.values()], head);
    if (leaving.length > 0) await letGo(leaving);
    for (const one of known.values()) if (canShrink(one, head)) await put(shrunk(one));
  };
  let trimming: Promise<void> = Promise.resolve();
  return {
    claim: claimsOn({ memory, records, put }),
    find: async (id) => (await records()).get(id) ?? null,
    findBy: async (hash) =>
      [...(await records()).values()].find(({ tries }) => tries.some((one) => one.hash === hash)) ??
      null,
    open: (from) => list(from, true),
    settled: (from) => list(from, false),
    formerKeys: async (golem, present) => {
      const own = [...(await records()).values()].filter((one) => one.golem === golem);
      const former = own.filter(({ from }) => !sameAddress(from, present)).filter(mayChange);
      return [...new Set(former.map(({ from }) => from))];
    },
    totals: async (golem) => {
      const known = await records();
      return totalsOf(golem, sums(), known.values());
    },
    begin,
    put,
    watch,
    // One after the other: two at once would count what leaves twice.
    trim: (head) => {
      const turn = () => trim(head);
      trimming = trimming.then(turn, turn);
      return trimming;
    },
    close: () => {
      journals.delete(store);
      close();
    },
  };
}

/** The same journal, noting whose the payments are that begin in it. */
export function journalFor(golem: string, journal: Journal): Journal {
  return { ...journal, begin: (dispatch) => journal.begin({ ...dispatch, golem }) };
}

function isBuried({ state, result, told, id }: Dispatch, head: bigint): boolean {
  const over = state !== 'open' && (told || id.startsWith('call-'));
  return over && (result === null || result.blockNumber + BURIED < head);
}

function tooMany(all: readonly Dispatch[], head: bigint): Dispatch[] {
  const over = all
    .filter((one) => isBuried(one, head))
    .sort((one, other) => Number(other.since - one.since));
  const keyed = over.filter(({ id }) => id.startsWith('key-'));
  const others = over.filter(({ id }) => !id.startsWith('key-'));
  return [...keyed.slice(MAX_KEYED), ...others.slice(MAX_OTHERS)];
}

/** Not deep enough in the chain to be over for good. */
function mayChange({ pays, tries }: Dispatch): boolean {
  return pays !== null && tries.some(({ raw }) => raw !== '');
}

function canShrink(one: Dispatch, head: bigint): boolean {
  return isBuried(one, head) && one.tries.some(({ raw }) => raw !== '');
}

function shrunk(one: Dispatch): Dispatch {
  return { ...one, data: '0x', tries: one.tries.map(({ hash }) => ({ hash, raw: '' })) };
}
