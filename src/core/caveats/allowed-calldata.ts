// AllowedCalldataEnforcer: a slice of the calldata must be these bytes. MetaMask writes an ERC-20 payee
// this way: the first argument of `transfer` (from byte 4, one word) is the recipient.
//
// terms, at least 33 bytes: start 32 (byte index into the calldata) · value rest
import type { Address, Hex } from 'viem';
import { byteLength, Unreadable } from '../bytes/abi';
import { getAddress } from '../bytes/hash';
import { caveat } from './caveat';
import { bytesAt, hexadecimal, packed, uintAt, uintBytes } from './terms';

export type AllowedCalldataTerms = { start: bigint; value: Hex };

export const allowedCalldata = caveat<AllowedCalldataTerms>({
  name: 'AllowedCalldataEnforcer',
  address: '0xc2b0d624c1c4319760c96503ba27c347f3260f55',
  decode: (terms) => {
    hexadecimal(terms);
    const length = byteLength(terms);
    if (length < 33) throw new Unreadable(`its terms are ${length} bytes long, not at least 33`);
    return { start: uintAt(terms, 0), value: bytesAt(terms, 32, length - 32) };
  },
  encode: (terms) => packed(uintBytes(terms.start), terms.value),
  words: (terms) => {
    const payee = payeeOf(terms);
    return { text: payee ? `only to ${payee} (the call's first argument)` : sliceWords(terms) };
  },
  bounds: ({ start, value }) => (start === 0n && byteLength(value) >= 4 ? { calls: true } : {}),
});

/** The address the first argument is pinned to, when these terms do exactly that. */
function payeeOf({ start, value }: AllowedCalldataTerms): Address | null {
  if (start !== 4n || !/^0x0{24}[0-9a-f]{40}$/.test(value)) return null;
  return getAddress(`0x${value.slice(26)}`);
}

function sliceWords({ start, value }: AllowedCalldataTerms): string {
  const bytes = value.length <= 138 ? value : `${value.slice(0, 138)}…`;
  return `only calls with these ${byteLength(value)} bytes at position ${start}: ${bytes}`;
}
