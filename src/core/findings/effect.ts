// What a call does, as data: the part of its meaning that is judged over a whole transaction. Sentences
// about one call are its decoder's; totals, and what is left standing after a batch, are made of these.
import type { Address, Hex } from 'viem';
import type { Call } from '../chain/call';

/** Money leaves `payer` at once. */
export type Payment = {
  kind: 'pays';
  payer: Address;
  /** null = the chain's own currency. */
  token: Address | null;
  /** Base units, or the number of one NFT: the selectors are the same. */
  amount: bigint;
  to: Address;
};

/** `to` may take it from `payer` later; an amount of 0 ends what was allowed. */
export type Allowance = {
  kind: 'allows';
  payer: Address;
  token: Address;
  amount: bigint;
  to: Address;
};

/** As the GolemPolicyEnforcer takes it. */
export type Raise = {
  kind: 'raises';
  manager: Address;
  guardian: Address;
  budgetId: bigint;
  generation: bigint;
};

/** What takes or gives back the power of permissions. */
export type Ending =
  | { kind: 'disables' | 'enables'; hash: Hex }
  /** The account's counter at MetaMask's manager moves: every grant that carries it is over. */
  | { kind: 'ends grants'; account: Address }
  /** The owner's epoch moves: every lease that names it is over. */
  | { kind: 'ends leases'; account: Address }
  | Raise;

export type Effect = Payment | Allowance | Ending;

/** An effect and the call that has it. */
export type Placed<Kind extends Effect = Effect> = { effect: Kind; call: Call };

export function paymentsIn(placed: readonly Placed[]): Placed<Payment>[] {
  return placed.filter((one): one is Placed<Payment> => one.effect.kind === 'pays');
}

/** Those that allow anything: an allowance of nothing takes power away. */
export function allowancesIn(placed: readonly Placed[]): Placed<Allowance>[] {
  return placed.filter(
    (one): one is Placed<Allowance> => one.effect.kind === 'allows' && one.effect.amount > 0n,
  );
}
