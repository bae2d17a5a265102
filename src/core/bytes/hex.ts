// Bytes as hexadecimal text, the one form they have in core. The names and meanings are viem's, so that a
// reader knows them; its code is not used, because its error texts alone outweigh this room.
import { bytesToUtf8, utf8ToBytes } from '@noble/hashes/utils';
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
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Throws unless `hex` is whole bytes. */
export function bytesOf(hex: Hex): Uint8Array {
  if (!isHex(hex) || hex.length % 2 !== 0) throw new RangeError('Invalid hex: must be whole bytes');
  const bytes = new Uint8Array(hex.length / 2 - 1);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = 16 * digitAt(hex, 2 * at + 2) + digitAt(hex, 2 * at + 3);
  }
  return bytes;
}

/** The letters of both cases have 1 to 6 in the low half of their codes, and a code above 63. */
function digitAt(hex: Hex, at: number): number {
  const code = hex.charCodeAt(at);
  return (code & 15) + (code > 63 ? 9 : 0);
}
