// EIP-712 hashes of values that fit their types: a message of ours, or one `readStruct` has read.
import type { Hex } from 'viem';
import { encodeWord } from './abi-encode';
import { keccak256 } from './hash';
import { concat, stringToHex } from './hex';

type Types = { readonly [name: string]: readonly { name: string; type: string }[] };
type Struct = { readonly [name: string]: unknown };

export type TypedData = { types: Types; primaryType: string; domain: Struct; message: Struct };

/** What is signed. The domain's type is read from `types`: one that is not told there is an empty one. */
export function hashTypedData({ types, primaryType, domain, message }: TypedData): Hex {
  const hashes = [
    hashStruct(types, 'EIP712Domain', domain),
    hashStruct(types, primaryType, message),
  ];
  return keccak256(concat(['0x1901', ...hashes]));
}

/** Throws a RangeError for a value that is not one of its elementary type. */
export function hashStruct(types: Types, struct: string, data: Struct): Hex {
  const fields = types[struct] ?? [];
  const words = fields.map(({ name, type }) => wordOf(types, type, data[name]));
  return keccak256(`0x${typeHash(types, struct).slice(2)}${words.join('')}`);
}

/** 64 digits: what has no fixed size goes in by its hash. */
function wordOf(types: Types, type: string, value: unknown): string {
  if (Object.hasOwn(types, type)) return digits(hashStruct(types, type, value as Struct));
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
