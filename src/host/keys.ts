// The guardians: one key per Golem, derived by the wallet from the owner's phrase, this Snap and the Golem's
// id, the same after a reinstallation and on every chain. Whoever has it can spend the grant, so it lives
// in the local variables of this file and nowhere else: never in state, errors or logs. Never called
// from the heartbeat: the wallet would open its password window.
import type { Address, Hex } from 'viem';
import { addressOfKey, signHash } from '../core/bytes/curve';
import { digestFor, type GuardianMessage } from '../core/runway/guardian-message';
import { SnapError } from './errors';

export async function guardianOf(golem: string): Promise<Address> {
  return withKey(golem, (_, guardian) => guardian);
}

/** Canonical signatures (low s, v 27 or 28) over exactly these messages, in their order. */
export function signAs(golem: string, messages: readonly GuardianMessage[]): Promise<Hex[]> {
  return withKey(golem, (privateKey, guardian) =>
    Promise.all(messages.map((message) => signHash(digestFor(guardian, message), privateKey))),
  );
}

/** Any use of a key would open the password window now. */
export async function isLocked(): Promise<boolean> {
  return (await snap.request({ method: 'snap_getClientStatus' })).locked;
}

/** An error of the curve or the wallet could quote the key: none of them passes. */
async function withKey<T>(
  golem: string,
  use: (privateKey: Hex, guardian: Address) => T | Promise<T>,
): Promise<T> {
  try {
    const privateKey = await snap.request({
      method: 'snap_getEntropy',
      params: { version: 1, salt: `guardian of ${golem}` },
    });
    return await use(privateKey, addressOfKey(privateKey));
  } catch {
    throw new SnapError(
      'internal',
      "Bardo could not use this Golem's guardian. Nothing was signed.",
    );
  }
}
