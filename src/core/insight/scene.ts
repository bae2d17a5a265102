// The surroundings a finding is judged in: who signs, on which chain, and what we know of the
// owner's Golems. No network is read here; `watched` is the last status the heartbeat stored.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Golem, Permission } from '../protocol/status';

export type Watched = {
  owner: string;
  golems: readonly Golem[];
  permissions: readonly Permission[];
};

export type Scene = {
  chainId: number;
  /** The account that signs in the wallet. */
  signer: Address;
  /** Full origin of the site that asks, `metamask` for the wallet itself, null when withheld. */
  origin: string | null;
  /** Last known status; null when Bardo is not connected yet. */
  watched: Watched | null;
  /** Unix seconds. */
  now: number;
};

export type Role = 'session key' | 'guardian';

/** The owner's Golem that `address` belongs to on this chain, and in which role. */
export function golemAt(scene: Scene, address: string): { golem: Golem; role: Role } | null {
  for (const golem of scene.watched?.golems ?? []) {
    if (golem.chainId !== scene.chainId) continue;
    if (sameAddress(golem.sessionKey, address)) return { golem, role: 'session key' };
    if (sameAddress(golem.guardian, address)) return { golem, role: 'guardian' };
  }
  return null;
}

/** The watched permission that carries this delegation hash, with its Golem if we know it. */
export function permissionWith(
  scene: Scene,
  hash: string,
): { permission: Permission; golem: Golem | null } | null {
  const wanted = hash.toLowerCase();
  for (const permission of scene.watched?.permissions ?? []) {
    if (permission.delegationHashes.some((known) => known.toLowerCase() === wanted)) {
      const golem = scene.watched?.golems.find((one) => one.id === permission.golem) ?? null;
      return { permission, golem };
    }
  }
  return null;
}
