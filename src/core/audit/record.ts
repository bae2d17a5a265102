// One check of the chains into the state.

import type { Proof } from '../memory/claim';
import { isOld } from '../memory/freshness';
import { leasedHere, withShown } from '../memory/leases';
import type { LeaseRecord, State } from '../memory/state';
import { openEndings } from './ending';

const MAX_PROOFS = 1500;

export function withProofs(
  state: State,
  proofs: readonly Proof[],
  leases: readonly LeaseRecord[],
  now: number,
): State {
  const fresh = new Map(proofs.map((proof) => [proof.golem, proof]));
  const own = leasedHere(state);
  const ours = new Set([
    ...state.golems.map(({ golem }) => golem.id),
    ...state.leases.map(({ golem }) => golem),
  ]);
  // A proof lives as long as what it is about; of Golems leased here none is pushed out by a server's.
  const kept = state.claims
    .filter(({ golem }) => !fresh.has(golem) && ours.has(golem))
    .sort((a, b) => Number(own.has(b.golem)) - Number(own.has(a.golem)));
  const shown = withShown(state, leases);
  const unasked = proofs.length === 0 ? state.unasked : unaskedIn(state, proofs, now);
  const seen = { ...shown, unasked, claims: [...proofs, ...kept].slice(0, MAX_PROOFS) };
  return { ...seen, revoking: openEndings(seen) };
}

/**
 * What of this check's Golems could not be asked about, or only by an old block. A chain that the owner signed for is
 * told by its head; one that only a server names, here.
 */
function unaskedIn(state: State, proofs: readonly Proof[], now: number): State['unasked'] {
  const own = leasedHere(state);
  const short = proofs.filter(({ unasked = 0 }) => unasked > 0);
  const lost = proofs.filter(
    ({ golem, problem, seen }) => !own.has(golem) && (problem !== null || (seen && isOld(seen))),
  );
  if (short.length + lost.length === 0) return null;
  return {
    since: state.unasked?.since ?? now,
    checks: (state.unasked?.checks ?? 0) + 1,
    permissions: short.reduce((sum, { unasked = 0 }) => sum + unasked, 0),
    golems: short.length,
    unreached: lost.length,
  };
}
