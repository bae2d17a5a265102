// Strict ABI decoding. Common decoders accept dirty padding, out-of-range integers, trailing bytes and
// offsets that point anywhere; a wallet explanation must not, because the same bytes could then mean two
// things. Only the canonical encoding is read: every tail right behind the one before it, and every word exactly
// what encoding its value gives. So each byte is read once, and 128 KB cannot claim gigabytes (a thousand
// list items that share one long tail).
import type { AbiParameter, DecodeAbiParametersReturnType, Hex } from 'viem';
import { encodeBytes, encodeWord, headSize, isDynamic, listOf } from './abi-encode';
import { getAddress } from './hash';
import { hexToString, stringToHex } from './hex';

/** Longest calldata we read: far above real calls (a 64-call batch is about 20 KB), far below a stall. */
export const MAX_BYTES = 128 * 1024;

/** In all lists of one call together: real ones hold a few dozen, and each address costs a hash. */
const MAX_ITEMS = 256;

const WORD = 32;

/** Known function, bytes that are not one well-formed call to it. `reason` is fit for an owner. */
export class Unreadable extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'Unreadable';
    this.reason = reason;
  }
}

/** A whole, proper encoding of `size` bytes, and more bytes behind it. */
export class Trailing extends Unreadable {
  readonly size: number;

  constructor(size: number) {
    super(misplaced().reason);
    this.size = size;
  }
}

export function decodeStrict<const Params extends readonly AbiParameter[]>(
  params: Params,
  data: Hex,
): DecodeAbiParametersReturnType<Params> {
  if (byteLength(data) > MAX_BYTES) throw new Unreadable('it is larger than Bardo reads (128 KB)');
  if (data.length % 2 !== 0 || !/^0x[0-9a-f]*$/i.test(data)) {
    throw new Unreadable('it is not valid hexadecimal');
  }
  const source = { digits: data.slice(2).toLowerCase(), left: MAX_ITEMS };
  const { values, size } = readItems(params, source, 0);
  if (size !== byteLength(data)) throw new Trailing(size);
  // What was read follows the very parameters that this type is computed from; the compiler cannot see it.
  return values as unknown as DecodeAbiParametersReturnType<Params>;
}

export function byteLength(hex: string): number {
  return Math.floor((hex.length - 2) / 2);
}

/** `left`: how many more list items are read. */
type Source = { digits: string; left: number };

/** `size`: bytes of the value, or of its tail when it has one. */
type Read = { value: unknown; size: number };

/** Offsets count from `base`, where the heads of these items begin. */
function readItems(items: readonly AbiParameter[], source: Source, base: number) {
  const values: unknown[] = [];
  let head = base;
  let size = items.reduce((sum, item) => sum + headSize(item), 0);
  if (2 * (base + size) > source.digits.length) throw misplaced();
  for (const item of items) {
    const dynamic = isDynamic(item);
    if (dynamic && numberAt(source, head) !== size) throw misplaced();
    const read = readItem(item, source, dynamic ? base + size : head);
    values.push(read.value);
    size += dynamic ? read.size : 0;
    head += headSize(item);
  }
  return { values, size };
}

function readItem(item: AbiParameter, source: Source, at: number): Read {
  const list = listOf(item);
  if (list?.count === null) {
    const { value, size } = readList(list.item, numberAt(source, at), source, at + WORD);
    return { value, size: WORD + size };
  }
  if (list) return readList(list.item, list.count, source, at);
  if ('components' in item) {
    const { values, size } = readItems(item.components, source, at);
    return { value: structOf(item.components, values), size };
  }
  if (isDynamic(item)) return readBytes(item.type, source, at);
  return { value: readWord(item.type, digitsAt(source, at, WORD)), size: WORD };
}

function readList(item: AbiParameter, count: number, source: Source, at: number): Read {
  source.left -= count;
  if (source.left < 0) throw misplaced();
  const { values, size } = readItems(Array<AbiParameter>(count).fill(item), source, at);
  return { value: values, size };
}

/** By name; by position when one of the parts has none. */
function structOf(parts: readonly AbiParameter[], values: readonly unknown[]): unknown {
  return parts.every(({ name }) => name)
    ? Object.fromEntries(parts.map(({ name }, index) => [name, values[index]]))
    : values;
}

function readBytes(type: string, source: Source, at: number): Read {
  const value: Hex = `0x${digitsAt(source, at + WORD, numberAt(source, at))}`;
  const encoded = encodeBytes(value);
  const text = type === 'string' ? hexToString(value) : value;
  const proper = type !== 'string' || stringToHex(text) === value;
  if (!proper || !source.digits.startsWith(encoded, 2 * at)) throw dirty();
  return { value: text, size: encoded.length / 2 };
}

function readWord(type: string, digits: string): unknown {
  const value = valueIn(type, digits);
  if (encodeWord(type, value) !== digits) throw dirty();
  return value;
}

function valueIn(type: string, digits: string): unknown {
  if (type === 'address') return getAddress(`0x${digits.slice(24)}`);
  if (type === 'bool') return digits.endsWith('1');
  if (type.startsWith('bytes')) return `0x${digits.slice(0, 2 * Number(type.slice(5)))}`;
  const bits = Number(type.replace(/\D/g, '') || 256);
  const narrowed = type.startsWith('uint') ? BigInt.asUintN : BigInt.asIntN;
  const number = narrowed(bits, BigInt(`0x${digits}`));
  // As viem's types have it.
  return bits <= 48 ? Number(number) : number;
}

/** A word that is an offset or a length: below 2^32. */
function numberAt(source: Source, at: number): number {
  const digits = digitsAt(source, at, WORD);
  if (!/^0{56}/.test(digits)) throw misplaced();
  return Number.parseInt(digits.slice(56), 16);
}

function digitsAt({ digits }: Source, at: number, size: number): string {
  if (2 * (at + size) > digits.length) throw misplaced();
  return digits.slice(2 * at, 2 * (at + size));
}

function misplaced(): Unreadable {
  return new Unreadable('its arguments are cut short, malformed or too many');
}

function dirty(): Unreadable {
  return new Unreadable('its bytes are not the one proper encoding of its arguments');
}
