// keccak256 and what is made of it alone.
import { keccak_256 } from '@noble/hashes/sha3';
import type { Address, Hex } from 'viem';
import { bytesOf, bytesToHex, concat, stringToHex } from './hex';

export function keccak256(data: Hex): Hex {
  return bytesToHex(keccak_256(bytesOf(data)));
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
