// Bytes as hexadecimal text, the one form they have in core. The names and meanings are viem's, so that a
// reader knows them; its code is not used, because its error texts alone outweigh this room.
import { bytesToUtf8, hexToBytes, bytesToHex as toHex, utf8ToBytes } from '@noble/hashes/utils';
import type { Hex } from 'viem';

/** Hexadecimal text, however long; of exactly `bytes` bytes when that is said. */
export function isHex(value: unknown, bytes?: number): value is Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) return false;
  return bytes === undefined || value.length === 2 + 2 * bytes;
}

/** One value, one text: equality of strings is then equality of values. */
export function lower(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`;
}

export function concat(parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2)).join('')}`;
}

/** With `size` exactly that many bytes, else as few digits as it takes. */
export function numberToHex(value: number | bigint, { size = 0 } = {}): Hex {
  const digits = BigInt(value).toString(16);
  if (value < 0 || (size > 0 && digits.length > 2 * size)) {
    throw new RangeError('Invalid number: must be positive and fit in its bytes');
  }
  return `0x${digits.padStart(2 * size, '0')}`;
}

export function stringToHex(text: string): Hex {
  return bytesToHex(utf8ToBytes(text));
}

/** Bytes that are not UTF-8 come back as replacement characters: compare when it matters. */
export function hexToString(hex: Hex): string {
  return bytesToUtf8(bytesOf(hex));
}

export function bytesToHex(bytes: Uint8Array): Hex {
  return `0x${toHex(bytes)}`;
}

/** Throws unless `hex` is whole bytes. */
export function bytesOf(hex: Hex): Uint8Array {
  return hexToBytes(hex.slice(2));
}
