// What a fixed call moves, by its bytes alone. An approval counts as a payment: whoever is approved takes the
// money later, past every rule of the delegation.
import type { Address, Hex } from 'viem';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import { type Calls, type Step, selectorOf } from './calls';

/** `token` any = the call leaves its contract open. */
export type Move = { token: Address | 'any'; amount: bigint };

/** Where the amount stands: the number of its argument. */
const AMOUNTS: Readonly<Record<Hex, number>> = {
  '0xa9059cbb': 1, // transfer(to, amount)
  '0x095ea7b3': 1, // approve(spender, amount)
  '0x39509351': 1, // increaseAllowance(spender, added)
  '0x23b872dd': 2, // transferFrom(from, to, amount)
};

/** All of its steps once; null = Bardo cannot tell what one of them moves. */
export function movesOf({ steps, targets }: Calls): Move[] | null {
  if (!steps) return null;
  const moves: Move[] = [];
  for (const step of steps) {
    const amount = amountOf(step);
    if (amount === null) return null;
    const tokens = step.target ? [step.target] : (targets ?? (['any'] as const));
    if (amount > 0n) moves.push(...tokens.map((token) => ({ token, amount })));
  }
  return moves;
}

/** Native currency of one use; null = its calls leave it open. */
export function etherOf({ steps }: Calls): bigint | null {
  if (!steps) return null;
  return steps.reduce<bigint | null>(
    (sum, { value }) => (sum === null || value === null ? null : sum + value),
    0n,
  );
}

function amountOf({ target, data }: Step): bigint | null {
  if (data === '0x' || isEnding(target, data)) return 0n;
  const place = AMOUNTS[selectorOf(data)];
  if (place === undefined) return null;
  const start = 10 + 64 * place;
  // Bytes behind the arguments change nothing; missing ones are zeros to an old token, a failure to others.
  return BigInt(`0x${data.slice(start, start + 64).padEnd(64, '0')}`);
}

/** Calls that only end delegations. */
function isEnding(target: Address | null, data: Hex): boolean {
  const selector = selectorOf(data);
  return (
    (sameAddress(target, FRAMEWORK.delegationManager) && selector === '0x49934047') ||
    (sameAddress(target, FRAMEWORK.nonceEnforcer) && selector === '0xf5743c4c')
  );
}
