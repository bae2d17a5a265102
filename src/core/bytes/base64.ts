// Base64 text (RFC 4648) to bytes, strictly: `atob` is not there in every sandbox, and forgives what another reader refuses.
import type { Hex } from 'viem';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** null unless it is whole and padded, with no bits left over. 4 letters: 3 bytes of 8 bits. */
export function base64ToHex(text: string): Hex | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const letters = text.replace(/=+$/, '');
  const digits: string[] = [];
  let [bits, held] = [0, 0];
  for (const letter of letters) {
    bits = (bits << 6) | ALPHABET.indexOf(letter);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    digits.push((bits >> held).toString(16).padStart(2, '0'));
    bits &= (1 << held) - 1;
  }
  return bits === 0 ? `0x${digits.join('')}` : null;
}
