// Signed orders on their way to the control plane. They are signed once, after a dialog; handing them on
// again needs no key, so a check does it while the wallet is locked.
import { dueOrders, type Order, withDelivered } from '../../core/memory/leases';
import type { State } from '../../core/memory/state';
import { nowSeconds } from '../../host/clock';
import { postRaise, postStop } from '../../host/plane';
import { loadState, updateState } from '../../host/state';

/** Each may take the plane's whole deadline. */
const MAX_PER_CHECK = 4;

/** Those the control plane took. */
export async function deliver(orders: readonly Order[]): Promise<Order[]> {
  const taken: Order[] = [];
  for (const order of orders) if (await handOver(order)) taken.push(order);
  await updateState((state) => withDelivered(state, taken, nowSeconds()));
  return taken;
}

/** A few of those nobody has taken yet. */
export async function deliverDue(state: State): Promise<State> {
  const due = dueOrders(state, nowSeconds(), MAX_PER_CHECK);
  if (due.length === 0) return state;
  await deliver(due);
  return loadState();
}

function handOver(order: Order): Promise<boolean> {
  return order.kind === 'stop' ? postStop(order.body) : postRaise(order.body);
}
