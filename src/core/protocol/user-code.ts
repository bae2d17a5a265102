// The short code of a request, e.g. BARD-7F3A-K9QX: the agent prints it, the owner reads it on the page and in the wallet.
// Eight characters of Crockford's alphabet, 40 bits of keccak256 over the request's digest and a nonce that the control
// plane draws after it was posted. Who asks cannot try requests until the code suits them, and agent, page and Snap
// compute it themselves. A control plane that lies could search for a nonce, so a dialog shows the key beside the code.
import type { Hex } from 'viem';
import { keccak256 } from '../bytes/hash';
import { concat } from '../bytes/hex';

/** Without I, L, O and U: nobody reads one for the other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = 'BARD';
const LETTERS = 8;
const BITS = 5n;
/** Far more than anybody types; what is longer is not looked at. */
const MAX_TYPED = 64;

/** Of the first 40 bits, highest first. Digest and nonce are 32 bytes each. */
export function userCodeOf(digest: Hex, nonce: Hex): string {
  const bits = BigInt(keccak256(concat([digest, nonce]))) >> (256n - BITS * BigInt(LETTERS));
  const letters = Array.from({ length: LETTERS }, (_, index) => {
    const rest = bits >> (BITS * BigInt(LETTERS - 1 - index));
    return ALPHABET[Number(rest & 31n)] ?? '';
  });
  return written(letters.join(''));
}

/**
 * The code that somebody meant: small letters, other dashes, blanks, no BARD before it, O for 0, I or L for 1.
 * null when it is none.
 */
export function parseUserCode(typed: string): string | null {
  if (typed.length > MAX_TYPED) return null;
  const plain = typed.toUpperCase().replace(/[\s\p{Pd}_.]/gu, '');
  const letters = plain.length > LETTERS && plain.startsWith(PREFIX) ? plain.slice(4) : plain;
  const read = letters.replaceAll('O', '0').replace(/[IL]/g, '1');
  const isOurs = read.length === LETTERS && [...read].every((one) => ALPHABET.includes(one));
  return isOurs ? written(read) : null;
}

function written(letters: string): string {
  return [PREFIX, letters.slice(0, 4), letters.slice(4)].join('-');
}
