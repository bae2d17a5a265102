// GET /api/spending: what each Golem paid between the moments that the reader names, its own midnights for one. Summed
// over every payment that the chain showed, however many there were.
import type { Hex } from 'viem';
import type { Handler } from '../plane/plane';
import { Problem } from '../plane/problem';
import { payerOf } from '../records/history';

/** Two months of days. */
const MAX_BOUNDS = 63;
const MAX_SUMS = 5000;

export const spending: Handler<'spending'> = async ({ plane, query, caller }) => {
  const bounds = boundsOf(query.get('bounds'));
  const { store } = plane;
  const grants = await store.query<{ id: string; golem: string; chain_id: number; root_hash: Hex }>(
    `select id, golem, chain_id, root_hash from grants where owner = $1 and expires_at >= $2
       order by created_at desc limit 1000`,
    [caller.owner, bounds[0]],
  );
  const slices = await store.query<{ golem: string; session_key: Hex; permission: string }>(
    'select golem, session_key, permission from slices where owner = $1 order by created_at desc limit 1000',
    [caller.owner],
  );
  type Sum = { slot: number; chain_id: number; hash: Hex; redeemer: Hex; spent: string };
  const sums = await store.query<Sum & { payments: number }>(
    `select width_bucket(at, $1::bigint[]) - 1 as slot, chain_id, delegation_hash as hash, redeemer,
       sum(amount::numeric)::text as spent, count(*)::integer as payments
       from events where event = 'transferred' and delegation_hash = any($2) and at >= $3 and at < $4
       group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit ${MAX_SUMS + 1}`,
    [bounds, grants.map((grant) => grant.root_hash), bounds[0], bounds.at(-1)],
  );
  return {
    bounds,
    spent: sums
      .slice(0, MAX_SUMS)
      .flatMap(({ slot, chain_id, hash, redeemer, spent, payments }) => {
        const grant = grants.find((one) => one.root_hash === hash && one.chain_id === chain_id);
        if (!grant) return [];
        const golem = payerOf(slices, grant, redeemer);
        return [{ slot, golem, permission: grant.id, spent, payments }];
      }),
    truncated: sums.length > MAX_SUMS,
  };
};

function boundsOf(text: string | null): number[] {
  const bounds = /^[1-9]\d{9}(,[1-9]\d{9}){1,62}$/.test(text ?? '')
    ? (text ?? '').split(',').map(Number)
    : [];
  const rising = bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? 0));
  if (bounds.length >= 2 && rising) return bounds;
  throw new Problem('bad_request', `Name 2 to ${MAX_BOUNDS} moments in unix seconds, ascending.`);
}
