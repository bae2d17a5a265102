// ERC-8213 digests, so that an owner can compare on a second device what the wallet will sign. They
// are what MetaMask hashes, or absent: a digest that is almost right is worse than none.
import type { Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import { hashMessage, keccak256 } from '../bytes/hash';
import { concat, isHex, numberToHex, stringToHex } from '../bytes/hex';
import type { Json } from '../bytes/json';
import { hashStruct } from '../bytes/typed-hash';
import { fromJson, own, parseTypedMessage } from '../signatures/parse-typed-message';
import type { TypedMessage } from '../signatures/typed-message';
import { readStruct } from '../signatures/typed-values';
import type { SignatureInput } from './signature';

export type Digests = {
  calldataDigest?: Hex;
  domainHash?: Hex;
  messageHash?: Hex;
  eip712Digest?: Hex;
  /** EIP-191, what `personal_sign` signs. Not named by ERC-8213. */
  messageDigest?: Hex;
};

/** Hashing is slow in the wallet's sandbox (about 1 MB/s); larger inputs get no digest. */
const MAX_BYTES = 256 * 1024;

/**
 * The text of the types is hashed anew for every struct of the message. Real orders come to 400,000
 * characters; 40 KB of hostile data to 30 million.
 */
const MAX_TYPE_CHARS = 1_000_000;

export function calldataDigests(data: Hex): Digests {
  if (
    !isHex(data) ||
    data.length % 2 !== 0 ||
    byteLength(data) === 0 ||
    byteLength(data) > MAX_BYTES
  )
    return {};
  const length = numberToHex(byteLength(data), { size: 32 });
  return { calldataDigest: keccak256(concat([length, data])) };
}

/** Empty when the input is not something this can be computed for. */
export function signatureDigests(input: SignatureInput): Digests {
  try {
    if (input.signatureMethod === 'personal_sign') return personalDigest(input.data);
    if (/^eth_signTypedData(_v3|_v4)?$/.test(input.signatureMethod))
      return typedDigests(input.data);
    return {};
  } catch {
    return {};
  }
}

function personalDigest(data: unknown): Digests {
  if (typeof data !== 'string' || data.length > MAX_BYTES * 2) return {};
  const raw = isHex(data) && data.length % 2 === 0 ? data : stringToHex(data);
  return { messageDigest: hashMessage(raw) };
}

function typedDigests(input: unknown): Digests {
  const data = fromJson(input);
  const typed = parseTypedMessage(data);
  // Like the wallet: a message that does not declare its domain is signed over an empty one.
  const types = withDomain(typed.types);
  if (structsIn(typed.message) * JSON.stringify(types).length > MAX_TYPE_CHARS) return {};
  const domain = readStruct(types, 'EIP712Domain', own(data, 'domain') as Json);
  const domainHash = hashStruct(types, 'EIP712Domain', domain);
  const prefix: Hex[] = ['0x1901', domainHash];
  if (typed.primaryType === 'EIP712Domain') {
    return { domainHash, eip712Digest: keccak256(concat(prefix)) };
  }
  const message = readStruct(types, typed.primaryType, typed.message);
  const messageHash = hashStruct(types, typed.primaryType, message);
  return { domainHash, messageHash, eip712Digest: keccak256(concat([...prefix, messageHash])) };
}

function structsIn(value: Json): number {
  if (value === null || typeof value !== 'object') return 0;
  const parts = Object.values(value).reduce((sum: number, part) => sum + structsIn(part), 0);
  return Array.isArray(value) ? parts : parts + 1;
}

function withDomain(types: TypedMessage['types']): TypedMessage['types'] {
  return Object.assign(Object.create(null), { EIP712Domain: [] }, types);
}
