// What was asked of the wallet and has not been seen to end: written down before the wallet opens, so that a closed
// page, a second tab or a slow chain never makes a payment twice. Parsed on the way back in: storage is outside data.
import type { Address } from 'viem';
import { lower } from '../../src/core/bytes/hex';
import { check } from '../../src/core/protocol/check';
import {
  Address as AddressStruct,
  Amount,
  ChainId,
  Count,
  Hash,
} from '../../src/core/protocol/fields';
import {
  document,
  either,
  type Infer,
  list,
  oneOf,
  orNull,
  text,
  yesNo,
} from '../../src/core/protocol/schema';
import { Bytes } from './provider';
import type { Outgoing } from './send';
import type { Mark } from './traces';

const CallStruct = document({ to: AddressStruct, value: Amount, data: Bytes });
const SentStruct = document({
  from: AddressStruct,
  chainId: ChainId,
  /** What it is for: "gas:0x…", "end:0x…". The same again is the same errand. */
  keys: list(text(/^[\w:-]{1,200}$/), 1, 100),
  calls: list(CallStruct, 1, 100),
  since: orNull(Count),
  block: orNull(Count),
  nonce: orNull(Count),
  /** What the wallet calls it; null = it has not answered yet, or the page was closed meanwhile. */
  handle: orNull(
    either(
      document({ kind: oneOf(['transaction']), id: Hash }),
      document({ kind: oneOf(['batch']), id: text(/^[\w-]{1,4096}$/) }),
    ),
  ),
  /** The owner was told that nobody knows what became of it. */
  told: yesNo(),
});
export type Sent = Infer<typeof SentStruct>;
export type Handle = NonNullable<Sent['handle']>;

export type Errand = {
  from: Address;
  chainId: number;
  keys: readonly string[];
  calls: readonly Outgoing[];
};

export type Ledger = {
  /** An open one that does all of this. */
  find: (errand: Omit<Errand, 'calls'>) => Sent | null;
  keep: (sent: Sent) => void;
  drop: (sent: Sent) => void;
};

type Storage = { getItem: (key: string) => string | null; setItem: (k: string, v: string) => void };

/** The oldest are forgotten: nobody leaves so many open. */
const MAX_KEPT = 50;

export function ledgerIn(storage: Storage): Ledger {
  const keyOf = (from: string) => `bardo.sent.${from.toLowerCase()}`;
  const read = (from: string) => parsed(storage.getItem(keyOf(from)));
  const write = (from: string, all: Sent[]) =>
    storage.setItem(keyOf(from), JSON.stringify(all.slice(-MAX_KEPT)));
  const others = (sent: Sent) => read(sent.from).filter((one) => nameOf(one) !== nameOf(sent));
  return {
    find: ({ from, chainId, keys }) =>
      read(from).findLast(
        (one) => one.chainId === chainId && keys.every((key) => one.keys.includes(key)),
      ) ?? null,
    keep: (sent) => write(sent.from, [...others(sent), sent]),
    drop: (sent) => write(sent.from, others(sent)),
  };
}

function nameOf({ chainId, keys }: Sent): string {
  return `${chainId} ${keys.join()}`;
}

/** What cannot be read counts as none. */
function parsed(json: string | null): Sent[] {
  try {
    const all: unknown = JSON.parse(json ?? '[]');
    return (Array.isArray(all) ? all : []).flatMap((one) => {
      const read = check(one, SentStruct);
      return read.ok ? [read.value] : [];
    });
  } catch {
    return [];
  }
}

export function openSent({ from, chainId, keys, calls }: Errand): Sent {
  return {
    from: lower(from),
    chainId,
    keys: [...keys],
    calls: calls.map(({ to, value, data }) => ({ to, value: `${value}`, data })),
    since: null,
    block: null,
    nonce: null,
    handle: null,
    told: false,
  };
}

export function markOf({ from, calls, since, block, nonce }: Sent): Mark {
  return { from, calls: callsOf(calls), since, block, nonce };
}

function callsOf(calls: Sent['calls']): Outgoing[] {
  return calls.map(({ to, value, data }) => ({ to, value: BigInt(value), data }));
}
