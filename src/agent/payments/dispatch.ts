// The record of one thing the key signed to be mined: a payment, a report, a sweep. It is written before it leaves, and
// stays until the chain has said what became of it. What may have been signed several times for one place in line (a
// nonce) is one dispatch with several tries: the chain takes one of them at most.
import { type Address, type Hex, isAddress, isHex } from 'viem';

/** Whom it pays: enough to find the payment again in the logs of a block. */
export type Payment = {
  /** Whose money. */
  account: Address;
  /** null = native currency. */
  token: Address | null;
  payee: Address;
  amount: bigint;
};

export type Try = {
  /** Of the transaction, or of the user operation. */
  hash: Hex;
  /** As it was signed, to be sent again; empty once it lies deep in the chain. */
  raw: string;
};

export type Result = {
  transaction: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  gasUsed: bigint;
  /** What reached the payee; 0 for what is no payment. */
  amount: bigint;
};

export type Dispatch = {
  id: string;
  /** What was asked for, in words of the caller: two with the same mark may be the same wish. */
  mark: string;
  /** Whose it is: several Golems may share a store. Absent in records of before, and without a Golem. */
  golem?: string;
  way: 'transaction' | 'operation';
  from: Address;
  nonce: bigint;
  to: Address;
  data: Hex;
  value: bigint;
  pays: Payment | null;
  tries: Try[];
  /** The newest block when it was signed. */
  since: bigint;
  state: 'open' | 'done' | 'failed';
  result: Result | null;
  /** Why it failed. */
  reason: string | null;
  /** The caller knows how it ended. */
  told: boolean;
};

export function dispatchText(dispatch: Dispatch): string {
  const plain = (_: string, value: unknown) =>
    typeof value === 'bigint' ? { big: `${value}` } : value;
  return JSON.stringify({ version: 1, ...dispatch }, plain);
}

/** Throws for what it did not write: a record that cannot be read is a payment that could be made twice. */
export function parseDispatch(name: string, text: string): Dispatch {
  try {
    const json = JSON.parse(text, (_, value) =>
      typeof value?.big === 'string' && /^\d{1,78}$/.test(value.big) ? BigInt(value.big) : value,
    );
    if (json.version === 1 && json.id === name && isWhole(json)) {
      const { version: _, ...dispatch } = json;
      return dispatch as Dispatch;
    }
  } catch {
    // Said below.
  }
  throw new Error(
    `The record "${name.slice(0, 96)}" of a payment cannot be read, so nothing is sent. Bring it back from a copy; remove it only when you know what became of that payment.`,
  );
}

function isWhole(json: { [field in keyof Dispatch]?: unknown }): boolean {
  const { pays, result } = json as Partial<Dispatch>;
  return (
    typeof json.mark === 'string' &&
    ['string', 'undefined'].includes(typeof json.golem) &&
    (json.way === 'transaction' || json.way === 'operation') &&
    [json.from, json.to].every(isPlace) &&
    isHex(json.data) &&
    [json.nonce, json.value, json.since].every((one) => typeof one === 'bigint') &&
    ['open', 'done', 'failed'].includes(`${json.state}`) &&
    (json.reason === null || typeof json.reason === 'string') &&
    typeof json.told === 'boolean' &&
    Array.isArray(json.tries) &&
    json.tries.every(({ hash, raw }: Try) => isHash(hash) && typeof raw === 'string') &&
    (pays === null || isPayment(pays)) &&
    (result === null || isResult(result)) &&
    (json.state !== 'done' || result !== null)
  );
}

function isPayment(pays: Partial<Payment> | undefined): boolean {
  return (
    [pays?.account, pays?.payee].every(isPlace) &&
    (pays?.token === null || isPlace(pays?.token)) &&
    typeof pays?.amount === 'bigint'
  );
}

function isResult(result: Partial<Result> | undefined): boolean {
  return (
    [result?.transaction, result?.blockHash].every(isHash) &&
    [result?.blockNumber, result?.gasUsed, result?.amount].every((one) => typeof one === 'bigint')
  );
}

function isPlace(value: unknown): boolean {
  return typeof value === 'string' && isAddress(value, { strict: false });
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value);
}
