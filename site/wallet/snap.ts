// The Snap as this site speaks to it. Every answer is parsed; no method returns a token or a key.
import type { Address } from 'viem';
import { check } from '../../src/core/protocol/check';
import {
  Address as AddressStruct,
  Context,
  Id,
  Line,
  Time,
  Uint64,
} from '../../src/core/protocol/fields';
import { OracleOrder, RaiseOrder } from '../../src/core/protocol/orders';
import type { RpcParams } from '../../src/core/protocol/rpc';
import {
  anything,
  document,
  type Infer,
  list,
  mapOf,
  orAbsent,
  orNull,
  type Struct,
  text,
  whole,
  yesNo,
} from '../../src/core/protocol/schema';
import type { Settings } from '../plane/settings';
import { codeOf, isRejection, Trouble } from './errors';
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
async function findSnap(
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

function callSnap<T>(
  provider: Provider,
  { snapId }: Settings,
  method: string,
  params: object,
  struct: Struct<T>,
) {
  return ask(provider, 'wallet_invokeSnap', { snapId, request: { method, params } }, struct);
}

/** A Snap that was removed or switched off meanwhile fails with a code that says nothing of it: the wallet is asked. */
async function invoke<T>(...call: Parameters<typeof callSnap<T>>): Promise<T> {
  const [provider, settings] = call;
  try {
    return await callSnap(...call);
  } catch (error) {
    if (isRejection(error)) throw error;
    const found = await findSnap(provider, settings);
    // A wallet that does not say what it has says less than the error itself.
    const absence = found.kind === 'unasked' ? null : absenceWords(found);
    throw absence ? new Trouble(absence) : error;
  }
}

const ConnectedStruct = document({ accepted: yesNo(), owner: orAbsent(orNull(AddressStruct)) });

export function handOverToken(provider: Provider, settings: Settings, token: string) {
  return invoke(provider, settings, 'updateAuthToken', { token }, ConnectedStruct);
}

/** The address that stands between owner and this Golem. Opens no dialog. */
export async function guardianOf(
  provider: Provider,
  settings: Settings,
  params: RpcParams<'getGuardian'>,
): Promise<Address> {
  const struct = document({ guardian: AddressStruct });
  const { guardian } = await invoke(provider, settings, 'getGuardian', params, struct);
  return guardian as Address;
}

/** Lets the Snap look at the control plane now, so that it knows what was just entered there. */
export async function refresh(provider: Provider, settings: Settings): Promise<void> {
  await invoke(provider, settings, 'refresh', {}, anything());
}

export const IssuedLease = document({
  guardian: AddressStruct,
  context: Context,
  generation: whole(0, 4_294_967_295),
  budgetId: Uint64,
  raise: orNull(RaiseOrder),
  oracle: orNull(OracleOrder),
});
export type IssuedLease = Infer<typeof IssuedLease>;

const Approval = document({ approved: yesNo(), reason: orAbsent(Line) });

/** null when the owner said no in the dialog; `reason` when the Snap itself refused. */
export async function issueLease(
  provider: Provider,
  settings: Settings,
  lease: RpcParams<'issueLease'>,
): Promise<{ ok: true; lease: IssuedLease } | { ok: false; reason: string | null }> {
  const answer = await invoke(provider, settings, 'issueLease', lease, anything());
  const approval = check(answer, Approval);
  if (approval.ok && !approval.value.approved) {
    return { ok: false, reason: approval.value.reason ?? null };
  }
  const read = check(answer, IssuedLease);
  return read.ok
    ? { ok: true, lease: read.value }
    : { ok: false, reason: `"${read.path.join('.')}"` };
}

const RevokeStruct = document({
  approved: yesNo(),
  golems: list(Id, 0, 500),
  delivered: orAbsent(list(Id, 0, 500)),
  /** `nothing`: Bardo knows of no live permission of these, and asked nobody. */
  reason: orAbsent(text(/^[\s\S]{0,200}$/)),
});

/**
 * The Snap's own way: it signs Stop and the end of each lease and hands both to the control plane. What was granted
 * since its last check it does not know yet: then it looks, and is asked once more.
 */
export async function triggerRevoke(
  provider: Provider,
  settings: Settings,
  golems: readonly string[],
) {
  const ask = () => invoke(provider, settings, 'triggerRevoke', { golems }, RevokeStruct);
  const answer = await ask();
  if (answer.approved || answer.reason !== 'nothing') return answer;
  await refresh(provider, settings);
  return ask();
}

const AlertsStruct = document({
  alerts: list(document({ key: text(/^[\s\S]{1,200}$/), at: Time, golem: orNull(Id) }), 0, 1000),
});

/** When the Snap told the owner of this Golem's death; null = not yet. Its other warnings do not count. */
export async function deathToldAt(
  provider: Provider,
  settings: Settings,
  golem: string,
): Promise<number | null> {
  const { alerts } = await invoke(provider, settings, 'getGolemsStatus', {}, AlertsStruct);
  return alerts.find(({ key }) => key === `died:${golem}`)?.at ?? null;
}
