// Ending Golems: shows exactly what ends, signs Stop and Raise with each guardian, hands both to the control
// plane and remembers them until it took them. Only the chain ends a permission: until it shows the end the
// home page says so, and the owner's grant above a lease is ended by the owner's own transaction on the site.
import type { Address } from 'viem';
import { believed } from '../../core/audit/believe';
import { isGuarded } from '../../core/audit/ending';
import { type Order, withOrders } from '../../core/memory/leases';
import type { State } from '../../core/memory/state';
import type { Golem } from '../../core/protocol/status';
import { type EndMessage, endMessages, hasGuardian } from '../../core/runway/ending-plan';
import { endingsOf } from '../../core/runway/endings';
import { raiseOrder, stopOrder } from '../../core/runway/guardian-orders';
import type { Ward } from '../../core/runway/guardians';
import { isLive } from '../../core/runway/health';
import { clockOf } from '../../core/watch/clock';
import { hasForeignLease } from '../../core/watch/doubts';
import { nowSeconds } from '../../host/clock';
import { guardiansOf, type Sign, signAs } from '../../host/keys';
import { loadState, updateState } from '../../host/state';
import { confirm } from '../../host/ui';
import { type Ending, RevokeDialog } from '../../views/dialogs';
import { deliver } from '../check/orders';

export type RevokeResult =
  | { kind: 'nothing' }
  | { kind: 'declined' }
  /** `signed`: a guardian of ours signed their end; `delivered`: the control plane took all of it. */
  | { kind: 'confirmed'; golems: string[]; signed: string[]; delivered: string[] };

/** `wanted` null = all. Golems without a live permission are not asked about. */
export async function revoke(
  asker: string,
  wanted: readonly string[] | null,
): Promise<RevokeResult> {
  // As the chain shows it where it does: a revocation the server made up must not take the button away.
  const state = believed(await loadState());
  const golems = chosen(state, wanted);
  const { now } = clockOf(state, nowSeconds());
  const endings = endingsOf(golems, state.permissions, now);
  if (endings.length === 0) return { kind: 'nothing' };
  const ids = endings.map((ending) => ending.golem);
  const planned = await planEnds(
    golems.filter(({ id }) => ids.includes(id)),
    state,
  );
  const bare = (golem: string) =>
    state.permissions.filter((one) => one.golem === golem && !one.lease && isLive(one, now)).length;
  const guardian = (golem: string): Ending['guardian'] =>
    planned.has(golem) ? 'ours' : isGuarded(state, golem) ? 'other' : 'none';
  const shown = endings.map((ending) => ({
    ...ending,
    guardian: guardian(ending.golem),
    bare: bare(ending.golem),
    foreign: hasForeignLease(state, ending.golem),
  }));
  if (!(await confirm(<RevokeDialog asker={asker} endings={shown} />))) return { kind: 'declined' };

  const orders: Order[] = [];
  for (const end of [...planned.values()].flat()) orders.push(...(await signEnd(end)));
  await remember(ids, orders);
  const taken = await deliver(orders);
  const isOpen = (id: string) => orders.some((one) => one.golem === id && !taken.includes(one));
  const delivered = ids.filter((id) => planned.has(id) && !isOpen(id));
  return { kind: 'confirmed', golems: ids, signed: [...planned.keys()], delivered };
}

/** By one guardian of ours over the Golem. */
type PlannedEnd = { ward: Ward; guardian: Address; messages: EndMessage[] };

/** What will be signed, known before the owner is asked; Golems without a guardian of ours are left out. */
async function planEnds(
  golems: readonly Golem[],
  state: State,
): Promise<Map<string, PlannedEnd[]>> {
  const planned = new Map<string, PlannedEnd[]>();
  const { owner } = state;
  if (owner === null) return planned;
  for (const golem of golems.filter((one) => hasGuardian(one, state))) {
    const ward = { golem: golem.id, owner };
    const { present, former } = await guardiansOf(ward);
    const ends = [present, former].flatMap((guardian) => {
      const messages = endMessages(golem, guardian, { ...state, now: nowSeconds() });
      return messages.length > 0 ? [{ ward, guardian, messages }] : [];
    });
    if (ends.length > 0) planned.set(golem.id, ends);
  }
  return planned;
}

async function signEnd({ ward, guardian, messages }: PlannedEnd): Promise<Order[]> {
  const { golem, owner } = ward;
  const signed = async (sign: Sign, message: PlannedEnd['messages'][number]): Promise<Order> => {
    const signature = await sign(message);
    const order = { golem, chainId: message.chainId, at: nowSeconds(), deliveredAt: null };
    return message.kind === 'Stop'
      ? { ...order, kind: 'stop' as const, body: stopOrder(owner, message, signature) }
      : { ...order, kind: 'raise' as const, body: raiseOrder(message, signature) };
  };
  return signAs(guardian, ward, (sign) =>
    Promise.all(messages.map((message) => signed(sign, message))),
  );
}

/** Before anything is sent: an order that is out and not remembered would never be followed up. */
async function remember(golems: readonly string[], orders: readonly Order[]): Promise<void> {
  const at = nowSeconds();
  await updateState((state) => ({
    ...withOrders(state, orders),
    revoking: [
      ...state.revoking.filter((one) => !golems.includes(one.golem)),
      ...golems.map((golem) => ({ golem, at })),
    ],
  }));
}

function chosen(state: State, wanted: readonly string[] | null): Golem[] {
  const golems = state.golems.map((record) => record.golem);
  return wanted === null ? golems : golems.filter((golem) => wanted.includes(golem.id));
}
