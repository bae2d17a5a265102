// What every signature reader shares: the scene with the Portal's origin in it, short names, and how a
// message of a published standard is read.
import { Unreadable } from '../bytes/abi';
import type { Json } from '../bytes/json';
import type { StepJson } from '../decoders/outcome';
import { address, type Fact, type Finding, untrusted } from '../findings/finding';
import type { Scene } from '../findings/scene';
import type { SignatureReader, TypedField, TypedMessage } from './typed-message';
import { declares, readStruct, type TypedStruct } from './typed-values';

/** The scene's chain when a message claims none: no Golem lives there and no token is known. */
export const NO_CHAIN = 0;

export type PortalScene = Scene & { portalOrigin: string };

/** A `SignatureReader` that may also ask where the Portal is. */
export type Reader = Pick<SignatureReader, 'contract' | 'recognises'> & {
  read: (typed: TypedMessage) => {
    name: string;
    args: { [key: string]: Json };
    /** Calls that the message lets others make. */
    calls?: readonly StepJson[];
    explain: (scene: PortalScene) => Finding[];
  };
};

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
