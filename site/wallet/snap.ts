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
import { OracleOrder, type OracleOrderBody, RaiseOrder } from '../../src/core/protocol/orders';
import type { RpcParams } from '../../src/core/protocol/rpc';
import {
  anything,
  document,
  type Infer,
  list,
  orAbsent,
  orNull,
  text,
  whole,
  yesNo,
} from '../../src/core/protocol/schema';
import type { Settings } from '../plane/settings';
import { isRejection, Trouble } from './errors';
import type { Provider } from './provider';
import { absenceWords, callSnap, findSnap } from './snap-state';
import { walletWords } from './wallet.words';

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
  return guardian;
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

const SignedHeal = document({ order: OracleOrder });

/** `reason` null when the owner said no in the dialog. */
export async function signHeal(
  provider: Provider,
  settings: Settings,
  {
    golem,
    chainId,
    phase,
    score,
  }: { golem: string; chainId: number; phase: number; score: number },
): Promise<{ ok: true; order: OracleOrderBody } | { ok: false; reason: string | null }> {
  const wish = { golem, chainId, act: 'heal', phase, score } as const;
  const answer = await invoke(provider, settings, 'signOracle', wish, anything());
  const approval = check(answer, Approval);
  if (approval.ok && !approval.value.approved) {
    return { ok: false, reason: approval.value.reason ?? null };
  }
  const read = check(answer, SignedHeal);
  const { order } = read.ok ? read.value : { order: null };
  const same = order?.act === 'heal' && order.golem === golem && order.chainId === chainId;
  if (!order || !same || order.phase !== phase || order.score !== score) {
    throw new Trouble(walletWords.healUnread);
  }
  return { ok: true, order };
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
