// What every signature reader shares: the scene with the Portal's origin in it, and who the owner's
// keys belong to. A key is the same on every chain, so a claimed chain id must not hide it.
import { Unreadable } from '../../decoders/abi';
import type { Json } from '../../decoders/decoder';
import { type Golem, nameOf } from '../../protocol/status';
import { address, type Fact, type Finding, untrusted } from '../finding';
import type { Role, Scene } from '../scene';
import type { SignatureReader, TypedField, TypedMessage } from '../typed-message';
import { declares, readStruct, type TypedStruct } from '../typed-values';

/** A title longer than this wraps below the part of the panel an owner sees first. */
export const MAX_TITLE = 70;

/** The scene's chain when a message claims none: no Golem lives there and no token is known. */
export const NO_CHAIN = 0;

export type PortalScene = Scene & { portalOrigin: string };

/** A `SignatureReader` that may also ask where the Portal is. */
export type Reader = Pick<SignatureReader, 'contract' | 'recognises'> & {
  read: (typed: TypedMessage) => {
    name: string;
    args: { [key: string]: Json };
    explain: (scene: PortalScene) => Finding[];
  };
};

export type KeyHolder = { golem: Golem; role: Role };

/** Lower-case address → the Golem it acts for: current keys, guardians and keys of older leases. */
export function keyHolders(scene: Scene): ReadonlyMap<string, KeyHolder> {
  const holders = new Map<string, KeyHolder>();
  const add = (key: string | null, golem: Golem, role: Role) => {
    if (key && !holders.has(key.toLowerCase())) holders.set(key.toLowerCase(), { golem, role });
  };
  const golems = new Map<string, Golem>();
  for (const golem of scene.watched?.golems ?? []) {
    golems.set(golem.id, golem);
    add(golem.sessionKey, golem, 'session key');
    add(golem.guardian, golem, 'guardian');
  }
  for (const { golem: id, lease } of scene.watched?.permissions ?? []) {
    const golem = golems.get(id);
    if (golem && lease) add(lease.sessionKey, golem, 'session key');
  }
  return holders;
}

export function keyHolder(scene: Scene, key: string): KeyHolder | null {
  return keyHolders(scene).get(key.toLowerCase()) ?? null;
}

export function golemWithId(scene: Scene, id: string | null): Golem | null {
  return scene.watched?.golems.find((golem) => golem.id === id) ?? null;
}

/** A name short enough for a title; an id stands in for an unprintable name and may be 64 long. */
export function shortName(golem: Golem): string {
  const name = nameOf(golem);
  return name.length <= 24 ? name : `${name.slice(0, 23)}…`;
}

export function fromPortal(scene: PortalScene): boolean {
  return scene.origin === scene.portalOrigin;
}

/** "bardo.ai" of "https://bardo.ai"; core has no URL, so the origin is only cut, never interpreted. */
export function hostOf(origin: string): string | null {
  const match = /^https?:\/\/([^/?#@\s\\]+)$/i.exec(origin);
  return match?.[1]?.toLowerCase() ?? null;
}

export function portalHost(scene: PortalScene): string {
  return hostOf(scene.portalOrigin) ?? scene.portalOrigin;
}

export function askedBy(scene: Scene): Fact[] {
  return scene.origin === null ? [] : [untrusted('Asked by', scene.origin)];
}

/** An address as one when it is one; otherwise as the text that somebody wrote in its place. */
export function addressFact(label: string, value: string): Fact {
  return /^0x[0-9a-f]{40}$/i.test(value) ? address(label, value) : untrusted(label, value);
}

export type StandardReading = { ok: true; values: TypedStruct } | { ok: false; reason: string };

/** A message of a published standard: its types must be the standard's, or its contract refuses it. */
export function readStandard(
  typed: TypedMessage,
  expected: { readonly [name: string]: readonly TypedField[] } | undefined,
): StandardReading {
  if (!expected || !declares(typed.types, expected)) {
    return { ok: false, reason: 'its types are not the ones of the standard' };
  }
  try {
    return { ok: true, values: readStruct(expected, typed.primaryType, typed.message) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.reason };
    throw error;
  }
}
