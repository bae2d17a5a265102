// keccak256 and what is made of it alone. The permutation is noble's; the sponge around it stands here, because
// noble's classes for all its hashes weigh as much again.
import { keccakP } from '@noble/hashes/sha3';
import type { Address, Hex } from 'viem';
import { bytesOf, bytesToHex, concat, stringToHex } from './hex';

/** keccak256 takes in so many words of four bytes between two permutations. */
const RATE = 34;

/** Words have their lowest byte first, as on every machine that runs a wallet. */
export function keccak256(data: Hex): Hex {
  const words = new Uint32Array(paddedOf(bytesOf(data)).buffer);
  const state = new Uint32Array(50);
  for (let from = 0; from < words.length; from += RATE) {
    for (let at = 0; at < RATE; at += 1) state[at] = (state[at] ?? 0) ^ (words[from + at] ?? 0);
    keccakP(state);
  }
  return bytesToHex(new Uint8Array(state.buffer, 0, 32));
}

/** Up to the next full block, with a first bit behind the data and a last one at the end. */
function paddedOf(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(bytes.length + 4 * RATE - (bytes.length % (4 * RATE)));
  padded.set(bytes);
  padded[bytes.length] = 0x01;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  return padded;
}

/** EIP-191: what `personal_sign` signs for these bytes. */
export function hashMessage(raw: Hex): Hex {
  const prefix = `\x19Ethereum Signed Message:\n${(raw.length - 2) / 2}`;
  return keccak256(concat([stringToHex(prefix), raw]));
}

/** A hash takes 0.3 ms in the wallet's sandbox, and a call names the same few addresses again and again. */
const checksummed = new Map<string, Address>();
const MAX_KEPT = 1024;

/** The address as people read it, with the checksum of ERC-55. */
export function getAddress(address: string): Address {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new RangeError('Invalid address: must be 20 bytes');
  const lower = address.toLowerCase();
  const known = checksummed.get(lower);
  if (known) return known;
  if (checksummed.size >= MAX_KEPT) checksummed.clear();
  const fresh = withChecksum(lower.slice(2));
  checksummed.set(lower, fresh);
  return fresh;
}

/** In lower case, or with its right checksum. */
export function isAddress(text: string): text is Address {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return false;
  return text === text.toLowerCase() || text === getAddress(text);
}

/** A letter is a capital where the hash of the address has a digit from 8 up. */
function withChecksum(digits: string): Address {
  const hash = keccak256(stringToHex(digits)).slice(2);
  const mixed = Array.from(digits, (digit, index) =>
    (hash[index] ?? '') >= '8' ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join('')}`;
}
