// Decoded values as JSON: for `explain` and for people who compare.
import type { AbiParameter } from 'viem';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Parameters and decoded values to JSON: bigints become decimal strings, tuples become objects. */
export function namedJson(
  params: readonly AbiParameter[],
  values: readonly unknown[],
): { [key: string]: Json } {
  return Object.fromEntries(
    params.map((param, index) => [param.name ?? `arg${index}`, toJson(values[index])]),
  );
}

function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (value !== null && typeof value === 'object') {
    return jsonOf(value);
  }
  return null;
}

export function jsonOf(struct: object): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(struct).map(([key, item]) => [key, toJson(item)]));
}
