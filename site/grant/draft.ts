// A grant in the making. It is kept in this browser after every step, so that a closed tab, a refusal or a
// crash loses nothing and nothing is asked twice. Parsed on the way back in: storage is outside data.

import type { Address, Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { DAY } from '../../src/core/chain/time';
import { check } from '../../src/core/protocol/check';
import {
  Address as AddressStruct,
  Amount,
  ChainId,
  Context,
  Hash,
  Id,
  Name,
  Time,
} from '../../src/core/protocol/fields';
import {
  document,
  type Infer,
  list,
  oneOf,
  orAbsent,
  orNull,
  text,
  whole,
  yesNo,
} from '../../src/core/protocol/schema';
import { IssuedLease } from '../wallet/snap';
import type { Wanted } from './terms';

/** In this order. `asked`: the wallet was opened and has not answered yet, or the page was closed meanwhile. */
export const STEPS = [
  'golem',
  'intent',
  'ask',
  'asked',
  'review',
  'account',
  'gas',
  'register',
  'lease',
  'tell',
  'replace',
  'done',
] as const;
export type Step = (typeof STEPS)[number];

const AskStruct = document({
  golem: Id,
  name: Name,
  chainId: ChainId,
  sessionKey: AddressStruct,
  /** Whom the Golem may pay: one to eight with a Snap, none without. */
  payees: list(AddressStruct, 0, 8),
  /** null = the chain's own currency: a grant to refill gas with, beside the runway. */
  token: orNull(AddressStruct),
  /** Base units per period. */
  cap: Amount,
  /** Of the grant; absent = a day. */
  periodSeconds: orAbsent(whole(DAY, 30 * DAY)),
  /** Base units that the lease lets through in any 24 hours; absent = as much as the grant in a period. */
  leaseCap: orAbsent(Amount),
  /** From the moment it is asked for; absent = the lease ends with its grant. */
  leaseDays: orAbsent(whole(1, 3650)),
  days: whole(1, 3650),
  replicantCap: Amount,
  /** The lease stops when the Golem says nothing on chain for so long. */
  maxAgeSeconds: whole(60, 30 * DAY),
  /** First gas, as a number of pulls; 0 = none is sent. */
  gasPulls: whole(0, 1000),
  /** Wei per day it may refill its gas with: asked for as a grant of its own once the runway stands. */
  gasDaily: orAbsent(Amount),
  /** The Golem's own request it answers, and whether it is answered exactly as asked. */
  request: orNull(Id),
  exactly: yesNo(),
  /** The live permission it replaces. */
  replaces: orNull(Id),
});
export type Ask = Infer<typeof AskStruct>;

const DraftStruct = document({
  version: whole(1, 1),
  owner: AddressStruct,
  ask: AskStruct,
  /** null = no Snap: the grant goes straight to the session key. */
  guardian: orNull(AddressStruct),
  step: oneOf(STEPS),
  startAt: Time,
  /** Roots the wallet listed before it was asked: what it lists besides is the answer. */
  known: list(Hash, 0, 1000),
  context: orNull(Context),
  /** The owner saw that something else was granted than asked, and took it. */
  accepted: yesNo(),
  lease: orNull(IssuedLease),
  /** The first gas has reached the key, though it may have been spent since. */
  gasSent: orAbsent(yesNo()),
  /** The grant was there before: only the lease on it is new. */
  leaseOnly: yesNo(),
  /** Why it stopped where it is, in words: said beside the step until the owner goes on. */
  stopped: orAbsent(text(/^[\s\S]{0,1000}$/u)),
});
export type Draft = Infer<typeof DraftStruct>;

export function periodOf({ periodSeconds }: Pick<Ask, 'periodSeconds'>): number {
  return periodSeconds ?? DAY;
}

/** The grant's amount holds in a day as well. */
export function leaseCapOf({ cap, leaseCap }: Pick<Ask, 'cap' | 'leaseCap'>): bigint {
  const [whole, daily] = [BigInt(cap), BigInt(leaseCap ?? cap)];
  return daily < whole ? daily : whole;
}

/** A lease cannot outlive its grant. */
export function leaseEndOf({ leaseDays }: Pick<Ask, 'leaseDays'>, from: number, grantEnd: number) {
  return leaseDays === undefined ? grantEnd : Math.min(grantEnd, from + leaseDays * DAY);
}

export function startDraft(
  owner: Address,
  ask: Ask,
  { guardian, now }: { guardian: Address | null; now: number },
): Draft {
  return {
    version: 1,
    owner,
    ask,
    guardian,
    step: 'golem',
    startAt: now,
    known: [],
    context: null,
    accepted: false,
    lease: null,
    leaseOnly: false,
  };
}

/** A new lease on a grant that is there already: feeding within it, another key and its first gas, other rules. */
export function startLease(
  owner: Address,
  ask: Ask,
  { guardian, now, grant }: { guardian: Address; now: number; grant: Hex },
): Draft {
  return {
    ...startDraft(owner, ask, { guardian, now }),
    step: ask.gasPulls > 0 ? 'gas' : 'lease',
    context: grant,
    accepted: true,
    leaseOnly: true,
  };
}

/** A grant that was there before is registered already. */
export function afterGas({ leaseOnly }: Draft): Step {
  return leaseOnly ? 'lease' : 'register';
}

export function wantedOf({ owner, ask, guardian, startAt }: Draft): Wanted {
  return {
    owner,
    chainId: ask.chainId,
    delegate: guardian ?? ask.sessionKey,
    token: ask.token,
    cap: BigInt(ask.cap),
    periodSeconds: periodOf(ask),
    payees: guardian === null && ask.payees.length > 0 ? ask.payees : null,
    endsAt: startAt + ask.days * DAY,
  };
}

export type Storage = {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
};

/** One per owner: a grant that another account of this browser has not finished stays where it is. */
function keyOf(owner: string): string {
  return `bardo.grant.${owner.toLowerCase()}`;
}

/** Before there was one per owner, there was one. */
const FORMER_KEY = 'bardo.grant';

/** Of another owner, of another version or broken counts as none. */
export function loadDraft(storage: Storage, owner: Address): Draft | null {
  return readDraft(storage, keyOf(owner), owner) ?? readDraft(storage, FORMER_KEY, owner);
}

function readDraft(storage: Storage, key: string, owner: Address): Draft | null {
  let json: unknown;
  try {
    json = JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
  const read = check(json, DraftStruct);
  return read.ok && sameAddress(read.value.owner, owner) ? read.value : null;
}

/** As they would be read back, whatever the order of their fields. */
export function isSameDraft(a: Draft | null, b: Draft | null): boolean {
  const plain = (draft: Draft | null) => {
    const read = check(draft, DraftStruct);
    return JSON.stringify(read.ok ? read.value : null);
  };
  return plain(a) === plain(b);
}

export function saveDraft(storage: Storage, draft: Draft): void {
  const owner = draft.owner;
  dropDraft(storage, owner);
  if (draft.step !== 'done') storage.setItem(keyOf(owner), JSON.stringify(draft));
}

export function dropDraft(storage: Storage, owner: Address): void {
  if (readDraft(storage, FORMER_KEY, owner)) storage.removeItem(FORMER_KEY);
  storage.removeItem(keyOf(owner));
}
