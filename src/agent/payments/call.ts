// What a Golem wants done on chain, and how that can end.
import type { Address, Hex } from 'viem';
import type { Journal } from './claims';
import type { Payment } from './dispatch';

export type Call = {
  to: Address;
  data?: Hex;
  value?: bigint;
  /** What the call spends of the key's budget, for its events. */
  spends?: bigint;
  /** Exact gas and price, for a sweep that must leave nothing. */
  gas?: bigint;
  gasPrice?: bigint;
  /** Its identity (`Journal.claim`): sent again, it is answered with what happened. */
  id?: string;
  /** What was wished, for the journal. */
  mark?: string;
  /** The payment that the logs must show. */
  pays?: Payment;
};

export type Sent = {
  transaction: Hex;
  blockNumber: bigint;
  gasUsed: bigint;
  /** What reached the payee of `pays`. */
  paid?: bigint;
};

export type Sender = {
  /** What the called contract sees as its caller. */
  address: Address;
  /** Resolves when the chain has it; throws when the chain refuses it. */
  send: (call: Call) => Promise<Sent>;
  /** Where it keeps what it sent. A sender without one must itself keep the promise of `Call.id`. */
  journal?: Journal;
  /**
   * Looks after what was signed before, and sends nothing new; at once, when calls are waiting. Part of every beat.
   * `former`: addresses of keys that are gone, whose payments are handed over again as they were signed.
   */
  tend?: (former?: readonly Address[]) => Promise<void>;
  /** Ends a doubt that no node can end any more, by the word of somebody who knows. */
  conclude?: (transaction: Hex, conclusion: Conclusion) => Promise<Concluded>;
};

/** How somebody says a payment ended. `blockNumber`: of the block that holds it. */
export type Conclusion = { is: 'failed' } | { is: 'paid'; blockNumber: bigint };

export type Concluded =
  /** `by`: whose word it is; the chain's own answer goes first. */
  { ok: true; state: 'paid' | 'failed'; by: 'chain' | 'caller' } | { ok: false; reason: string };

/** The transaction was given to the node and nobody knows what became of it. */
export class Unconfirmed extends Error {
  readonly transaction: Hex;

  constructor(transaction: Hex, message?: string) {
    super(message ?? `Transaction ${transaction} was sent but is not confirmed yet.`);
    this.name = 'Unconfirmed';
    this.transaction = transaction;
  }
}

/** An earlier one is in doubt; this one was neither signed nor sent. */
export class Blocked extends Unconfirmed {
  constructor(transaction: Hex) {
    super(
      transaction,
      `Nothing was sent: transaction ${transaction} before it is not confirmed yet.`,
    );
    this.name = 'Blocked';
  }
}

/** It is settled, and it did not do what it was for. It will not happen later either. */
export class NotMade extends Error {
  readonly transaction: Hex | null;

  constructor(reason: string, transaction: Hex | null) {
    super(reason);
    this.name = 'NotMade';
    this.transaction = transaction;
  }
}
