// Patience with a node that answers nobody: the relay lets it rest, longer each time, and every order that waits says so.
// The pauses are short, because among the orders may be the end of a lease.
import type { PublicClient } from 'viem';
import type { RelayDesk } from './relay-desk';

const SILENT =
  'The node of this chain does not answer. The order is not lost: it is sent when the node answers again.';
/** Seconds. */
const PAUSES = [0, 0, 1, 2, 4, 8] as const;

const rests = new WeakMap<PublicClient, { misses: number; until: number }>();

export function isPaused({ client, now }: RelayDesk): boolean {
  return now() < (rests.get(client)?.until ?? 0);
}

export async function silent({ client, chainId, store, now }: RelayDesk): Promise<void> {
  const misses = Math.min((rests.get(client)?.misses ?? 0) + 1, PAUSES.length - 1);
  rests.set(client, { misses, until: now() + (PAUSES[misses] ?? 0) });
  await store.query(
    `update relays set reason = $2 where chain_id = $1 and state in ('queued', 'sent') and cancels is null
       and reason is distinct from $2`,
    [chainId, SILENT],
  );
}

/** Nobody waits for the node any more; whoever led before may have left that word. */
export async function answered({ client, chainId, store }: RelayDesk): Promise<void> {
  if (rests.get(client)?.misses === 0) return;
  rests.set(client, { misses: 0, until: 0 });
  await store.query(
    `update relays set reason = null where chain_id = $1 and state in ('queued', 'sent') and reason = $2`,
    [chainId, SILENT],
  );
}
