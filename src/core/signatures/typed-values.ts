// EIP-712 values by their declared type. A wallet is generous (numbers as text, hex or decimal); we
// are not: a value that is not exactly one value of its type is unreadable, never guessed.
import type { Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { isHex, lower } from '../bytes/hex';
import type { Json } from '../bytes/json';
import type { TypedField, TypedMessage } from './typed-message';

export type TypedValue = string | bigint | boolean | TypedValue[] | TypedStruct;
export type TypedStruct = { [name: string]: TypedValue };
type Types = { readonly [name: string]: readonly TypedField[] };

const NAME_OF_A_SOLIDITY_TYPE = /^(address|bool|string|bytes\d*|u?int\d*)$/;

/** Every declared field of a struct, read by its type. Throws `Unreadable` naming the field. */
export function readStruct(types: Types, struct: string, data: Json | undefined): TypedStruct {
  const fields = fieldsOf(types, struct);
  if (!fields || NAME_OF_A_SOLIDITY_TYPE.test(struct)) {
    throw new Unreadable('it uses a type it does not declare');
  }
  if (data === null || typeof data !== 'object' || Array.isArray(data)) {
    throw new Unreadable('a part of it is missing');
  }
  const values: TypedStruct = Object.create(null);
  for (const { name, type } of fields) {
    values[name] = readValue(types, type, Object.hasOwn(data, name) ? data[name] : undefined);
  }
  return values;
}

function readValue(types: Types, type: string, value: Json | undefined): TypedValue {
  if (fieldsOf(types, type)) return readStruct(types, type, value);
  if (type.endsWith(']')) return readArray(types, type, value);
  const read = readAtom(type, value);
  if (read === null) throw new Unreadable(`a value is not a proper ${type}`);
  return read;
}

/** A value of an elementary type; null when it is not exactly that. */
export function readAtom(type: string, value: unknown): string | bigint | boolean | null {
  if (type === 'string') return typeof value === 'string' ? value : null;
  if (type === 'bool') return typeof value === 'boolean' ? value : null;
  if (type === 'address') return hexOf(value, 20);
  if (type === 'bytes') return hexOf(value, null);
  const bytes = /^bytes([1-9]|[12]\d|3[0-2])$/.exec(type);
  if (bytes) return hexOf(value, Number(bytes[1]));
  const integer = /^(u?)int(\d{1,3})$/.exec(type);
  return integer ? integerOf(value, integer[1] === 'u', Number(integer[2])) : null;
}

/** A whole number written as a number, decimal text, hex text or bigint; null for anything else. */
export function wholeNumber(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  // Beyond 2^53 a JSON number has already lost digits: what it says is not what was meant.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  if (typeof value !== 'string') return null;
  return /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value)
    ? BigInt(value)
    : /^-\d{1,78}$/.test(value)
      ? -BigInt(value.slice(1))
      : null;
}

/** The declared fields of the message as JSON: whole numbers in decimal, the rest as it came. */
export function argsOf(typed: TypedMessage): { [key: string]: Json } {
  const declared = fieldsOf(typed.types, typed.primaryType);
  const fields = declared ?? Object.keys(typed.message).map((name) => ({ name, type: 'string' }));
  return Object.fromEntries(
    fields
      .filter(({ name }) => Object.hasOwn(typed.message, name))
      .map(({ name, type }) => [name, jsonOf(typed.types, type, typed.message[name] ?? null)]),
  );
}

export function fieldsOf(types: Types, struct: string): readonly TypedField[] | null {
  return Object.hasOwn(types, struct) ? (types[struct] ?? null) : null;
}

/** Whether `types` declares each struct of `expected` with exactly these leading fields. */
export function declares(types: Types, expected: Types): boolean {
  return Object.entries(expected).every(([struct, fields]) =>
    fields.every(({ name, type }, index) => {
      const declared = fieldsOf(types, struct)?.[index];
      return declared?.name === name && declared.type === type;
    }),
  );
}

function readArray(types: Types, type: string, value: Json | undefined): TypedValue[] {
  const bracket = type.lastIndexOf('[');
  const size = type.slice(bracket + 1, -1);
  if (!Array.isArray(value) || (size !== '' && value.length !== Number(size))) {
    throw new Unreadable('a list in it is missing or has the wrong length');
  }
  return value.map((item) => readValue(types, type.slice(0, bracket), item));
}

function jsonOf(types: Types, type: string, value: Json): Json {
  if (Array.isArray(value) && type.endsWith(']')) {
    return value.map((item) => jsonOf(types, type.slice(0, type.lastIndexOf('[')), item));
  }
  const fields = fieldsOf(types, type);
  if (fields && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const known = fields.filter(({ name }) => Object.hasOwn(value, name));
    return Object.fromEntries(
      known.map((field) => [field.name, jsonOf(types, field.type, value[field.name] ?? null)]),
    );
  }
  const atom = readAtom(type, value);
  return typeof atom === 'bigint' ? atom.toString() : value;
}

function hexOf(value: unknown, bytes: number | null): Hex | null {
  if (!isHex(value, bytes ?? undefined) || value.length % 2 !== 0) return null;
  return lower(value);
}

function integerOf(value: unknown, unsigned: boolean, bits: number): bigint | null {
  const number = wholeNumber(value);
  if (number === null || bits < 8 || bits > 256 || bits % 8 !== 0) return null;
  const least = unsigned ? 0n : -(1n << BigInt(bits - 1));
  const most = unsigned ? (1n << BigInt(bits)) - 1n : (1n << BigInt(bits - 1)) - 1n;
  return number >= least && number <= most ? number : null;
}
