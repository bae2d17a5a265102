// Reading and writing packed terms. Enforcers read fixed byte ranges, so a length that is not exactly
// the expected one is refused here as it is on chain.
import type { Address, Hex } from 'viem';
import { byteLength, Unreadable } from '../bytes/abi';
import { getAddress } from '../bytes/hash';
import { concat, lower, numberToHex } from '../bytes/hex';

/** More entries than any real list of targets, methods or redeemers. */
const MAX_ENTRIES = 256;

export function exactly(terms: Hex, bytes: number): void {
  hexadecimal(terms);
  if (byteLength(terms) !== bytes) {
    throw new Unreadable(`its terms are ${byteLength(terms)} bytes long, not ${bytes}`);
  }
}

/** Terms that are a list of equally long entries, at least one. */
export function entriesOf(terms: Hex, size: number): Hex[] {
  hexadecimal(terms);
  const length = byteLength(terms);
  if (length === 0 || length % size !== 0) {
    throw new Unreadable(`its terms are ${length} bytes long, not a list of ${size}-byte entries`);
  }
  if (length / size > MAX_ENTRIES) {
    throw new Unreadable(`its terms list more than ${MAX_ENTRIES} entries`);
  }
  return Array.from({ length: length / size }, (_, index) => bytesAt(terms, index * size, size));
}

export function hexadecimal(terms: Hex): void {
  if (terms.length % 2 !== 0 || !/^0x[0-9a-f]*$/i.test(terms)) {
    throw new Unreadable('its terms are not valid hexadecimal');
  }
}

export function bytesAt(terms: Hex, start: number, size: number): Hex {
  return `0x${terms.slice(2 + 2 * start, 2 + 2 * (start + size)).toLowerCase()}`;
}

export function addressAt(terms: Hex, start: number): Address {
  return getAddress(bytesAt(terms, start, 20));
}

export function uintAt(terms: Hex, start: number, size = 32): bigint {
  return BigInt(bytesAt(terms, start, size));
}

export function uintBytes(value: bigint, size = 32): Hex {
  if (value < 0n || value >= 1n << BigInt(8 * size)) {
    throw new RangeError(`Invalid amount: must fit in ${size} unsigned bytes`);
  }
  return numberToHex(value, { size });
}

export function addressBytes(address: Address): Hex {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new RangeError('Invalid address: must be 20 bytes');
  return lower(address);
}

/** Joins parts in order with nothing between them, as `abi.encodePacked` does. */
export function packed(...parts: Hex[]): Hex {
  return concat(parts);
}
