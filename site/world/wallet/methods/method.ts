// One JSON-RPC method as a site calls it.
import type { Struct } from '@metamask/superstruct';
import { validate } from '@metamask/superstruct';
import { invalidParams } from '../errors';
import type { Wallet } from '../host/wallet';

export type Call = { wallet: Wallet; origin: string; params: unknown };
export type Method = (call: Call) => Promise<unknown>;
export type Methods = { [name: string]: Method };

/** Parameters as the wallet's own struct checks them. */
export function parsed<Value>(params: unknown, struct: Struct<Value>): Value {
  const [failure, value] = validate(params, struct);
  if (failure) {
    const where = failure.path.join(' > ') || 'params';
    throw invalidParams(`Invalid params\n\n${where} - ${failure.message}`);
  }
  return value as Value;
}
