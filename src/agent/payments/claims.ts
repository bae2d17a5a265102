// The identity of a payment while its caller waits: the same wish finds the same record.
import { createHash, randomBytes } from 'node:crypto';
import type { Address, Hex } from 'viem';
import type { Dispatch } from './dispatch';
import type { recordsIn, Turn } from './records';
import type { Totals } from './totals';

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
  /** All that this Golem has paid, as far as its records reach back. */
  totals: (golem: string) => Promise<Totals>;
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

type Waited = { mark: string; callers: number };

export function claimsOn({
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
