// EIP-712 struct hashes of values that `readStruct` has already held against their types.
import type { Hex } from 'viem';
import { encodeWord } from '../chain/abi-encode';
import { stringToHex } from '../chain/bytes';
import { keccak256 } from '../chain/hash';
import type { TypedField } from './typed-message';
import type { TypedStruct, TypedValue } from './typed-values';

type Types = { readonly [name: string]: readonly TypedField[] };

export function hashStruct(types: Types, struct: string, data: TypedStruct): Hex {
  const fields = types[struct] ?? [];
  const words = fields.map(({ name, type }) => wordOf(types, type, data[name] as TypedValue));
  return keccak256(`0x${typeHash(types, struct).slice(2)}${words.join('')}`);
}

/** 64 digits: what has no fixed size goes in by its hash. */
function wordOf(types: Types, type: string, value: TypedValue): string {
  if (Object.hasOwn(types, type)) return digits(hashStruct(types, type, value as TypedStruct));
  if (Array.isArray(value)) {
    const item = type.slice(0, type.lastIndexOf('['));
    return digits(keccak256(`0x${value.map((one) => wordOf(types, item, one)).join('')}`));
  }
  if (type === 'string') return digits(keccak256(stringToHex(value as string)));
  if (type === 'bytes') return digits(keccak256(value as Hex));
  return encodeWord(type, value);
}

/** The struct with its fields, then every struct it uses, by name. */
function typeHash(types: Types, struct: string): Hex {
  const [, ...used] = structsFrom(types, struct);
  const declared = [struct, ...used.sort()].map((name) => {
    const fields = (types[name] ?? []).map((field) => `${field.type} ${field.name}`);
    return `${name}(${fields.join(',')})`;
  });
  return keccak256(stringToHex(declared.join('')));
}

function structsFrom(types: Types, struct: string, found = new Set<string>()): Set<string> {
  if (!Object.hasOwn(types, struct) || found.has(struct)) return found;
  found.add(struct);
  for (const { type } of types[struct] ?? []) structsFrom(types, type.replace(/\[.*/, ''), found);
  return found;
}

function digits(hash: Hex): string {
  return hash.slice(2);
}
