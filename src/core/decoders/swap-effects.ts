// What a list of router steps pays to others than the payer, as effects: what leaves the payer at most. A swap or a
// sweep that pays the payer publishes none.

import type { Address } from 'viem';
import { lower } from '../bytes/hex';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { UNLIMITED } from '../chain/money';
import { wethOf } from '../chain/uniswap';
import type { Payment } from '../findings/effect';
import type { Flow } from './swap-flow';
import { type Move, NATIVE, type SwapMove } from './swap-steps';

type Step = Move | SwapMove;
type Paid = { to: Address; token: Address; amount: bigint };

/** Up to 1 % is a fee; more is a payment. */
const FEE_BIPS = 100n;

/** Whom the steps pay outside of router and pool; a small share is the interface's fee, however it is cut. */
export function receiversOf(call: Call, steps: readonly Step[]): Address[] {
  const all = steps.flatMap((step) => {
    const to = receiverOf(step, call.from);
    return to && !isFee(call, steps, step) ? [to] : [];
  });
  return [...new Map(all.map((one) => [one.toLowerCase(), one])).values()];
}

export function swapEffects(call: Call, steps: readonly Step[], flow: Flow): Payment[] {
  const open = new Map(flow.paid);
  const direct = steps.flatMap((step) => directly(call, step, open));
  const rest = passedOn(call, steps, flow);
  const indirect = rest ? [...open].map(([token, amount]) => ({ to: rest, token, amount })) : [];
  return [...direct, ...indirect]
    .filter(({ to, amount }) => amount > 0n && !sameAddress(to, call.from))
    .map(({ to, token, amount }) => ({
      ...{ kind: 'pays', payer: call.from, amount, to },
      token: token === NATIVE ? null : token,
    }));
}

function receiverOf({ to }: Step, payer: Address): Address | null {
  if (to === 'router' || to === 'pool') return null;
  return to === 'payer' ? payer : to;
}

/** The shares that one receiver gets of one token, wrapped or not, are one fee. */
function isFee(call: Call, steps: readonly Step[], step: Step): boolean {
  if (shareOf(step) === null) return false;
  const key = shareKey(call, step);
  const total = steps
    .filter((one) => shareOf(one) !== null && shareKey(call, one) === key)
    .reduce((sum, one) => sum + (shareOf(one) ?? 0n), 0n);
  return total <= FEE_BIPS;
}

function shareOf(step: Step): bigint | null {
  return step.kind === 'move' && typeof step.amount === 'object' ? step.amount.bips : null;
}

function shareKey(call: Call, step: Step): string {
  const token = step.kind === 'move' ? step.token : step.tokenOut;
  const coin = sameAddress(token, NATIVE) ? wethOf(call.chainId) : token;
  return `${receiverOf(step, call.from)} ${coin}`.toLowerCase();
}

/** Straight out of the payer's account; taken off what is `open`, so that nothing counts twice. */
function directly(call: Call, step: Step, open: Map<Address, bigint>): Paid[] {
  const to = receiverOf(step, call.from);
  const isFixed = step.kind === 'move' && step.from === 'router' && typeof step.amount === 'bigint';
  if (!to || (step.from !== 'payer' && !isFixed)) return [];
  const token = lower(step.kind === 'move' ? step.token : step.tokenIn);
  const asked = step.kind === 'move' ? step.amount : step.most;
  const most = typeof asked === 'bigint' ? asked : UNLIMITED;
  const held = open.get(token) ?? 0n;
  const left = held > most ? held - most : 0n;
  open.set(token, left);
  return [{ to, token, amount: held - left }];
}

/** Who gets what came through router or pool: one stranger, or the router where anyone can take it, is enough. */
function passedOn(call: Call, steps: readonly Step[], flow: Flow): Address | null {
  const through = steps.filter(
    (step) => step.from !== 'payer' || (step.kind === 'swap' && step.orCoin),
  );
  const strangers = receiversOf(call, through).filter((one) => !sameAddress(one, call.from));
  return strangers[0] ?? (flow.left.length > 0 ? call.to : null);
}
