// Solidity's ABI encoding. Heads come first, one after the other; what has no fixed size leaves there only
// the offset of its tail, and the tails follow in the same order: this one form is called canonical.
import type { AbiParameter, encodeAbiParameters as Encode, Hex } from 'viem';
import { stringToHex } from './hex';

const WORD = 32;

/** Throws a RangeError for a value that is not exactly one of its type. */
export const encodeAbiParameters: typeof Encode = (params, values) =>
  `0x${encodeItems(params as readonly AbiParameter[], values as readonly unknown[])}`;

function encodeItems(items: readonly AbiParameter[], values: readonly unknown[]): string {
  if (items.length !== values.length) throw new RangeError('Invalid values: too few or too many');
  const headBytes = items.reduce((sum, item) => sum + headSize(item), 0);
  let [head, tail] = ['', ''];
  for (const [index, item] of items.entries()) {
    const encoded = encodeItem(item, values[index]);
    head += isDynamic(item) ? lengthWord(headBytes + tail.length / 2) : encoded;
    tail += isDynamic(item) ? encoded : '';
  }
  return head + tail;
}

function encodeItem(item: AbiParameter, value: unknown): string {
  const list = listOf(item);
  if (list) return encodeList(list, value);
  if ('components' in item) {
    const fields = Object(value) as { [key: string]: unknown };
    const { components } = item;
    return encodeItems(
      components,
      components.map(({ name }, index) => fields[Array.isArray(value) ? index : (name ?? '')]),
    );
  }
  if (item.type === 'string' && typeof value === 'string') return encodeBytes(stringToHex(value));
  if (item.type === 'bytes' && isBytes(value)) return encodeBytes(value);
  return encodeWord(item.type, value);
}

function encodeList({ item, count }: List, values: unknown): string {
  if (!Array.isArray(values) || (count !== null && values.length !== count)) {
    throw new RangeError(`Invalid value: must be a list of ${count ?? 'any'} entries`);
  }
  const entries = encodeItems(Array<AbiParameter>(values.length).fill(item), values);
  return count === null ? lengthWord(values.length) + entries : entries;
}

/** Length, then the bytes, filled up with zeros to whole words. */
export function encodeBytes(value: Hex): string {
  const digits = value.slice(2).toLowerCase();
  const words = Math.ceil(digits.length / (2 * WORD));
  return lengthWord(digits.length / 2) + digits.padEnd(words * 2 * WORD, '0');
}

/** A value of an elementary type of fixed size: 64 digits, as EIP-712 takes it too. */
export function encodeWord(type: string, value: unknown): string {
  const [, kind, size] = /^(u?int|bytes|address|bool)(\d*)$/.exec(type) ?? [];
  if (kind === 'bool' && typeof value === 'boolean') return lengthWord(Number(value));
  if (kind === 'address' && isBytes(value, 20)) return digitsOf(value).padStart(64, '0');
  if (kind === 'bytes' && isBytes(value, Number(size || -1)))
    return digitsOf(value).padEnd(64, '0');
  if (kind?.endsWith('int') && (typeof value === 'bigint' || Number.isSafeInteger(value))) {
    const number = BigInt(value as bigint);
    const narrowed = kind === 'uint' ? BigInt.asUintN : BigInt.asIntN;
    if (narrowed(Number(size || 256), number) === number) {
      return BigInt.asUintN(256, number).toString(16).padStart(64, '0');
    }
  }
  throw new RangeError(`Invalid value: must be a proper ${type}`);
}

function lengthWord(length: number): string {
  return length.toString(16).padStart(64, '0');
}

function isBytes(value: unknown, size?: number): value is Hex {
  return (
    typeof value === 'string' &&
    /^0x([0-9a-f]{2})*$/i.test(value) &&
    (size === undefined || value.length === 2 + 2 * size)
  );
}

function digitsOf(value: Hex): string {
  return value.slice(2).toLowerCase();
}

/** `count` null: as many as the encoding says. */
export type List = { item: AbiParameter; count: number | null };

export function listOf(item: AbiParameter): List | null {
  const match = /^(.*)\[(\d*)\]$/.exec(item.type);
  if (!match) return null;
  return { item: { ...item, type: match[1] ?? '' }, count: match[2] ? Number(match[2]) : null };
}

export function isDynamic(item: AbiParameter): boolean {
  const list = listOf(item);
  if (list) return list.count === null || isDynamic(list.item);
  if ('components' in item) return item.components.some(isDynamic);
  return item.type === 'bytes' || item.type === 'string';
}

/** Bytes an item takes among the heads. */
export function headSize(item: AbiParameter): number {
  if (isDynamic(item)) return WORD;
  const list = listOf(item);
  if (list) return (list.count ?? 0) * headSize(list.item);
  if ('components' in item) return item.components.reduce((sum, part) => sum + headSize(part), 0);
  return WORD;
}
