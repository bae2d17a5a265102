// The guardians: one key per owner and Golem, derived by the wallet from the phrase, this Snap, the owner's address and
// the Golem's id, the same after a reinstallation and on every chain. Whoever has it can spend the grant, so it lives
// in the local variables of this file and nowhere else: never in state, errors or logs. Never called
// from a check: the wallet would open its password window.
import type { Address, Hex } from 'viem';
import { addressOfKey, signHash } from '../core/bytes/curve';
import { sameAddress } from '../core/chain/addresses';
import { digestFor, type GuardianMessage } from '../core/runway/guardian-message';
import type { Guardians, Ward } from '../core/runway/guardians';
import { SnapError } from './errors';

export async function guardiansOf(ward: Ward): Promise<Guardians> {
  const addressFor = (salt: string) => withKey(salt, (_, guardian) => guardian);
  return {
    present: await addressFor(presentSalt(ward)),
    former: await addressFor(formerSalt(ward)),
  };
}

/** A canonical signature (low s, v 27 or 28) over exactly this message. */
export type Sign = (message: GuardianMessage) => Promise<Hex>;

/** What `work` signs, it signs as this very guardian; its key is gone when the work is done. */
export async function signAs<T>(
  guardian: Address,
  ward: Ward,
  work: (sign: Sign) => Promise<T>,
): Promise<T> {
  const { present } = await guardiansOf(ward);
  const salt = sameAddress(guardian, present) ? presentSalt(ward) : formerSalt(ward);
  return withKey(salt, (privateKey, ours) => {
    if (!sameAddress(ours, guardian)) throw new Error('not a guardian of this Golem');
    return work((message) => signHash(digestFor(ours, message), privateKey));
  });
}

/** An id has no space in it: no present salt is a former one. */
function presentSalt({ golem, owner }: Ward): string {
  return `guardian of ${golem} for ${owner.toLowerCase()}`;
}

/** Of Bardo 0.1.0. */
function formerSalt({ golem }: Ward): string {
  return `guardian of ${golem}`;
}

/** Any use of a key would open the password window now. */
export async function isLocked(): Promise<boolean> {
  return (await snap.request({ method: 'snap_getClientStatus' })).locked;
}

/** An error of the curve or the wallet could quote the key: none of them passes. */
async function withKey<T>(
  salt: string,
  use: (privateKey: Hex, guardian: Address) => T | Promise<T>,
): Promise<T> {
  try {
    const privateKey = await snap.request({
      method: 'snap_getEntropy',
      params: { version: 1, salt },
    });
    return await use(privateKey, addressOfKey(privateKey));
  } catch {
    throw new SnapError(
      'internal',
      "Bardo could not use this Golem's guardian. Nothing was signed.",
    );
  }
}
