// What happened to an owner's Golems, in the order it became known here. The cursor is the last number told.
import type { HistoryEntry } from '../../../src/core/protocol/status';
import type { Sql } from '../store/store';
import { ENDED } from './endings';
import type { Estate } from './estate';
import type { ChainEvent } from './rows';

export type Told = HistoryEntry & { seq: number };

/** At most 500, newest kept, oldest first. */
export async function historyOf(
  sql: Sql,
  estate: Estate,
  { since, from }: { since: number; from: number },
): Promise<Told[]> {
  const golems = estate.golems.map(({ id }) => id);
  const acts = await sql.query<Omit<Told, 'transaction'>>(
    `select seq, at, kind, golem, permission, amount from acts
       where owner = $4 and golem = any($1) and seq > $2 and at >= $3 order by seq desc limit 500`,
    [golems, since, from, estate.owner],
  );
  const events = await sql.query<ChainEvent>(
    `select * from events where seq > $1 and at >= $2 and ${OF_ESTATE('$3', '$4', '$5')} order by seq desc limit 500`,
    [since, from, ...placesOf(estate)],
  );
  const told = [
    ...acts.map((act) => ({ ...act, transaction: null })),
    ...events.flatMap((event) => entriesOf(estate, event)),
  ]
    .sort((a, b) => a.seq - b.seq)
    .slice(-500);
  return purposed(sql, estate, told);
}

/** What the chain showed about these grants, guardians and owners. */
export const OF_ESTATE = (grants: string, guardians: string, owners: string) => `(
  (event in ('transferred', 'disabled') and delegation_hash = any(${grants}))
  or (event in ('phase', 'healed', 'raised') and guardian = any(${guardians}))
  or (event in ('nonce', 'epoch') and owner = any(${owners})))`;

export function placesOf({ grants, golems }: Estate): string[][] {
  return [
    grants.map((grant) => grant.root_hash),
    golems.flatMap(({ guardian }) => guardian ?? []),
    grants.map(({ owner }) => owner),
  ];
}

/** With what the Golems said their payments were for. */
export async function purposed(sql: Sql, { owner }: Estate, told: Told[]): Promise<Told[]> {
  const paid = told.flatMap(({ kind, transaction }) =>
    kind === 'redeemed' && transaction ? [transaction] : [],
  );
  if (paid.length === 0) return told;
  const purposes = await sql.query<{ golem: string; transaction: string; purpose: string }>(
    'select golem, transaction, purpose from purposes where owner = $1 and transaction = any($2)',
    [owner, paid],
  );
  return told.map((entry) => {
    const said = purposes.find(
      ({ golem, transaction }) => golem === entry.golem && transaction === entry.transaction,
    );
    return said && entry.kind === 'redeemed' ? { ...entry, purpose: said.purpose } : entry;
  });
}

export function entriesOf(estate: Estate, event: ChainEvent): Told[] {
  const { seq, at, transaction, chain_id } = event;
  const about = (fields: Pick<Told, 'kind' | 'golem'> & Partial<Told>): Told => ({
    seq,
    at,
    permission: null,
    amount: null,
    transaction,
    ...fields,
  });
  const grants = estate.grants.filter((grant) => grant.chain_id === chain_id);
  const grant = grants.find((one) => one.root_hash === event.delegation_hash);
  switch (event.event) {
    case 'transferred': {
      if (!grant) return [];
      const golem = payerOf(estate.slices, grant, event.redeemer);
      const payee = event.payee ? { payee: event.payee } : {};
      const paid = { golem, permission: grant.id, amount: event.amount, ...payee };
      return [about({ kind: 'redeemed', ...paid })];
    }
    case 'disabled':
      return grant ? [about({ kind: 'revoked', golem: grant.golem, permission: grant.id })] : [];
    case 'nonce':
      return grants
        .filter((one) => one.owner === event.owner && one.nonce === event.number)
        .map((one) => about({ kind: 'revoked', golem: one.golem, permission: one.id }));
    case 'phase':
    case 'healed': {
      const golem = estate.golems.find(
        (one) => one.golem_id === event.golem_id && one.guardian === event.guardian,
      );
      const kind = event.number === '4' ? 'died' : 'phase';
      return golem ? [about({ kind, golem: golem.id })] : [];
    }
    case 'raised': {
      const lease = estate.leases.find(
        (one) => one.guardian === event.guardian && one.budget_id === event.budget_id,
      );
      if (!lease || Number(event.number) !== ENDED) return [];
      return [about({ kind: 'revoked', golem: lease.golem, permission: lease.permission })];
    }
    default:
      return [];
  }
}

type Slice = { golem: string; session_key: string; permission: string };

/** By a slice of this very grant: a Golem can name anybody's key in a slice of its own. */
export function payerOf(
  slices: readonly Slice[],
  grant: { id: string; golem: string },
  redeemer: string | null,
): string {
  const payer = slices.find(
    ({ session_key, permission }) => session_key === redeemer && permission === grant.id,
  );
  return payer?.golem ?? grant.golem;
}
