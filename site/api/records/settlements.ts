// What became of a dead Golem's money, as far as it is known: spent from the chain's events, gas that came home by the
// transactions it named, gas that is stuck by what its keys still hold. What is not known is null, never zero.
import type { Golem } from '../../../src/core/protocol/status';
import type { Estate } from './estate';
import type { GolemRow } from './rows';

type Facts = NonNullable<Golem['settlement']>;

/** Its last words, unread: their reader finds out whose they are. null = it said none. */
export function endingDocument(row: GolemRow): NonNullable<Golem['ending']> | null {
  if (row.ending_reason === null || row.ending_at === null) return null;
  return {
    reason: row.ending_reason,
    at: row.ending_at,
    sessionKey: row.ending_key,
    knowledgeRecord: row.ending_record,
    signature: row.ending_signature,
  };
}

/** null while it lives. */
export function settlementDocument(estate: Estate, row: GolemRow, died: number): Facts {
  const total = spentOf(estate, row).find(({ token }) => token !== null);
  const home = estate.sweeps.filter(({ golem }) => golem === row.id);
  const stuck = stuckGas(estate, row, died);
  return {
    spent: total?.amount ?? '0',
    payments: total?.payments ?? 0,
    gasHome: home.length > 0 ? sum(home.map(({ amount }) => amount)) : null,
    gasStuck: stuck === null ? null : sum(stuck.map(({ amount }) => amount)),
  };
}

export type Spent = { token: `0x${string}` | null; amount: string; payments: number };

/** Of its own grants by token, the runway's first; of a Replicant by its slice. */
export function spentOf(estate: Estate, { id }: Pick<GolemRow, 'id'>): Spent[] {
  const links = [
    ...estate.grants
      .filter(({ golem }) => golem === id)
      .map(({ root_hash, token }) => ({ hash: root_hash, token })),
    ...estate.slices
      .filter(({ golem }) => golem === id)
      .map(({ hash, permission }) => {
        const grant = estate.grants.find((one) => one.id === permission);
        return { hash, token: grant?.token ?? null };
      }),
  ];
  const totals = new Map<string, Spent>();
  for (const { hash, token } of links) {
    const link = estate.whole.find((one) => one.delegation_hash === hash);
    const before = totals.get(`${token}`) ?? { token, amount: '0', payments: 0 };
    totals.set(`${token}`, {
      token,
      amount: sum([before.amount, link?.amount ?? '0']),
      payments: before.payments + (link?.payments ?? 0),
    });
  }
  return [...totals.values()].sort((a, b) => Number(a.token === null) - Number(b.token === null));
}

/** Every key that a lease, a slice or a bare grant of it ever named, and the one that waited for a lease. */
export function keysOf(estate: Estate, row: GolemRow): `0x${string}`[] {
  const own = <T extends { golem: string }>(all: readonly T[]) =>
    all.filter(({ golem }) => golem === row.id);
  const bare = row.guardian === null ? own(estate.grants).map(({ delegate }) => delegate) : [];
  const leased = [...own(estate.leases), ...own(estate.slices)].map((one) => one.session_key);
  return [...new Set([...leased, ...bare, ...(row.pending_key ? [row.pending_key] : [])])];
}

/** null where a key was not looked at since the death: what it held before it swept is no answer. */
function stuckGas(estate: Estate, row: GolemRow, died: number) {
  const held = keysOf(estate, row).map((key) =>
    estate.balances.find(
      ({ chain_id, account, token, at }) =>
        chain_id === row.chain_id && account === key && token === '' && at > died,
    ),
  );
  const known = held.filter((one) => one !== undefined);
  return known.length === held.length && known.length > 0 ? known : null;
}

function sum(amounts: readonly string[]): string {
  return `${amounts.reduce((total, amount) => total + BigInt(amount), 0n)}`;
}
