// What a call moves, by its bytes alone: of a fixed call all of them, of others those that rules pin. An approval
// counts as a payment: whoever is approved takes the money later, past every rule of the delegation.

import type { Address, Hex } from 'viem';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import { UNLIMITED } from '../chain/money';
import { type Calls, type Pin, type Step, selectorOf } from './calls';
import { most } from './meter';

/** `token` any = the call leaves its contract open. */
export type Move = { token: Address | 'any'; amount: bigint };

const TRANSFER: Hex = '0xa9059cbb';
const TRANSFER_FROM: Hex = '0x23b872dd';

/** Where the amount stands: the number of its argument. */
const AMOUNTS: Readonly<Record<Hex, number>> = {
  [TRANSFER]: 1, // transfer(to, amount)
  '0x095ea7b3': 1, // approve(spender, amount)
  '0x39509351': 1, // increaseAllowance(spender, added)
  [TRANSFER_FROM]: 2, // transferFrom(from, to, amount)
};

/** What one use moves of each token at most; null = Bardo cannot tell. */
export function movesOf(calls: Calls): Move[] | null {
  return calls.steps ? fixedMoves(calls.steps, calls) : pinnedMoves(calls);
}

/** A token's own budget passes its plain `transfer` and nothing else. */
export function transfersOnly(calls: Calls): Calls {
  return { ...calls, selectors: calls.selectors ?? [TRANSFER] };
}

/** No use can approve anybody: what a use takes is gone when it ends, and a balance shows it. */
export function onlyPays({ steps, selectors }: Calls): boolean {
  const paying = (selector: Hex) => selector === TRANSFER || selector === TRANSFER_FROM;
  if (!steps) return selectors?.every(paying) === true;
  return steps.every(({ data }) => data === '0x' || paying(selectorOf(data)));
}

/** Native currency of one use; null = its calls leave it open. */
export function etherOf({ steps }: Calls): bigint | null {
  if (!steps) return null;
  return steps.reduce<bigint | null>(
    (sum, { value }) => (sum === null || value === null ? null : sum + value),
    0n,
  );
}

/** All of its steps once. */
function fixedMoves(steps: readonly Step[], { targets }: Calls): Move[] | null {
  const moves: Move[] = [];
  for (const step of steps) {
    const amount = amountOf(step);
    if (amount === null) return null;
    const tokens = step.target ? [step.target] : (targets ?? (['any'] as const));
    if (amount > 0n) moves.push(...tokens.map((token) => ({ token, amount })));
  }
  return moves;
}

/** One call of a function that Bardo knows; its amount is at most what the pinned bytes leave open. */
function pinnedMoves({ pins, selectors, targets }: Calls): Move[] | null {
  if (pins.length === 0 || selectors === null) return null;
  const places = selectors.map((one) => AMOUNTS[one]);
  if (places.includes(undefined)) return null;
  const amount = places.map((place) => mostPinned(pins, place ?? 0)).reduce(most, 0n);
  // Of an NFT zero is a number as any other, and a single one of them may be dear.
  if (amount >= UNLIMITED || amount === 0n) return null;
  return (targets ?? (['any'] as const)).map((token) => ({ token, amount }));
}

/** An argument with every byte that no rule pins at its highest. */
function mostPinned(pins: readonly Pin[], place: number): bigint {
  const start = startOf(place);
  const digits = Array.from({ length: 64 }, (_, index) => {
    const digitIn = (pin: Pin) => start + index - 2 * pin.start;
    const pin = pins.find((one) => digitIn(one) >= 2 && digitIn(one) < one.value.length);
    return pin ? pin.value.charAt(digitIn(pin)) : 'f';
  });
  return BigInt(`0x${digits.join('')}`);
}

function amountOf({ target, data }: Step): bigint | null {
  if (data === '0x' || isEnding(target, data)) return 0n;
  const place = AMOUNTS[selectorOf(data)];
  if (place === undefined) return null;
  const start = startOf(place);
  // Bytes behind the arguments change nothing; missing ones are zeros to an old token, a failure to others.
  return BigInt(`0x${data.slice(start, start + 64).padEnd(64, '0')}`);
}

/** In digits of the calldata's text: behind `0x` and the selector. */
function startOf(place: number): number {
  return 10 + 64 * place;
}

/** Calls that only end delegations. */
function isEnding(target: Address | null, data: Hex): boolean {
  const selector = selectorOf(data);
  return (
    (sameAddress(target, FRAMEWORK.delegationManager) && selector === '0x49934047') ||
    (sameAddress(target, FRAMEWORK.nonceEnforcer) && selector === '0xf5743c4c')
  );
}
