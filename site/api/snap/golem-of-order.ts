// The Golem that a signed order is about. An order of an older Snap names no owner: its guardian then tells whose
// Golem is meant, unless somebody else claims the same guardian.
import { type Hex, zeroAddress } from 'viem';
import { demand } from '../plane/problem';
import { type GolemRow, golemRow } from '../records/rows';
import type { Sql } from '../store/store';

type Named = { owner?: Hex | undefined; golem: string; guardian: Hex };

export async function golemOfOrder(sql: Sql, order: Named): Promise<GolemRow> {
  const golem = order.owner
    ? await golemRow(sql, { owner: order.owner, id: order.golem })
    : await golemOfGuardian(sql, order);
  demand(golem, 'not_found', 'There is no such Golem here.');
  return golem;
}

async function golemOfGuardian(sql: Sql, { golem, guardian }: Named): Promise<GolemRow | null> {
  if (guardian === zeroAddress) return null;
  const rows = await sql.query<GolemRow>(
    'select * from golems where guardian = $1 and id = $2 limit 2',
    [guardian, golem],
  );
  demand(rows.length < 2, 'conflict', 'Two owners have such a Golem. Name the owner in the order.');
  return rows[0] ?? null;
}
