// The fields of a UniswapX order, taken out of the witness that carries them.
import type { Address } from 'viem';
import { Unreadable } from '../bytes/abi';
import { isHex } from '../bytes/hex';
import { least, most } from '../delegations/meter';
import type { TypedMessage } from './typed-message';
import { fieldsOf, readStruct, type TypedStruct, type TypedValue } from './typed-values';

/** Amounts at the worst end for the one who pays: most to give, least to get. */
export type Order = {
  swapper: string;
  reactor: string;
  deadline: bigint | null;
  pays: { token: Address; amount: bigint };
  gets: { token: Address; amount: bigint; recipient: Address }[];
};

/** null: no witness, or none that is an order. */
export function orderIn(typed: TypedMessage): Order | null {
  const field = fieldsOf(typed.types, typed.primaryType)?.find(({ name }) => name === 'witness');
  if (!field?.type.endsWith('Order')) return null;
  try {
    return orderOf(readStruct(typed.types, field.type, typed.message.witness));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function orderOf(order: TypedStruct): Order | null {
  const info = structIn(order.info);
  const inputs = structIn(order.input ?? order.baseInput) ?? order;
  const outputs = order.outputs ?? order.baseOutputs;
  const token = inputs.token ?? inputs.inputToken ?? inputs.baseInputToken;
  if (!info || !Array.isArray(outputs) || !isHex(token, 20)) return null;
  const gets = outputs.flatMap((one) => outputOf(structIn(one)));
  const { swapper, reactor, deadline } = info;
  if (!isHex(swapper, 20) || !isHex(reactor, 20) || gets.length !== outputs.length) return null;
  return {
    swapper,
    reactor,
    deadline: typeof deadline === 'bigint' ? deadline : null,
    pays: { token, amount: amountsIn(inputs).reduce(most, 0n) },
    gets,
  };
}

function outputOf(output: TypedStruct | null): Order['gets'] {
  const { token, recipient } = output ?? {};
  const [first = 0n, ...rest] = output ? amountsIn(output) : [];
  if (!isHex(token, 20) || !isHex(recipient, 20)) return [];
  return [{ token, recipient, amount: rest.reduce(least, first) }];
}

/** `startAmount`, `endAmount`, `minAmount`, `baseInputEndAmount`: every field that is an amount by its name. */
function amountsIn(struct: TypedStruct): bigint[] {
  return Object.entries(struct).flatMap(([name, value]) =>
    /amount$/i.test(name) && typeof value === 'bigint' ? [value] : [],
  );
}

function structIn(value: TypedValue | undefined): TypedStruct | null {
  return typeof value === 'object' && !Array.isArray(value) ? value : null;
}
