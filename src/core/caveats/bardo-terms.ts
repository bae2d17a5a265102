// What the terms of all our own enforcers share: a version byte, an exact length, and rules that the
// contract checks before anything else. Both directions refuse what the contract refuses.
import type { Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { lower } from '../bytes/hex';
import { periodWords } from '../chain/time';
import { bytesAt, exactly, hexadecimal, uintAt } from './terms';

export const VERSION: Hex = '0x01';

/** Seconds of the window in which a rolling cap holds. */
export const ROLLING = 86_400n;

/** A rolling ledger counts at most this many units of 10^exponent. */
const MAX_UNITS = 2n ** 24n - 1n;

export function versioned(terms: Hex, bytes: number): void {
  exactly(terms, bytes);
  knownVersion(terms);
}

/** Terms with `least` to `most` entries of `size` bytes after the first `head`. */
export function entriesAfter(
  terms: Hex,
  { head, size, least, most }: { head: number; size: number; least: number; most: number },
): Hex[] {
  hexadecimal(terms);
  const length = (terms.length - 2) / 2;
  const count = (length - head) / size;
  if (!Number.isInteger(count) || count < least || count > most) {
    throw new Unreadable(
      `its terms are ${length} bytes long, not ${head} and ${least} to ${most} entries of ${size}`,
    );
  }
  knownVersion(terms);
  return Array.from({ length: count }, (_, index) => bytesAt(terms, head + index * size, size));
}

/** Terms the contract refuses are not terms: nothing passes under them. */
export function readable<Terms>(terms: Terms, problemOf: (terms: Terms) => string | null): Terms {
  const problem = problemOf(terms);
  if (problem) throw new Unreadable(`its contract refuses ${problem}`);
  return terms;
}

export function encodable<Terms>(terms: Terms, problemOf: (terms: Terms) => string | null): void {
  const problem = problemOf(terms);
  if (problem) throw new RangeError(`Invalid terms: the contract refuses ${problem}`);
}

export function capProblem(cap: bigint, unitExponent: number): string | null {
  if (unitExponent > 30) return 'a unit above 10^30';
  const units = cap / 10n ** BigInt(unitExponent);
  return units === 0n || units > MAX_UNITS ? 'a cap it cannot count in its units' : null;
}

export function signedAt(terms: Hex, start: number): number {
  return (Number(uintAt(terms, start, 1)) << 24) >> 24;
}

export function signedByte(value: number): Hex {
  if (!Number.isInteger(value) || value < -128 || value > 127) {
    throw new RangeError('Invalid number: must fit in one signed byte');
  }
  return `0x${(value & 0xff).toString(16).padStart(2, '0')}`;
}

export function fixedBytes(value: Hex, size: number): Hex {
  if (!new RegExp(`^0x[0-9a-f]{${2 * size}}$`, 'i').test(value)) {
    throw new RangeError(`Invalid bytes: must be ${size}`);
  }
  return lower(value);
}

/** "1 hour", "90 minutes": exact, for a length of time that stands alone. */
export function spanWords(seconds: bigint): string {
  const words = periodWords(seconds);
  return /^\d/.test(words) ? words : `1 ${words}`;
}

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

function knownVersion(terms: Hex): void {
  const version = bytesAt(terms, 0, 1);
  if (version !== VERSION) {
    throw new Unreadable(`its terms have version ${Number(version)}, which Bardo does not know`);
  }
}
