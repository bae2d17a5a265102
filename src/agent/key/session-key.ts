// The Golem's session key. It lives in memory only, signs, gets old and is destroyed. It has no authority of
// its own: without a lease that names it, it is worth the gas it holds.
//
// Nothing here hands out the bytes: printing, logging, JSON and errors show the address. `destroy` writes
// zeros over them. JavaScript cannot promise that the signing library left no copy in freed memory.

import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import {
  type Address,
  type Hex,
  hashMessage,
  hashTypedData,
  keccak256,
  type LocalAccount,
  serializeTransaction,
  signatureToHex,
  type TransactionSerializable,
  type TypedDataDefinition,
  toHex,
} from 'viem';
import { privateKeyToAddress, sign, toAccount } from 'viem/accounts';
import type { EndedBy } from '../../core/runway/ended';
import type { Events, RotationReason } from '../store/events';
import { type Budget, ROTATION, type RotationRules, share } from './key-rules';

export type KeyOptions = {
  events: Events;
  /** Unix seconds. */
  now: () => number;
  rules?: RotationRules;
};

type Record = { createdAt: number; operations: number };

export class SessionKeyDestroyed extends Error {
  constructor(address: Address) {
    super(`The session key ${address} was destroyed; it signs nothing more.`);
    this.name = 'SessionKeyDestroyed';
  }
}

export class SessionKey {
  readonly address: Address;
  readonly createdAt: number;
  readonly #bytes: Uint8Array;
  readonly #options: KeyOptions;
  #operations: number;
  #destroyed = false;
  #budget: Budget | null = null;
  #warned = false;

  private constructor(bytes: Uint8Array, record: Record, options: KeyOptions) {
    this.address = privateKeyToAddress(toHex(bytes));
    this.#bytes = bytes;
    this.#options = options;
    this.createdAt = record.createdAt;
    this.#operations = record.operations;
  }

  static generate(options: KeyOptions): SessionKey {
    const key = new SessionKey(validScalar(), { createdAt: options.now(), operations: 0 }, options);
    options.events.emit('key:generated', { address: key.address, expiresAt: key.expiresAt });
    return key;
  }

  /** For the encrypted key file only. Takes the bytes over: they are zeroed with the key. */
  static restore(bytes: Uint8Array, record: Record, options: KeyOptions): SessionKey {
    return new SessionKey(bytes, record, options);
  }

  get operations(): number {
    return this.#operations;
  }

  get destroyed(): boolean {
    return this.#destroyed;
  }

  get budget(): Budget | null {
    return this.#budget;
  }

  get expiresAt(): number {
    return this.createdAt + this.#rules.maxAgeSeconds;
  }

  /**
   * A viem account without key material in it. `value` is what the next transaction spends of the
   * budget: it goes into the event and is taken off the local count until the chain is asked again.
   */
  account(value = 0n): LocalAccount {
    return toAccount({
      address: this.address,
      sign: ({ hash }) => this.#sign(hash, 0n),
      signMessage: ({ message }) => this.#sign(hashMessage(message), 0n),
      signTypedData: (typed) => this.#sign(hashTypedData(typed as TypedDataDefinition), 0n),
      signTransaction: async (transaction, options) => {
        const serialize = (options?.serializer ??
          serializeTransaction) as typeof serializeTransaction;
        const unsigned = transaction as TransactionSerializable;
        const signature = await this.#signature(keccak256(await serialize(unsigned)), value);
        return serialize(unsigned, signature);
      },
    });
  }

  sign(hash: Hex): Promise<Hex> {
    return this.#sign(hash, 0n);
  }

  signTypedData(typed: TypedDataDefinition): Promise<Hex> {
    return this.#sign(hashTypedData(typed), 0n);
  }

  /** Sets the budget to what the chain says. */
  setBudget(budget: Budget): void {
    this.#budget = budget;
    const low = budget.total > 0n && share(budget) < this.#rules.budgetFloor;
    if (low && !this.#warned) this.#warn(budget);
    this.#warned = low;
  }

  /** null = the key may go on. */
  rotationDue(): RotationReason | null {
    if (this.#operations >= this.#rules.maxOperations) return 'operations';
    if (this.#options.now() >= this.expiresAt) return 'age';
    return this.#budget !== null && this.#budget.left <= 0n ? 'budget' : null;
  }

  /** The next key. This one still works: it is destroyed when the next one has its lease. */
  successor(reason: RotationReason): SessionKey {
    this.#alive();
    const next = SessionKey.generate(this.#options);
    this.#options.events.emit('key:rotation-triggered', {
      reason,
      oldAddress: this.address,
      newAddress: next.address,
    });
    return next;
  }

  destroy(cause: EndedBy | 'rotated'): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#bytes.fill(0);
    this.#options.events.emit('key:revoked', { address: this.address, cause });
  }

  /** For the encrypted key file only: `use` must not keep the bytes. */
  expose<T>(use: (bytes: Uint8Array) => T): T {
    this.#alive();
    return use(this.#bytes);
  }

  toString(): string {
    return `SessionKey(${this.address}${this.#destroyed ? ', destroyed' : ''})`;
  }

  toJSON(): { address: Address; createdAt: number; operations: number; destroyed: boolean } {
    const { address, createdAt, operations, destroyed } = this;
    return { address, createdAt, operations, destroyed };
  }

  [inspect.custom](): string {
    return this.toString();
  }

  get #rules(): RotationRules {
    return this.#options.rules ?? ROTATION;
  }

  async #sign(hash: Hex, value: bigint): Promise<Hex> {
    return signatureToHex(await this.#signature(hash, value));
  }

  async #signature(hash: Hex, value: bigint) {
    this.#alive();
    const signature = await sign({ hash, privateKey: toHex(this.#bytes) });
    this.#operations += 1;
    if (this.#budget && value > 0n) {
      this.setBudget({ ...this.#budget, left: this.#budget.left - value });
    }
    this.#options.events.emit('key:operation-signed', {
      address: this.address,
      hash,
      value: value.toString(),
      remaining: this.#budget?.left.toString() ?? null,
    });
    return signature;
  }

  #alive(): void {
    if (this.#destroyed) throw new SessionKeyDestroyed(this.address);
  }

  #warn(budget: Budget): void {
    const spent = budget.total - budget.left;
    const each = this.#operations === 0 ? 0n : spent / BigInt(this.#operations);
    this.#options.events.emit('key:budget-warning', {
      address: this.address,
      remainingPercent: Math.round(share(budget) * 1000) / 10,
      estimatedOperationsLeft: each > 0n ? Number(budget.left / each) : null,
    });
  }
}

/** Random bytes that are a private key: all but one in 2^128 are. */
function validScalar(): Uint8Array {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  for (;;) {
    const bytes = new Uint8Array(randomBytes(32));
    const scalar = BigInt(toHex(bytes));
    if (scalar > 0n && scalar < ORDER) return bytes;
  }
}
