// What a Golem spent in the last seven days, Replicants included, over all its grants of the same money: feeding it with a
// new grant does not make it look new.
import type { Golem } from '../../../src/core/protocol/status';
import { type Estate, PACE_WINDOW } from './estate';
import type { GolemRow, GrantRow } from './rows';

type Pace = NonNullable<Golem['pace']>;

/** null = nothing of its own to live on. A Replicant lives on its parent's grant and has no pace of its own here. */
export function paceOf(estate: Estate, row: GolemRow): Pace | null {
  const newest = runwayOf(estate, row.id);
  if (!newest) return null;
  const { chain_id: chainId, token, owner } = newest;
  const same = estate.grants.filter(
    (one) => one.golem === row.id && one.chain_id === chainId && one.token === token,
  );
  const hashes = new Set(same.map(({ root_hash }) => root_hash));
  const own = estate.spent.filter((one) => one.chain_id === chainId && hashes.has(one.hash));
  const held = estate.balances.find(
    (one) => one.chain_id === chainId && one.account === owner && one.token === token,
  );
  return {
    chainId,
    token,
    since: Math.max(estate.now - PACE_WINDOW, Math.min(...same.map(({ start_at }) => start_at))),
    spent: own.reduce((sum, { spent }) => sum + BigInt(spent), 0n).toString(),
    payments: own.reduce((sum, { payments }) => sum + payments, 0),
    complete: !estate.unread.includes(chainId),
    held: held?.amount ?? null,
  };
}

/** The newest token grant that was not replaced. */
export function runwayOf(estate: Estate, golem: string): GrantRow | null {
  const grants = estate.grants.filter((grant) => grant.golem === golem && grant.token !== null);
  return grants.find((grant) => grant.replaced_by === null) ?? grants[0] ?? null;
}
