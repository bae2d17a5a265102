// Which events are believed. An enforcer's hooks can be called by anybody, in any transaction, with anybody's link:
// what it then says is true of the caller's own ledger and of nobody else's. The manager alone says RedeemedDelegation,
// after all hooks of a redemption, and a period's meter names who called it. Our lease enforcer does not, so its Spent
// is believed by its place.
//
// For each link from leaf to root the manager calls the hooks: Spent of the lease, then TransferredInPeriod of the
// grant below it. Between the two runs no code but the enforcers that guardian and owner signed, so whatever was
// forged stands further away: before them (a leaf's own enforcer, an earlier call), or behind (the payee's code).
import type { EventRow } from './event-row';

export function genuine(rows: readonly EventRow[]): EventRow[] {
  const redemptions = new Map<string, Redemption>();
  for (const row of rows) {
    const known = redemptions.get(row.transaction) ?? { links: new Map(), spent: new Set() };
    redemptions.set(row.transaction, known);
    if (row.event === 'redeemed') countLink(known, row);
  }
  for (const [index, row] of rows.entries()) {
    if (row.event === 'transferred') believeSpent(redemptions.get(row.transaction), rows, index);
  }
  return rows.filter((row) => {
    const { links, spent } = redemptions.get(row.transaction) as Redemption;
    if (row.event === 'spent') return spent.has(row);
    // A meter that the manager called without a redemption would be another manager's.
    return row.event !== 'transferred' || links.has(`${row.delegation_hash}`);
  });
}

/** What the manager stands behind in one transaction. `left`: redemptions of the link not matched yet. */
type Redemption = {
  links: Map<string, { authority: string; left: number }>;
  spent: Set<EventRow>;
};

function countLink({ links }: Redemption, { delegation_hash, authority }: EventRow): void {
  const link = links.get(`${delegation_hash}`) ?? { authority: `${authority}`, left: 0 };
  links.set(`${delegation_hash}`, { ...link, left: link.left + 1 });
}

/** The last Spent before the meter of the grant, by the same redeemer, of a lease that stands on that grant. */
function believeSpent(
  redemption: Redemption | undefined,
  rows: readonly EventRow[],
  meter: number,
): void {
  const { transaction, delegation_hash, redeemer } = rows[meter] as EventRow;
  for (let index = meter - 1; index >= 0; index -= 1) {
    const row = rows[index] as EventRow;
    if (row.transaction !== transaction || row.event === 'transferred') return;
    const link = row.event === 'spent' && redemption?.links.get(`${row.delegation_hash}`);
    if (!link || link.authority !== delegation_hash || row.redeemer !== redeemer) continue;
    if (link.left > 0) redemption?.spent.add(row);
    link.left -= 1;
    return;
  }
}
