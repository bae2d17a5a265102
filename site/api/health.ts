// GET /api/health: whether the store answers and how far each chain has been read.
import type { Handler } from './plane';

export const health: Handler<'health'> = async ({ plane }) => {
  const rows = await plane.store.query<{ chain_id: number; number: number }>(
    'select chain_id, number from checkpoints',
  );
  const chains = await Promise.all(
    [...plane.chains].map(async ([chainId, client]) => ({
      chainId,
      head: await client.getBlockNumber({ cacheTime: 2000 }).then(Number, () => null),
      indexed: rows.find((row) => row.chain_id === chainId)?.number ?? null,
      relay: plane.relays.get(chainId)?.toLowerCase() ?? null,
    })),
  );
  return { ok: chains.every(({ head }) => head !== null), store: plane.store.kind, chains };
};
