// Which Golems are looked at in one heartbeat. The work is bounded: with hundreds of Golems those that the
// server says something new about come first, then the worst, then whoever was looked at longest ago.
import type { Hex } from 'viem';
import { phaseRank } from '../permissions/phase';
import type { Golem, Permission } from '../protocol/status';
import type { GolemRecord, State } from '../watch/state';
import type { Proof } from './claim';
import { type Held, readHeld } from './held';
import type { Subject } from './questions';

export const MOST_SUBJECTS = 16;
/** Of them at most so many for what is new or bad, so that the others have their turn. */
const MOST_URGENT = 12;
/** Signed chains read per Golem, newest first: rotations add up. */
const MOST_HELD = 6;

export function subjectsOf(state: State): Subject[] {
  const { owner } = state;
  if (owner === null) return [];
  const ids = pickIds(state);
  return ids.map((id) => subjectOf(state, owner, id));
}

function subjectOf(state: State, owner: string, id: string): Subject {
  const golem = state.golems.find((record) => record.golem.id === id)?.golem ?? null;
  const permissions = state.permissions.filter((one) => one.golem === id);
  const held = state.leases
    .filter((lease) => lease.golem === id)
    .slice(-MOST_HELD)
    .flatMap(({ context, chainId }) => readHeld(context as Hex, chainId) ?? []);
  const chainId = held.at(-1)?.chainId ?? golem?.chainId ?? 1;
  return { id, chainId, owner: owner.toLowerCase(), golem, permissions, held };
}

function pickIds(state: State): string[] {
  const records = state.golems.filter((record) => !record.dismissed);
  const proofs = new Map(state.claims.map((proof) => [proof.golem, proof]));
  const listed = new Set(state.golems.map(({ golem }) => golem.id));
  // Signed for here and never listed: the first thing a lying server would leave out.
  const unlisted = [...new Set(state.leases.map(({ golem }) => golem))].filter(
    (id) => !listed.has(id),
  );
  const urgent = records
    .map((record) => ({ id: record.golem.id, urgency: urgencyOf(record, state, proofs) }))
    .filter(({ urgency }) => urgency > 0)
    .sort((a, b) => b.urgency - a.urgency)
    .map(({ id }) => id);
  const oldest = records
    .map(({ golem }) => ({ id: golem.id, at: proofs.get(golem.id)?.seen?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);
  return [...new Set([...unlisted, ...urgent.slice(0, MOST_URGENT), ...oldest, ...urgent])].slice(
    0,
    MOST_SUBJECTS,
  );
}

function urgencyOf(record: GolemRecord, state: State, proofs: ReadonlyMap<string, Proof>): number {
  const proof = proofs.get(record.golem.id);
  const own = state.permissions.filter((one) => one.golem === record.golem.id);
  const isNew = proof?.mark !== markOf(record.golem, own);
  const wrong = proof?.claims.some(({ verdict }) => verdict === 'contradicted') ?? false;
  const revoking = state.revoking.some(({ golem }) => golem === record.golem.id);
  return (wrong ? 16 : 0) + (isNew || revoking ? 8 : 0) + phaseRank(record.golem.phase);
}

/** What the server says of a Golem, short; its heartbeats and what is left change all the time and are left out. */
export function markOf(golem: Golem | null, permissions: readonly Permission[]): string {
  const parts = permissions.map(
    ({ id, revokedAt, lease }) =>
      `${id}/${revokedAt ?? ''}/${lease?.generation ?? ''}/${lease?.expiresAt ?? ''}`,
  );
  return [golem?.phase, golem?.sessionKey, golem?.chainId, ...parts].join(' ').slice(0, 1000);
}

/** The chain of links the Golem would pay with today: listed, of the highest generation. */
export function livingOf({ permissions, held }: Subject): Held | null {
  const listed = new Set(permissions.map(({ delegationHashes }) => delegationHashes.join()));
  const own = held.filter(({ hashes, grant }) => listed.has(hashes.join()) && grant.token !== null);
  return (
    own.sort((a, b) => Number((b.lease?.generation ?? 0n) - (a.lease?.generation ?? 0n)))[0] ?? null
  );
}
