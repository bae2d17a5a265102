// ERC-8021: apps append who brought the transaction ("builder codes", common on Base). Contracts do not
// read it. Only a well-formed suffix is taken off; any other trailing bytes stay unreadable.
//
// from the end: marker 16 (8021 eight times) · schema 1 · then backwards by schema
//   0: codes length 1 · codes            (printable ASCII, comma between codes)
//   1: the same · chain id length 1 · chain id · registry 20
//   2: length 2 · CBOR map
import type { Hex } from 'viem';
import { byteLength } from '../bytes/abi';

const MARKER = '8021'.repeat(8);
/** Real ones are about 30 bytes. */
const MAX_BYTES = 512;

/** Calldata without its attribution suffix and the suffix's length; null when it ends in none. */
export function withoutSuffix(data: Hex): { data: Hex; bytes: number } | null {
  const app = withoutOne(data);
  // A wallet may put its own before the app's.
  const wallet = app && withoutOne(app.data);
  return wallet ? { data: wallet.data, bytes: app.bytes + wallet.bytes } : app;
}

function withoutOne(data: Hex): { data: Hex; bytes: number } | null {
  if (!data.endsWith(MARKER)) return null;
  const bytes = lengthOf(data);
  if (bytes === null || bytes > Math.min(MAX_BYTES, byteLength(data))) return null;
  return { data: `0x${data.slice(2, data.length - 2 * bytes)}`, bytes };
}

/** A plain payment may carry one as well. */
export function isOnlySuffix(data: Hex): boolean {
  return withoutSuffix(data)?.data === '0x';
}

function lengthOf(data: Hex): number | null {
  const schema = byteFromEnd(data, 16);
  if (schema === 2) {
    const map = byteFromEnd(data, 17) + 256 * byteFromEnd(data, 18);
    // A CBOR map begins with its major type, 5, in the highest three bits.
    return map > 0 && byteFromEnd(data, 18 + map) >> 5 === 5 ? 19 + map : null;
  }
  const codes = byteFromEnd(data, 17);
  const text = data.slice(data.length - 2 * (18 + codes), data.length - 36);
  if (codes === 0 || text.length !== 2 * codes || !/^([2-7][0-9a-f])+$/i.test(text)) return null;
  if (schema === 0) return 18 + codes;
  const chain = byteFromEnd(data, 18 + codes);
  return schema === 1 && chain >= 1 && chain <= 32 ? 18 + codes + 1 + chain + 20 : null;
}

/** NaN before the beginning: it fails every comparison. */
function byteFromEnd(data: Hex, back: number): number {
  const at = data.length - 2 * (back + 1);
  return at < 2 ? Number.NaN : Number.parseInt(data.slice(at, at + 2), 16);
}
