// The order bytes inside a UniswapX submission. Each reactor knows one layout, so the reactor decides
// how its bytes are read; the result is one trade with both ends of its price.
import type { Address, Hex } from 'viem';
import { decodeStrict, Unreadable } from '../bytes/abi';
import type { OrderKind } from '../chain/chains/record';
import { DUTCH_V2, DUTCH_V3, EXCLUSIVE_DUTCH, PRIORITY } from './uniswapx-layouts';

/** `start` is the amount when the auction opens, `limit` the worst end for the swapper. */
export type Leg = { token: Address; start: bigint; limit: bigint };
export type Trade = {
  reactor: Address;
  swapper: Address;
  deadline: bigint;
  pays: Leg;
  gets: readonly (Leg & { recipient: Address })[];
};

/** null when the bytes are not one well-formed order of this kind. */
export function readOrder(kind: OrderKind, order: Hex): Trade | null {
  try {
    return tradeOf(kind, order);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function tradeOf(kind: OrderKind, order: Hex): Trade {
  switch (kind) {
    case 'exclusive dutch':
      return dutchTrade(decodeStrict(EXCLUSIVE_DUTCH, order)[0]);
    case 'dutch v2':
      return dutchTrade(decodeStrict(DUTCH_V2, order)[0]);
    case 'dutch v3':
      return dutchTrade(decodeStrict(DUTCH_V3, order)[0]);
    case 'priority':
      return priorityTrade(decodeStrict(PRIORITY, order)[0]);
  }
}

type Dutch = {
  info: Pick<Trade, 'reactor' | 'swapper' | 'deadline'>;
  input: DutchLeg;
  outputs: readonly (DutchLeg & { recipient: Address })[];
  cosignerData?: { inputAmount: bigint; outputAmounts: readonly bigint[] };
};
type DutchLeg = { token: Address; startAmount: bigint; endAmount: bigint };

/** A cosigner may better the opening price (0 = left alone); the worst end stays what was signed. */
function dutchTrade({ info, input, outputs, cosignerData }: Dutch): Trade {
  const leg = ({ token, startAmount, endAmount }: DutchLeg, cosigned = 0n): Leg => ({
    token,
    start: cosigned === 0n ? startAmount : cosigned,
    limit: endAmount,
  });
  return {
    ...head(info),
    pays: leg(input, cosignerData?.inputAmount),
    gets: outputs.map((one, index) => ({
      ...leg(one, cosignerData?.outputAmounts[index]),
      recipient: one.recipient,
    })),
  };
}

type Priority = {
  info: Dutch['info'];
  input: { token: Address; amount: bigint };
  outputs: readonly { token: Address; amount: bigint; recipient: Address }[];
};

/** Bidding by priority fee can only better these amounts for the swapper. */
function priorityTrade({ info, input, outputs }: Priority): Trade {
  return {
    ...head(info),
    pays: { token: input.token, start: input.amount, limit: input.amount },
    gets: outputs.map(({ token, amount, recipient }) => ({
      token,
      start: amount,
      limit: amount,
      recipient,
    })),
  };
}

function head({ reactor, swapper, deadline }: Dutch['info']) {
  return { reactor, swapper, deadline };
}
