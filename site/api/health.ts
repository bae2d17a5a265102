// GET /api/health: whether the store answers, how far each chain has been read, and what its relay is kept from.
import type { Handler } from './plane';

export const health: Handler<'health'> = async ({ plane }) => {
  const rows = await plane.store.query<{ chain_id: number; number: number }>(
    'select chain_id, number from checkpoints',
  );
  const orders = await plane.store.query<{ chain_id: number; waiting: number; reason: string }>(
    `select chain_id, count(*) as waiting, max(reason) as reason from relays
       where state in ('queued', 'sent') group by chain_id`,
  );
  const chains = await Promise.all(
    [...plane.chains].map(async ([chainId, client]) => ({
      chainId,
      head: await client.getBlockNumber({ cacheTime: 2000 }).then(Number, () => null),
      indexed: rows.find((row) => row.chain_id === chainId)?.number ?? null,
      relay: plane.relays.get(chainId)?.toLowerCase() ?? null,
      orders: waitingOf(orders.find((row) => row.chain_id === chainId)),
    })),
  );
  return { ok: chains.every(({ head }) => head !== null), store: plane.store.kind, chains };
};

function waitingOf(row: { waiting: number; reason: string | null } | undefined) {
  return { waiting: row?.waiting ?? 0, reason: row?.reason ?? null };
}
