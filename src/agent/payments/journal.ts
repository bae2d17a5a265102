// The Golem's memory of what it sent, and the one rule of what "the same payment" is:
// - with a key of the caller's, the same key is the same payment, for good;
// - without one, an equal wish is the same payment as long as the caller was not told how the earlier one ended: it was in
//   doubt, or the process died first. Once the caller knows, an equal wish is a new payment.
// A wish that another caller in this process is still waiting for is never taken for somebody else's.
import { createHash, randomBytes } from 'node:crypto';
import type { Address, Hex } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { memoryStore, type Store } from '../store/store';
import type { Dispatch } from './dispatch';
import { recordsIn, type Turn } from './records';

/** How many settled payments with a key of the caller's are remembered; of the others a few, for their nonces. */
const MAX_KEYED = 500;
const MAX_OTHERS = 16;
/** Blocks after which nobody expects a reorganisation to reach: two minutes on Base. */
export const BURIED = 64n;

export class KeyTaken extends Error {
  constructor() {
    super('That idempotency key belongs to another payment: another payee, amount or Golem.');
    this.name = 'KeyTaken';
  }
}

export type Claim = {
  id: string;
  mark: string;
  /** There was such a payment before this call. */
  earlier: boolean;
  /** Ends the claim. `known`: the caller hears how it ended, so that the next equal wish is a new one. */
  end: (known: boolean) => void;
};

export type Journal = {
  /** Holds the identity of a payment for one caller. `key`: the caller's own. */
  claim: (wish: { mark: string; key?: string | undefined }) => Promise<Claim>;
  find: (id: string) => Promise<Dispatch | null>;
  /** By the hash of anything that was signed for it. */
  findBy: (hash: Hex) => Promise<Dispatch | null>;
  /** Not settled, in the order of their nonces. */
  open: (from: Address) => Promise<Dispatch[]>;
  /** Settled, newest nonce last. */
  settled: (from: Address) => Promise<Dispatch[]>;
  /** Keys of the Golem before the present one whose payments may still need looking after, whichever process made them. */
  formerKeys: (golem: string, present: Address) => Promise<Address[]>;
  /**
   * The first record of a dispatch, durable when it resolves; false when there is one of that name by now: then nothing was
   * written, and what was just signed must not leave.
   */
  begin: (dispatch: Dispatch) => Promise<boolean>;
  /** Durable when it resolves. */
  put: (dispatch: Dispatch) => Promise<void>;
  /** Hears of payments that were told as made, and then were not. */
  watch: (hear: (turn: Turn, dispatch: Dispatch) => void) => void;
  /** Lets go of what nobody needs any more. */
  trim: (head: bigint) => Promise<void>;
  /** Lets another process have the store; nothing may be sent by this journal any more. */
  close: () => void;
};

/** Two journals of one store would each pay what the other has paid. */
const journals = new WeakMap<Store, Journal>();

/** Within one process a store has one journal, however often it is opened. */
export function openJournal(store: Store = memoryStore()): Journal {
  const journal = journals.get(store) ?? journalOf(store);
  journals.set(store, journal);
  return journal;
}

function journalOf(store: Store): Journal {
  const { memory, records, begin, put, watch, close } = recordsIn(store);
  const list = async (from: Address, open: boolean) =>
    [...(await records()).values()]
      .filter((one) => one.from === from && (one.state === 'open') === open)
      .sort((one, other) => Number(one.nonce - other.nonce));
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
    begin,
    put,
    watch,
    trim: async (head) => {
      const known = await records();
      for (const name of tooMany([...known.values()], head)) {
        await store.remove(name);
        known.delete(name);
      }
      for (const one of known.values()) if (canShrink(one, head)) await put(shrunk(one));
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

type Waited = { mark: string; callers: number };

function claimsOn({
  memory,
  records,
  put,
}: Pick<ReturnType<typeof recordsIn>, 'memory' | 'records' | 'put'>) {
  const waitedFor = new Map<string, Waited>();
  const end = (id: string, known: boolean) => {
    const waited = waitedFor.get(id);
    if (waited && waited.callers > 1) waited.callers -= 1;
    else waitedFor.delete(id);
    const before = memory.get(id);
    if (!known || !before || before.told || before.state === 'open') return;
    memory.set(id, { ...before, told: true });
    // Only after whoever called has run on with the answer: who is killed before that asks again, and is told again.
    setImmediate(() => {
      const now = memory.get(id);
      if (now) put(now).catch(() => undefined);
    });
  };
  const claim: Journal['claim'] = async ({ mark, key }) => {
    if (key !== undefined && !isName(key)) {
      throw new Error('An idempotency key must be text of 1 to 128 characters.');
    }
    const known = await records();
    const id = key === undefined ? sameWish(known, waitedFor, mark) : keyedId(key);
    const earlier = id === null ? undefined : known.get(id);
    const name = id ?? `pay-${randomBytes(16).toString('hex')}`;
    // Before anything is written the key is taken by who is waited for.
    const waited = waitedFor.get(name) ?? { mark, callers: 0 };
    if ((earlier ?? waited).mark !== mark) throw new KeyTaken();
    waitedFor.set(name, { mark, callers: waited.callers + 1 });
    return { id: name, mark, earlier: earlier !== undefined, end: (told) => end(name, told) };
  };
  return claim;
}

/** The identity of anything that is no payment: it is never asked for again. */
export function callId(): string {
  return `call-${randomBytes(16).toString('hex')}`;
}

function sameWish(
  known: ReadonlyMap<string, Dispatch>,
  waitedFor: ReadonlyMap<string, Waited>,
  mark: string,
): string | null {
  for (const { id, mark: wished, told } of known.values()) {
    if (wished === mark && !told && !waitedFor.has(id) && id.startsWith('pay-')) return id;
  }
  return null;
}

/** Half characters are no text: two different ones would become the same bytes, and so the same payment. */
function isName(key: unknown): boolean {
  return typeof key === 'string' && /^[^\p{Cs}]+$/u.test(key) && key.length <= 128;
}

function keyedId(key: string): string {
  return `key-${createHash('sha256').update(key).digest('hex')}`;
}

function isBuried({ state, result, told, id }: Dispatch, head: bigint): boolean {
  const over = state !== 'open' && (told || id.startsWith('call-'));
  return over && (result === null || result.blockNumber + BURIED < head);
}

function tooMany(all: readonly Dispatch[], head: bigint): string[] {
  const over = all
    .filter((one) => isBuried(one, head))
    .sort((one, other) => Number(other.since - one.since));
  const keyed = over.filter(({ id }) => id.startsWith('key-'));
  const others = over.filter(({ id }) => !id.startsWith('key-'));
  return [...keyed.slice(MAX_KEYED), ...others.slice(MAX_OTHERS)].map(({ id }) => id);
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
