// Whether Bardo's Snap is in this wallet, and how it stands: what the wallet lists, and the Snap's own handshake.
import { check } from '../../src/core/protocol/check';
import { Address as AddressStruct, Time } from '../../src/core/protocol/fields';
import {
  document,
  type Infer,
  mapOf,
  orAbsent,
  orNull,
  type Struct,
  text,
  whole,
  yesNo,
} from '../../src/core/protocol/schema';
import type { Settings } from '../plane/settings';
import { codeOf, Trouble } from './errors';
import { ask, type Provider } from './provider';
import { satisfies } from './version';
import { walletWords } from './wallet.words';

const InstalledStruct = document({
  version: text(/^\d{1,6}\.\d{1,6}\.\d{1,6}[\w.+-]{0,40}$/),
  enabled: orAbsent(yesNo()),
  blocked: orAbsent(yesNo()),
});

const HandshakeStruct = document({
  version: text(/^[\w.+-]{1,64}$/),
  protocol: whole(0, 1000),
  connected: yesNo(),
  owner: orNull(AddressStruct),
  lastFetchAt: orNull(Time),
});
export type Handshake = Infer<typeof HandshakeStruct>;

/**
 * `unable`: this wallet runs no Snaps, by its own word. `unasked`: it did not say what it has, which says nothing about
 * what it can. `off`: the owner switched it off. `blocked`: MetaMask did, for safety; only a newer version runs again.
 */
type Absent = { kind: 'unable' | 'unasked' | 'missing' | 'off' | 'blocked' };

/** `silent`: it is there but does not answer this site. */
export type SnapState =
  | Absent
  | { kind: 'old' | 'silent'; version: string }
  | { kind: 'ready'; version: string; handshake: Handshake };

export async function snapState(provider: Provider, settings: Settings): Promise<SnapState> {
  const found = await findSnap(provider, settings);
  if (found.kind !== 'there') return found;
  const { version } = found;
  if (!satisfies(version, settings.snapVersion)) return { kind: 'old', version };
  const handshake = await callSnap(provider, settings, 'handshake', {}, HandshakeStruct).catch(
    () => null,
  );
  return handshake ? { kind: 'ready', version, handshake } : { kind: 'silent', version };
}

/** Codes of a wallet that knows no Snaps; any other error is a wallet that does not answer now. */
const NO_SNAPS = [-32601, 4200];

/** What the wallet lists, without waking the Snap. */
export async function findSnap(
  provider: Provider,
  { snapId }: Settings,
): Promise<Absent | { kind: 'there'; version: string }> {
  try {
    const snaps = await ask(provider, 'wallet_getSnaps', undefined, mapOf(/^[\s\S]{1,300}$/));
    if (!Object.hasOwn(snaps, snapId)) return { kind: 'missing' };
    return standingOf(snaps[snapId]);
  } catch (error) {
    return { kind: NO_SNAPS.includes(codeOf(error) ?? 0) ? 'unable' : 'unasked' };
  }
}

/** It is listed: what cannot be read of it is no reason to call it missing. */
function standingOf(listed: unknown): Absent | { kind: 'there'; version: string } {
  const read = check(listed, InstalledStruct);
  if (!read.ok) return { kind: 'unasked' };
  const { version, blocked, enabled } = read.value;
  if (blocked) return { kind: 'blocked' };
  return enabled === false ? { kind: 'off' } : { kind: 'there', version };
}

/** Why this wallet's Snap cannot be asked now, in words that say what to do; null = nothing speaks against it. */
export function absenceWords({ kind }: { kind: SnapState['kind'] | 'there' }): string | null {
  return Object.hasOwn(walletWords.snapAbsent, kind)
    ? walletWords.snapAbsent[kind as keyof typeof walletWords.snapAbsent]
    : null;
}

/** Before anything is asked that is of no use without it. */
export async function ensureSnap(provider: Provider, settings: Settings): Promise<void> {
  const absence = absenceWords(await findSnap(provider, settings));
  if (absence) throw new Trouble(absence);
}

/** Installs, or updates to the version this site wants. The wallet asks. */
export async function installSnap(
  provider: Provider,
  { snapId, snapVersion }: Settings,
): Promise<void> {
  await provider.request({
    method: 'wallet_requestSnaps',
    params: { [snapId]: { version: snapVersion } },
  });
}

export function callSnap<T>(
  provider: Provider,
  { snapId }: Settings,
  method: string,
  params: object,
  struct: Struct<T>,
) {
  return ask(provider, 'wallet_invokeSnap', { snapId, request: { method, params } }, struct);
}
