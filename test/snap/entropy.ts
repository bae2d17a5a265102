// Keys that a test can derive as the wallet does, from the salt alone.
import { type Hex, keccak256, stringToHex } from 'viem';

export function keyBy(salt: string): Hex {
  return keccak256(stringToHex(salt));
}

/** For `snap_getEntropy`. */
export function bySalt(params: unknown): Hex {
  return keyBy((params as { salt: string }).salt);
}
