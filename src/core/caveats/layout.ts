// Packed terms, their bytes said once: `address token, uint256 maxAmount` reads and writes them, field after
// field with nothing between, as `abi.encodePacked` does. Numbers of one or two bytes are numbers, others bigints.
import type { Address, Hex } from 'viem';
import {
  encodable,
  fixedBytes,
  readable,
  signedAt,
  signedByte,
  VERSION,
  versioned,
} from './bardo-terms';
import { addressAt, addressBytes, bytesAt, exactly, packed, uintAt, uintBytes } from './terms';

type Value<Type> = Type extends 'address'
  ? Address
  : Type extends 'uint8' | 'uint16' | 'int8'
    ? number
    : Type extends `uint${string}`
      ? bigint
      : Hex;

type Field<Text> = Text extends `${infer Type} ${infer Name}`
  ? { [K in Name]: Value<Type> }
  : never;

type FieldsOf<Text> = Text extends `${infer First}, ${infer Rest}`
  ? Field<First> & FieldsOf<Rest>
  : Field<Text>;

type Layout<Fields> = {
  /** In bytes. */
  size: number;
  read: (bytes: Hex, start?: number) => Fields;
  write: (fields: Fields) => Hex;
};

export function layout<const Text extends string>(text: Text): Layout<FieldsOf<Text>> {
  const parts = text.split(', ').map((part) => {
    const [type = '', name = ''] = part.split(' ');
    return { type, name };
  });
  return {
    size: parts.reduce((sum, { type }) => sum + sizeOf(type), 0),
    read: (bytes, start = 0) => {
      let at = start;
      const fields = parts.map(({ name, type }) => {
        const value = valueAt(type, bytes, at);
        at += sizeOf(type);
        return [name, value];
      });
      return Object.fromEntries(fields) as FieldsOf<Text>;
    },
    write: (fields) => {
      const values: { [name: string]: unknown } = fields;
      return packed(...parts.map(({ name, type }) => bytesFor(type, values[name])));
    },
  };
}

/** Terms of a fixed length. */
export function packedTerms<const Text extends string>(text: Text) {
  const { size, read, write } = layout(text);
  return {
    decode: (terms: Hex) => {
      exactly(terms, size);
      return read(terms);
    },
    encode: write,
  };
}

/** Terms of one of our own enforcers: the version before them, and nothing that the contract refuses. */
export function bardoTerms<const Text extends string>(
  text: Text,
  problemOf: (terms: FieldsOf<Text>) => string | null,
) {
  const { size, read, write } = layout(text);
  return {
    decode: (terms: Hex) => {
      versioned(terms, 1 + size);
      return readable(read(terms, 1), problemOf);
    },
    encode: (terms: FieldsOf<Text>) => {
      encodable(terms, problemOf);
      return packed(VERSION, write(terms));
    },
  };
}

function sizeOf(type: string): number {
  if (type === 'address') return 20;
  const count = Number(type.replace(/\D/g, ''));
  return type.startsWith('bytes') ? count : count / 8;
}

function valueAt(type: string, bytes: Hex, start: number): unknown {
  const size = sizeOf(type);
  if (type === 'address') return addressAt(bytes, start);
  if (type === 'int8') return signedAt(bytes, start);
  if (type.startsWith('bytes')) return bytesAt(bytes, start, size);
  const number = uintAt(bytes, start, size);
  return size <= 2 ? Number(number) : number;
}

function bytesFor(type: string, value: unknown): Hex {
  if (type === 'address') return addressBytes(value as Address);
  if (type === 'int8') return signedByte(value as number);
  if (type.startsWith('bytes')) return fixedBytes(value as Hex, sizeOf(type));
  return uintBytes(BigInt(value as bigint), sizeOf(type));
}
