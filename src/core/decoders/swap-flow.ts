// Where the money of a list of router steps goes, followed from step to step: what the payer gives at most, what each
// receiver gets at least, and which swaps nothing bounds. Figures are bounds, never estimates: what a step does not
// promise counts as zero, and a step that may fail promises nothing.

import type { Address } from 'viem';
import type { Call } from '../chain/call';
import { UNLIMITED } from '../chain/money';
import { dustOf } from '../chain/uniswap';
import { Book, type Receipt } from './swap-book';
import {
  type Arrival,
  emptyPot,
  isEndless,
  less,
  lower,
  ownOf,
  type Pot,
  passed,
  type Swap,
  settle,
  sum,
} from './swap-pot';
import { type Move, NATIVE, NO_CEILING, type Place, type SwapMove } from './swap-steps';

export type Flow = {
  /** By token, at most. */
  paid: ReadonlyMap<Address, bigint>;
  /** By receiver and token, at least. */
  got: readonly Receipt[];
  /** A swap that may return nothing, or cost anything. */
  anyPrice: boolean;
  /** What the router may still hold at the end, at most; null = no bound is known. Anyone can take it. */
  left: readonly { token: Address; most: bigint | null }[];
};

export function flowOf(
  steps: readonly (Move | SwapMove)[],
  { from, value, chainId }: Pick<Call, 'from' | 'value' | 'chainId'>,
): Flow {
  const flow = new Follower(from, chainId);
  if (value > 0n) {
    flow.book.pay(NATIVE, value);
    flow.pot('router', NATIVE).least += value;
    flow.pot('router', NATIVE).most = value;
  }
  for (const step of steps) {
    if (step.kind === 'swap') flow.swap(step);
    else flow.move(step);
  }
  return flow.end();
}

class Follower {
  readonly #pots = new Map<string, Pot>();
  readonly book: Book;
  readonly #settled: Swap[] = [];
  #anyCost = false;

  readonly #chainId: number;

  constructor(payer: Address, chainId: number) {
    this.#chainId = chainId;
    this.book = new Book(payer);
  }

  pot(place: 'router' | 'pool', token: Address): Pot {
    const key = `${place} ${token.toLowerCase()}`;
    const known = this.#pots.get(key) ?? emptyPot(token);
    this.#pots.set(key, known);
    return known;
  }

  swap(asked: SwapMove): void {
    const step = this.#paidInCoin(asked);
    const swap: Swap = {
      own: step.least,
      bounded: this.#isFloor(step.tokenOut, step.least),
      behind: [],
    };
    this.#take(step, swap);
    const promised = step.mayFail ? 0n : step.least;
    if (step.to === 'router' || step.to === 'pool') {
      const pot = this.pot(step.to, step.tokenOut);
      pot.least += promised;
      pot.most = step.exactOut ? sum(pot.most, step.least) : null;
      pot.swaps.push(swap);
      return;
    }
    this.#settled.push(swap);
    this.book.give(step.to, step.tokenOut, promised, step.mayFail);
  }

  #isFloor(token: Address, least: bigint): boolean {
    return least >= dustOf(this.#chainId, token);
  }

  #paidInCoin(step: SwapMove): SwapMove {
    const { most, from, orCoin } = step;
    if (!orCoin || from !== 'payer' || most === 'all') return step;
    if (this.pot('router', NATIVE).least < most) return step;
    return { ...step, from: 'router', tokenIn: NATIVE };
  }

  /** The payer gives as much as the router holds, which keeps its own. */
  #asMuchAsHeld(token: Address): bigint {
    return this.pot('router', token).most || UNLIMITED;
  }

  /** What a swap sells. */
  #take({ from, tokenIn, most, exactOut, mayFail }: SwapMove, swap: Swap): void {
    if (from === 'payer') {
      const amount = most === 'all' ? this.#asMuchAsHeld(tokenIn) : most;
      if (exactOut && amount >= NO_CEILING) this.#anyCost = true;
      this.book.pay(tokenIn, amount);
      return;
    }
    const pot = this.pot(from, tokenIn);
    const isOpen = exactOut && most !== 'all' && most >= NO_CEILING;
    if (isOpen && from === 'pool') pot.open = true;
    // Without a ceiling of its own, a swap costs at most what lies in the router.
    if (isOpen && from === 'router' && isEndless(pot.most)) this.#anyCost = true;
    if (from === 'pool' && most !== 'all' && !exactOut && pot.most !== null && most > pot.most) {
      pot.surely += most - pot.most;
    }
    // An exact output may cost nothing, and a step that may fail sells nothing: the rest stays.
    if (!exactOut && !mayFail) pot.most = most === 'all' ? 0n : less(pot.most, most);
    swap.behind = pot.swaps;
    pot.swaps = [];
    if (most === 'all') {
      pot.least = 0n;
      return;
    }
    // What the pool has not been given yet is a debt, to be settled by a later step.
    if (from === 'pool' && most > pot.least) pot.owed += most - pot.least;
    // The router cannot sell what it has not got: the amount itself is a floor under what came before.
    if (from === 'router' && !exactOut && most > ownOf(swap.behind)) {
      if (this.#isFloor(tokenIn, most)) settle(swap.behind);
    }
    pot.least = most > pot.least ? 0n : pot.least - most;
  }

  move(step: Move): void {
    // The pool takes the chain's own coin from the router, whoever is said to pay.
    const from = step.from === 'payer' && step.token === NATIVE ? 'router' : step.from;
    if (from === 'payer') this.#pull(step);
    else this.#pass({ ...step, from });
  }

  /** From the payer's own account. */
  #pull(step: Move): void {
    const { to, token, amount, mayFail } = step;
    const owed = to === 'pool' ? this.pot('pool', token).owed : 0n;
    const most =
      typeof amount === 'bigint'
        ? amount
        : amount === 'all'
          ? this.#asMuchAsHeld(token)
          : lower(owed, step.most);
    this.book.pay(token, most);
    if (to === 'pool' && owed > 0n) this.#settle(step, most);
    else this.#arrive(to, token, { least: mayFail ? 0n : most, most, swaps: [], mayFail });
  }

  /** Pays what is owed to the pool, `paid` at most. */
  #settle({ token, amount }: Move, paid: bigint | null): void {
    const pot = this.pot('pool', token);
    if (pot.open && amount === 'debt' && isEndless(paid)) this.#anyCost = true;
    pot.open = false;
    pot.owed = paid === null || paid >= pot.owed ? 0n : pot.owed - paid;
    pot.surely = 0n;
  }

  /** From the router or the pool. */
  #pass(step: Move & { from: 'router' | 'pool' }): void {
    const pot = this.pot(step.from, step.token);
    const { promised, left } = passed(step, pot.least);
    const explicit = step.mayFail ? 0n : typeof step.amount === 'bigint' ? step.amount : step.least;
    const swaps = pot.swaps;
    const isShare = typeof step.amount === 'object';
    const most = this.#mostOf(step, pot);
    if (step.from === 'pool' && typeof step.amount === 'bigint' && step.amount > pot.least) {
      pot.owed += step.amount - pot.least;
    }
    if (!step.mayFail) pot.most = this.#rest(step, pot);
    if (step.to === 'pool' && this.pot('pool', step.token).owed > 0n) this.#settle(step, most);
    if (!isShare && explicit > ownOf(swaps) && this.#isFloor(step.token, explicit)) settle(swaps);
    pot.least = left;
    // A share leaves the rest where it is; so does a step that may not happen, or a part of it all.
    const moves = step.amount === 'all' && !step.mayFail ? swaps : [];
    if (moves.length > 0) pot.swaps = [];
    const least = step.mayFail ? 0n : promised;
    this.#arrive(step.to, step.as ?? step.token, {
      least,
      most,
      swaps: moves,
      mayFail: step.mayFail,
    });
  }

  /** What a step moves at most. */
  #mostOf({ amount, most }: Move, pot: Pot): bigint | null {
    if (typeof amount === 'bigint') return amount;
    if (amount === 'debt') return pot.most === null ? (most ?? null) : lower(pot.most, most);
    return pot.most;
  }

  /** What stays behind at most. */
  #rest({ amount, token, to }: Move, { most }: Pot): bigint | null {
    if (amount === 'all') return 0n;
    if (typeof amount === 'bigint') return less(most, amount);
    if (amount === 'debt') return to === 'pool' ? less(most, this.pot('pool', token).surely) : most;
    if (amount.bips >= 10_000n) return 0n;
    return most === null ? null : most - (most * amount.bips) / 10_000n;
  }

  #arrive(to: Place, token: Address, { least, most, swaps, mayFail }: Arrival): void {
    if (to === 'router' || to === 'pool') {
      const pot = this.pot(to, token);
      pot.least += least;
      pot.most = most === null ? null : sum(pot.most, most);
      pot.swaps.push(...swaps);
      return;
    }
    this.#settled.push(...swaps);
    this.book.give(to, token, least, mayFail);
  }

  end(): Flow {
    // What is left in the router belongs to whoever asks next.
    const stranded = [...this.#pots.values()].flatMap(({ swaps }) => swaps);
    const swaps = [...this.#settled, ...stranded];
    const isOpen = [...this.#pots.values()].some(({ open }) => open);
    const anyPrice = this.#anyCost || isOpen || swaps.some((swap) => !swap.bounded);
    const left = [...this.#pots]
      .filter(([place, { most }]) => place.startsWith('router') && most !== 0n)
      .map(([, { token, most }]) => ({ token, most }));
    return { ...this.book.entries(), anyPrice, left };
  }
}
