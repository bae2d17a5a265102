// Gas that a dying Golem sent home: it names the transactions, and only what the chain shows is kept.
import type { Hex, PublicClient } from 'viem';
import { lower } from '../../../src/core/bytes/hex';
import { sameAddress } from '../../../src/core/chain/addresses';
import { chainOf, type Plane } from '../plane/plane';
import { keysOf } from '../records/settlements';
import type { Speaker } from './golem-key';

/** A node that does not answer leaves them unknown; a Golem's end waits for nothing. */
export async function keepSweeps(
  plane: Plane,
  { golem, estate }: Speaker,
  transactions: readonly Hex[],
): Promise<void> {
  const keys = keysOf(estate, golem);
  for (const transaction of new Set(transactions.map(lower))) {
    const shown = await sweepIn(chainOf(plane, golem.chain_id), transaction).catch(() => null);
    const ours = shown && keys.some((key) => sameAddress(key, shown.from));
    if (!ours || !sameAddress(shown.to, golem.owner)) continue;
    await plane.store.query(
      `insert into sweeps (chain_id, transaction, owner, golem, account, amount) values ($1, $2, $3, $4, $5, $6)
         on conflict (chain_id, transaction) do nothing`,
      [
        ...[golem.chain_id, transaction, golem.owner, golem.id],
        ...[lower(shown.from), `${shown.value}`],
      ],
    );
  }
}

/** null = it did not happen. */
async function sweepIn(client: PublicClient, hash: Hex) {
  const { status } = await client.getTransactionReceipt({ hash });
  return status === 'success' ? client.getTransaction({ hash }) : null;
}
