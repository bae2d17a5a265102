// A Golem as the status protocol shows it. Its phase is the worst of what the chain and its own signed
// heartbeats say; after a healing the chain's word counts until the Golem speaks again.
import type { Hex } from 'viem';
import { least } from '../../../src/core/delegations/meter';
import { type Golem, PHASES, type Phase } from '../../../src/core/protocol/status';
import { endOfLease } from './endings';
import type { Estate } from './estate';
import { paceOf, runwayOf } from './pace';
import type { ChainEvent, GolemRow, HeartbeatRow, LeaseRow } from './rows';
import { endingDocument, settlementDocument } from './settlements';

/** Gas of one pull over owner, guardian and session key, first use of the day included. */
const PULL_GAS = 400_000n;

export function golemDocument(estate: Estate, row: GolemRow): Golem {
  const heartbeat = estate.heartbeats.find(({ golem }) => golem === row.id) ?? null;
  const life = lifeOf(estate, row);
  const sessionKey = sessionKeyOf(estate, row);
  const died = diedAt(estate, row);
  return {
    id: row.id,
    name: row.name,
    chainId: row.chain_id,
    guardian: row.guardian,
    parent: row.parent,
    phase: phaseName(life.phase),
    vitality: Math.floor(life.vitality / 100),
    heartbeat: heartbeat && heartbeatDocument(heartbeat),
    policyTier: row.policy_tier,
    sessionKey,
    ...gasOf(estate, row, sessionKey),
    knowledgeRecord: row.knowledge_record,
    custody: custodyOf(estate, row),
    rotation: rotationOf(estate, row),
    pace: paceOf(estate, row),
    ending: endingDocument(row),
    settlement: died === null ? null : settlementDocument(estate, row, died),
  };
}

/** null before it has anything to live on. */
function custodyOf(estate: Estate, row: GolemRow): string | null {
  if (row.guardian !== null) return 'delegation';
  return runwayOf(estate, row.id) ? 'bare' : null;
}

function rotationOf(estate: Estate, row: GolemRow): NonNullable<Golem['rotation']> | null {
  if (row.pending_key === null) return null;
  const lease = leaseOf(estate, row.id);
  const grant = estate.grants.find(({ id }) => id === lease?.permission);
  return {
    key: row.pending_key,
    askedAt: row.pending_at ?? row.created_at,
    oldKeyStopsAt: lease && grant ? Math.min(lease.expires_at, grant.expires_at) : null,
  };
}

export function lifeOf(estate: Estate, row: GolemRow): { phase: number; vitality: number } {
  const heartbeat = estate.heartbeats.find(({ golem }) => golem === row.id);
  const record = recordOf(estate, row);
  const onChain = record && { phase: Number(record.number), vitality: Number(record.amount) };
  if (!heartbeat) return onChain ?? { phase: 0, vitality: 10_000 };
  const own = { phase: heartbeat.worst, vitality: heartbeat.vitality };
  if (!onChain || !record) return own;
  if (record.event === 'healed' && record.at > heartbeat.issued_at) return onChain;
  return {
    phase: Math.max(own.phase, onChain.phase),
    vitality: heartbeat.issued_at >= record.at ? own.vitality : onChain.vitality,
  };
}

/** The last word of the VitalityOracle. */
export function recordOf({ events }: Estate, row: GolemRow): ChainEvent | null {
  const records = events.filter(
    ({ event, guardian, golem_id, chain_id }) =>
      ['registered', 'phase', 'healed'].includes(event) &&
      guardian === row.guardian &&
      golem_id === row.golem_id &&
      chain_id === row.chain_id,
  );
  return records.at(-1) ?? null;
}

/**
 * The key that may act for the Golem: of its slice, of its newest lease, or the grant's own delegate when
 * there is no guardian.
 */
export function sessionKeyOf(estate: Estate, row: GolemRow): Hex | null {
  const slice = estate.slices.find(({ golem }) => golem === row.id);
  if (slice) return slice.session_key;
  if (row.guardian === null) return runwayOf(estate, row.id)?.delegate ?? null;
  return leaseOf(estate, row.id)?.session_key ?? null;
}

/** The newest lease on token money. It may hang on an older grant than the newest. */
export function leaseOf({ leases }: Estate, golem: string): LeaseRow | null {
  const own = leases.filter((lease) => lease.golem === golem && lease.token !== null);
  return own.reduce<LeaseRow | null>(
    (newest, lease) => (newest && newest.created_at >= lease.created_at ? newest : lease),
    null,
  );
}

/** When it died: terminal on chain, or for want of an oracle record by its own last word. */
export function diedAt(estate: Estate, row: GolemRow): number | null {
  const terminal = terminalAt(estate, row);
  if (terminal !== null) return terminal;
  const lease = leaseOf(estate, row.id);
  const heartbeat = estate.heartbeats.find(({ golem }) => golem === row.id);
  if (heartbeat?.worst !== 4) return null;
  if (!recordOf(estate, row)) return heartbeat.issued_at;
  return lease ? endOfLease(estate, lease) : null;
}

/** Since when the oracle shows its last phase: no lease of it moves anything from then on, and nothing heals it. */
export function terminalAt(estate: Estate, row: GolemRow): number | null {
  const record = recordOf(estate, row);
  return record && Number(record.number) === 4 ? record.at : null;
}

export function phaseName(rank: number): Phase {
  return PHASES[rank] ?? 'terminal';
}

function heartbeatDocument(row: HeartbeatRow): NonNullable<Golem['heartbeat']> {
  return {
    at: row.issued_at,
    intervalSeconds: row.interval_seconds,
    sequence: row.sequence,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    phase: row.phase,
    vitality: row.vitality,
    signature: row.signature,
  };
}

function gasOf(estate: Estate, row: GolemRow, key: string | null) {
  const gas = estate.balances.find(
    ({ chain_id, account, token }) => chain_id === row.chain_id && account === key && token === '',
  );
  const price = estate.checkpoints.find(({ chain_id }) => chain_id === row.chain_id)?.gas_price;
  const pulls =
    gas && price && price !== '0' ? BigInt(gas.amount) / (BigInt(price) * PULL_GAS) : null;
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return {
    gasLeft: gas?.amount ?? null,
    gasPullsLeft: pulls === null ? null : Number(least(pulls, most)),
  };
}
