// Whose turn it is in one check. Golems leased here have their places first, the others share the rest; among both,
// some places are for what is new or bad and the others for whoever waited longest, so that everybody has a turn.
import type { Proof } from '../memory/claim';
import { leasedHere } from '../memory/leases';
import type { State } from '../memory/state';
import type { Golem, Permission } from '../protocol/status';
import { phaseRank } from '../runway/phase';

export const MAX_TARGETS = 16;
/** Places of Golems leased here; the rest is for whoever else is listed. */
const MAX_LEASED = 12;

export function pickIds(state: State): string[] {
  const away = new Set(state.golems.flatMap((one) => (one.dismissed ? [one.golem.id] : [])));
  // Signed for here, listed or not: leaving one out is the first thing a lying server would do.
  const own = leasedHere(state);
  const leased = [...own].filter((id) => !away.has(id));
  const others = state.golems
    .map(({ golem }) => golem.id)
    .filter((id) => !own.has(id) && !away.has(id));
  const strangers = [...new Set(state.leases.map(({ golem }) => golem))].filter(
    (id) => !own.has(id) && !away.has(id) && !others.includes(id),
  );
  const rest = [...others, ...strangers];
  const turns = turnsIn(state);
  const room = Math.max(MAX_LEASED, MAX_TARGETS - rest.length);
  const first = turns(leased, room);
  return [...first, ...turns(rest, MAX_TARGETS - first.length)];
}

/** Some for what is new or bad about them, so that the others have their turn: whoever waited longest. */
function turnsIn(state: State): (ids: readonly string[], most: number) => string[] {
  const proofs = new Map(state.claims.map((proof) => [proof.golem, proof]));
  // By the question, not by the answer: a chain that never answers must not take every turn.
  const triedAt = (id: string) => proofs.get(id)?.triedAt ?? proofs.get(id)?.seen?.at ?? 0;
  const longestAgo = (a: string, b: string) => triedAt(a) - triedAt(b);
  const urgencies = urgenciesOf(state, proofs);
  const urgency = (id: string) => urgencies.get(id) ?? 0;
  return (ids, most) => {
    // Among equals whoever waited longest: noise about many must not keep one of them out of sight.
    const urgent = ids
      .filter((id) => urgency(id) > 0)
      .sort((a, b) => urgency(b) - urgency(a) || longestAgo(a, b));
    const oldest = [...ids].sort(longestAgo);
    const first = urgent.slice(0, Math.ceil((most * 5) / 8));
    return [...new Set([...first, ...oldest])].slice(0, most);
  };
}

/** Those with something new or bad about them, and how much of it. */
function urgenciesOf(
  { golems, permissions, revoking }: State,
  proofs: ReadonlyMap<string, Proof>,
): Map<string, number> {
  const own = new Map<string, Permission[]>();
  for (const one of permissions) {
    const known = own.get(one.golem);
    if (known) known.push(one);
    else own.set(one.golem, [one]);
  }
  const ending = new Set(revoking.map(({ golem }) => golem));
  const entries = golems.map(({ golem }): [string, number] => {
    const proof = proofs.get(golem.id);
    const isNew = proof?.fingerprint !== fingerprintOf(golem, own.get(golem.id) ?? []);
    const wrong = proof?.claims.some(({ verdict }) => verdict === 'contradicted') ?? false;
    const fresh = isNew || ending.has(golem.id) ? 8 : 0;
    return [golem.id, (wrong ? 16 : 0) + fresh + phaseRank(golem.phase)];
  });
  return new Map(entries);
}

/** What the server says of a Golem, short; its heartbeats and what is left change all the time and are left out. */
export function fingerprintOf(golem: Golem | null, permissions: readonly Permission[]): string {
  const parts = permissions
    .map(
      ({ id, revokedAt, lease }) =>
        `${id}/${revokedAt ?? ''}/${lease?.generation ?? ''}/${lease?.expiresAt ?? ''}`,
    )
    .sort();
  const text = [golem?.phase, golem?.sessionKey, golem?.chainId, ...parts].join(' ');
  if (text.length <= 1000) return text;
  // Long lists are told apart by a sum over all of them: a change at their end is a change.
  let sum = 7;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) % 4294967291;
  return `${text.slice(0, 200)} ${text.length} ${sum}`;
}
