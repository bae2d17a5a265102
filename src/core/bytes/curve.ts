// secp256k1: the address of a key, its signature, and whose signature it is. The curve is noble's small
// library; viem takes five times the bytes for the same and is the oracle of the tests.
import { getPublicKey, Signature, signAsync } from '@noble/secp256k1';
import type { Address, Hex } from 'viem';
import { keccak256 } from './hash';
import { bytesOf, bytesToHex } from './hex';

/** Lower case. Throws for what is not a key. */
export function addressOfKey(privateKey: Hex): Address {
  return addressOf(getPublicKey(bytesOf(privateKey), false));
}

/**
 * 65 bytes: r, s in the lower half, v 27 or 28. Nonces by RFC 6979: the same key and hash give the same
 * signature, and no weak randomness betrays a key. Async, because the platform's own HMAC makes them.
 */
export async function signHash(hash: Hex, privateKey: Hex): Promise<Hex> {
  const signature = await signAsync(digestBytes(hash), bytesOf(privateKey));
  // 2 and 3 mean an r that was reduced: one nonce in 2^127, and no contract can recover it.
  if (signature.recovery > 1) throw new RangeError('Invalid signature: r is too large');
  return `${bytesToHex(signature.toBytes())}${signature.recovery === 0 ? '1b' : '1c'}`;
}

/** Lower case; null when it is nobody's signature. As strict as the contracts: low s, v 27 or 28. */
export function signerOf(hash: Hex, signature: Hex): Address | null {
  const message = digestBytes(hash);
  const [, compact, v] = /^0x([0-9a-f]{128})(1b|1c)$/i.exec(signature) ?? [];
  if (compact === undefined) return null;
  try {
    const read = Signature.fromCompact(compact);
    if (read.hasHighS()) return null;
    const key = read.addRecoveryBit(v?.toLowerCase() === '1b' ? 0 : 1).recoverPublicKey(message);
    return addressOf(key.toBytes(false));
  } catch {
    return null;
  }
}

/** noble cuts longer hashes and fills up shorter ones; either would be a signature over something else. */
function digestBytes(hash: Hex): Uint8Array {
  const bytes = bytesOf(hash);
  if (bytes.length !== 32) throw new RangeError('Invalid hash: must be 32 bytes');
  return bytes;
}

/** `publicKey`: 65 bytes, 04 and the two coordinates. */
function addressOf(publicKey: Uint8Array): Address {
  return `0x${keccak256(bytesToHex(publicKey.subarray(1))).slice(26)}`;
}
