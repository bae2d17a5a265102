// Which Golems are looked at in one heartbeat. The work is bounded: with hundreds of Golems those that the
// server says something new about come first, then the worst, then whoever was looked at longest ago.
import type { Address, Hex } from 'viem';
import type { Proof } from '../memory/claim';
import type { GolemRecord, State } from '../memory/state';
import type { Golem, Permission } from '../protocol/status';
import { phaseRank } from '../runway/phase';
import { type Held, readHeld } from './held';
import type { Subject } from './questions';

export const MOST_SUBJECTS = 16;
/** Of them at most so many for what is new or bad, so that the others have their turn. */
const MOST_URGENT = 10;
/** And so many that the server does not list: more of them must not crowd out the rest. */
const MOST_UNLISTED = 3;
const MOST_CHAINS = 4;
/** Signed chains read per Golem, newest first: rotations add up. */
const MOST_HELD = 6;

export function subjectsOf(state: State): Subject[] {
  const { owner } = state;
  if (owner === null) return [];
  const ids = pickIds(state);
  return ids.map((id) => subjectOf(state, owner, id));
}

/** In the order they are asked. A server can name any number of chains; only the owner can sign for one. */
export function chainsOf(subjects: readonly Subject[]): number[] {
  const signed = subjects.filter(({ held }) => held.length > 0);
  const chains = [...signed, ...subjects].map(({ chainId }) => chainId);
  return [...new Set(chains)].slice(0, MOST_CHAINS);
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
  // By the question, not by the answer: a chain that never answers must not take every turn.
  const triedAt = (id: string) => proofs.get(id)?.triedAt ?? proofs.get(id)?.seen?.at ?? 0;
  const longestAgo = (a: string, b: string) => triedAt(a) - triedAt(b);
  // Signed for here and never listed: the first thing a lying server would leave out.
  const unlisted = [...new Set(state.leases.map(({ golem }) => golem))]
    .filter((id) => !listed.has(id))
    .sort(longestAgo);
  const urgencies = urgenciesOf(records, state, proofs);
  // Among equals whoever waited longest: noise about many must not keep one of them out of sight.
  const urgent = [...urgencies.keys()].sort(
    (a, b) => (urgencies.get(b) ?? 0) - (urgencies.get(a) ?? 0) || longestAgo(a, b),
  );
  const oldest = records.map(({ golem }) => golem.id).sort(longestAgo);
  const first = [...unlisted.slice(0, MOST_UNLISTED), ...urgent.slice(0, MOST_URGENT)];
  return [...new Set([...first, ...oldest, ...urgent, ...unlisted])].slice(0, MOST_SUBJECTS);
}

/** Those with something new or bad about them, and how much of it. */
function urgenciesOf(
  records: readonly GolemRecord[],
  { permissions, revoking }: State,
  proofs: ReadonlyMap<string, Proof>,
): Map<string, number> {
  const own = new Map<string, Permission[]>();
  for (const one of permissions) own.set(one.golem, [...(own.get(one.golem) ?? []), one]);
  const ending = new Set(revoking.map(({ golem }) => golem));
  const entries = records.map(({ golem }): [string, number] => {
    const proof = proofs.get(golem.id);
    const isNew = proof?.mark !== markOf(golem, own.get(golem.id) ?? []);
    const wrong = proof?.claims.some(({ verdict }) => verdict === 'contradicted') ?? false;
    const fresh = isNew || ending.has(golem.id) ? 8 : 0;
    return [golem.id, (wrong ? 16 : 0) + fresh + phaseRank(golem.phase)];
  });
  return new Map(entries.filter(([, urgency]) => urgency > 0));
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

/** The guardian that signed its leases; null when no signed byte names one: a server's word is none. */
export function leasedBy({ held }: Subject): Address | null {
  return held.flatMap(({ lease }) => lease ?? []).at(-1)?.guardian ?? null;
}
