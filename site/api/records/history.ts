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
    `select * from events where seq > $1 and at >= $2 and (
       (event in ('transferred', 'disabled') and delegation_hash = any($3))
       or (event in ('phase', 'healed', 'raised') and guardian = any($4))
       or (event in ('nonce', 'epoch') and owner = any($5))) order by seq desc limit 500`,
    [
      since,
      from,
      estate.grants.map((grant) => grant.root_hash),
      estate.golems.flatMap(({ guardian }) => guardian ?? []),
      estate.grants.map(({ owner }) => owner),
    ],
  );
  return [
    ...acts.map((act) => ({ ...act, transaction: null })),
    ...events.flatMap((event) => entriesOf(estate, event)),
  ]
    .sort((a, b) => a.seq - b.seq)
    .slice(-500);
}

function entriesOf(estate: Estate, event: ChainEvent): Told[] {
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
      const payer = estate.slices.find((slice) => slice.session_key === event.redeemer)?.golem;
      if (!grant) return [];
      const golem = payer ?? grant.golem;
      return [about({ kind: 'redeemed', golem, permission: grant.id, amount: event.amount })];
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
