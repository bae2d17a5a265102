// The surroundings a finding is judged in: who signs, on which chain, and what we know of the
// owner's Golems. No network is read here; `watched` is the last status a check stored.
import type { Address } from 'viem';
import { type Golem, nameOf, type Permission } from '../protocol/status';
import { isLive as isInForce } from '../runway/health';

export type Watched = {
  owner: string;
  golems: readonly Golem[];
  permissions: readonly Permission[];
};

export type Scene = {
  chainId: number;
  /** The account that signs in the wallet; null where it names none. */
  signer: Address | null;
  /** Full origin of the site that asks, `metamask` for the wallet itself, null when withheld. */
  origin: string | null;
  /** Last known status; null when Bardo is not connected yet. */
  watched: Watched | null;
  /** Unix seconds. */
  now: number;
  /** What the whole transaction leaves behind; absent where one call is judged alone. */
  after?: Aftermath;
};

export type Aftermath = {
  /** Ids of watched permissions whose grant or link ends. */
  ended: ReadonlySet<string>;
  /** Ids of those whose lease ends: the grant stays open, and cannot be spent without a new one. */
  unleased: ReadonlySet<string>;
  /** Delegations by the last switch that is thrown for them, in lower case. */
  switched: ReadonlyMap<string, 'disables' | 'enables'>;
  /** A call in it is refused for certain, and all others with it. */
  fails?: boolean;
};

export type Role = 'session key' | 'guardian';
export type KeyHolder = { golem: Golem; role: Role };
export type WatchedPermission = { permission: Permission; golem: Golem | null };

/** The owner's Golem a key acts for, wherever it lives: a key is the same on every chain. */
export function keyHolder(scene: Scene, key: string | null): KeyHolder | null {
  const holders = indexOf(scene).keys.get(key?.toLowerCase() ?? '') ?? [];
  return holders.find(({ golem }) => golem.chainId === scene.chainId) ?? holders[0] ?? null;
}

export function golemWithId(scene: Scene, id: string | null): Golem | null {
  return (id !== null && indexOf(scene).golems.get(id)) || null;
}

/** A name short enough for a title; an id stands in for an unprintable name and may be 64 long. */
export function shortName(golem: Golem): string {
  return nameWithin(golem, 24);
}

export function nameWithin(golem: Golem, most: number): string {
  const name = nameOf(golem);
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

/** Every watched permission that hangs on this delegation, on this chain. */
export function permissionsOn(scene: Scene, hash: string): WatchedPermission[] {
  return permissionsAnywhere(scene, hash).filter(
    ({ permission }) => permission.chainId === scene.chainId,
  );
}

/** A delegation's hash does not name its chain: the same one may be watched on another. */
export function permissionsAnywhere(scene: Scene, hash: string): readonly WatchedPermission[] {
  return indexOf(scene).permissions.get(hash.toLowerCase()) ?? [];
}

/** Usable on this chain, as far as the last status knows. */
export function isLive(permission: Permission, scene: Scene): boolean {
  return permission.chainId === scene.chainId && isInForce(permission, scene.now);
}

/** Owner's keys in a text or in bytes: as 20 bytes of hex anywhere, or as a number of that size. */
export function* keysIn(text: string, scene: Scene): Generator<KeyHolder & { key: string }> {
  const { keys, beginnings } = indexOf(scene);
  if (keys.size === 0) return;
  for (const [run] of text.toLowerCase().matchAll(/[0-9a-f]{40,}/g)) {
    for (let at = 0; at + 40 <= run.length; at += 1) {
      // Cheap first: this looks at every position of up to a megabyte.
      if (!beginnings.has(run.slice(at, at + BEGINNING))) continue;
      const key = `0x${run.slice(at, at + 40)}`;
      const holder = keyHolder(scene, key);
      if (holder) yield { key, ...holder };
    }
  }
  // 2^160 has 49 digits.
  if (!/^\d{30,49}$/.test(text)) return;
  const key = `0x${BigInt(text).toString(16).padStart(40, '0')}`;
  const holder = keyHolder(scene, key);
  if (holder) yield { key, ...holder };
}

type Index = {
  /** Current session keys, guardians and the keys of older leases, in lower case. */
  keys: Map<string, KeyHolder[]>;
  /** Their first digits. */
  beginnings: ReadonlySet<string>;
  permissions: Map<string, WatchedPermission[]>;
  golems: ReadonlyMap<string, Golem>;
};

const BEGINNING = 8;

const NOTHING: Index = {
  keys: new Map(),
  beginnings: new Set(),
  permissions: new Map(),
  golems: new Map(),
};

/** Made once per status: a hostile call asks thousands of times, and there may be 2,000 permissions. */
const indexes = new WeakMap<Watched, Index>();

function indexOf({ watched }: Scene): Index {
  if (!watched) return NOTHING;
  const known = indexes.get(watched);
  if (known) return known;
  const index = buildIndex(watched);
  indexes.set(watched, index);
  return index;
}

function buildIndex({ golems, permissions }: Watched): Index {
  const index = { keys: new Map<string, KeyHolder[]>(), permissions: new Map() };
  const byId = new Map(golems.map((golem) => [golem.id, golem]));
  for (const golem of golems) {
    if (golem.sessionKey) add(index.keys, golem.sessionKey, { golem, role: 'session key' });
    if (golem.guardian) add(index.keys, golem.guardian, { golem, role: 'guardian' });
  }
  for (const permission of permissions) {
    const golem = byId.get(permission.golem) ?? null;
    const { lease, delegationHashes } = permission;
    if (golem && lease) add(index.keys, lease.sessionKey, { golem, role: 'session key' });
    for (const hash of new Set(delegationHashes))
      add(index.permissions, hash, { permission, golem });
  }
  const beginnings = new Set([...index.keys.keys()].map((key) => key.slice(2, 2 + BEGINNING)));
  return { ...index, beginnings, golems: byId };
}

function add<Value>(to: Map<string, Value[]>, hex: string, value: Value): void {
  const key = hex.toLowerCase();
  const list = to.get(key);
  if (list) list.push(value);
  else to.set(key, [value]);
}
