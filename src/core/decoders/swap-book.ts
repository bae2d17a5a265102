// Who paid and who got what over a list of steps: payments at most, receipts at least.
import type { Address } from 'viem';
import { lower } from '../bytes/hex';

/** `mayFail`: a step that brings a part of it may not happen. */
export type Receipt = { to: Address; token: Address; least: bigint; mayFail: boolean };

export class Book {
  readonly #payer: Address;
  readonly #paid = new Map<Address, bigint>();
  readonly #got = new Map<string, Receipt>();

  constructor(payer: Address) {
    this.#payer = payer;
  }

  pay(token: Address, amount: bigint): void {
    const key = lower(token);
    this.#paid.set(key, (this.#paid.get(key) ?? 0n) + amount);
  }

  give(to: 'payer' | Address, token: Address, least: bigint, mayFail: boolean): void {
    const receiver = to === 'payer' ? this.#payer : to;
    const key = `${receiver} ${token}`.toLowerCase();
    const known = this.#got.get(key) ?? { to: receiver, token, least: 0n, mayFail: false };
    this.#got.set(key, { ...known, least: known.least + least, mayFail: known.mayFail || mayFail });
  }

  entries(): { paid: ReadonlyMap<Address, bigint>; got: Receipt[] } {
    return { paid: this.#paid, got: [...this.#got.values()] };
  }
}
