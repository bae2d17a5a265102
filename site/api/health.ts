// GET /api/health: whether the store answers, who leads, how far each chain has been read, and what its relay is kept
// from. Nothing here is asked of a node that the leader has not asked anyway, but the head.
import type { Hex, PublicClient } from 'viem';
import { lower } from '../../src/core/bytes/hex';
import { recentHead, standsStill } from './chain/stillness';
import { unreadOn } from './chain/unread';
import { leaderOf } from './plane/leadership';
import type { Handler, Plane } from './plane/plane';

/** An order that waits for longer is in trouble, and so is everybody's way to end a lease. */
const LATE_SECONDS = 120;
/** Blocks behind the head from which on somebody should look: a minute of Base. */
const LATE_BLOCKS = 30;

type Orders = {
  chain_id: number;
  waiting: number;
  ends: number;
  oldest: number | null;
  reason: string | null;
  failed: number;
};

export const health: Handler<'health'> = async ({ plane, now }) => {
  const { store } = plane;
  const [leader, checkpoints, orders, purses] = await Promise.all([
    leaderOf(store),
    store.query<{ chain_id: number; number: number }>('select chain_id, number from checkpoints'),
    ordersNow(plane, now),
    store.query<{ chain_id: number; amount: string }>('select chain_id, amount from purses'),
  ]);
  const of = <T extends { chain_id: number }>(rows: T[], id: number) =>
    rows.find((row) => row.chain_id === id);
  const chains = await Promise.all(
    [...plane.chains].map(async ([chainId, client]) => ({
      chainId,
      ...(await readingOf(plane, client, { chainId, now, at: of(checkpoints, chainId) })),
      relay: relayOf(plane, chainId),
      purse: of(purses, chainId)?.amount ?? null,
      orders: waitingOf(of(orders, chainId)),
    })),
  );
  const well = chains.every(
    ({ lag, unread, orders: { oldest } }) =>
      lag !== null &&
      lag <= LATE_BLOCKS &&
      unread.count === 0 &&
      (oldest === null || now - oldest < LATE_SECONDS),
  );
  return {
    ok: well && leader !== null,
    store: store.kind,
    leader: leader && { ...leader, here: plane.leads() },
    chains,
  };
};

function relayOf({ relays }: Plane, chainId: number): Hex | null {
  const relay = relays.get(chainId);
  return relay ? lower(relay) : null;
}

type Asked = { chainId: number; now: number; at: { number: number } | undefined };

/** How far the chain is, how far it was read, and what was left out on the way. */
async function readingOf({ store }: Plane, client: PublicClient, { chainId, now, at }: Asked) {
  const newest = await recentHead(client);
  const head = newest?.number ?? null;
  const indexed = at?.number ?? null;
  const still = newest !== null && standsStill(newest, now);
  const known = head !== null && indexed !== null && !still;
  return {
    head,
    headAt: newest?.at ?? null,
    still,
    indexed,
    lag: known ? Math.max(0, head - indexed) : null,
    unread: await unreadOn(store, chainId),
  };
}

function ordersNow({ store }: Plane, now: number): Promise<Orders[]> {
  const waits = `state in ('queued', 'sent')`;
  return store.query<Orders>(
    `select chain_id, count(*) filter (where ${waits}) as waiting,
       count(*) filter (where ${waits} and lane <> 1) as ends,
       min(counted_at) filter (where ${waits}) as oldest,
       max(reason) filter (where ${waits}) as reason,
       count(*) filter (where state = 'failed') as failed
     from relays where ${waits} or (state = 'failed' and updated_at > $1) group by chain_id`,
    [now - 86_400],
  );
}

function waitingOf(row: Orders | undefined) {
  const { waiting = 0, ends = 0, oldest = null, reason = null, failed = 0 } = row ?? {};
  return { waiting, ends, oldest, reason, failed };
}
