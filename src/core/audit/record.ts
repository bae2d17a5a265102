// One look at the chains into the state.

import type { Proof } from '../memory/claim';
import type { LeaseRecord, State } from '../memory/state';
import { openEndings } from './ending';

const MOST_PROOFS = 1500;
const MOST_LEASES = 2000;

export function withProofs(
  state: State,
  proofs: readonly Proof[],
  leases: readonly LeaseRecord[],
): State {
  const fresh = new Map(proofs.map((proof) => [proof.golem, proof]));
  const known = new Set(state.leases.map(({ context }) => context));
  const restored = leases.filter(({ context }) => !known.has(context));
  const ours = new Set([
    ...state.golems.map(({ golem }) => golem.id),
    ...state.leases.map(({ golem }) => golem),
  ]);
  // A proof lives as long as what it is about.
  const kept = state.claims.filter(({ golem }) => !fresh.has(golem) && ours.has(golem));
  const seen = {
    ...state,
    claims: [...proofs, ...kept].slice(0, MOST_PROOFS),
    // Before those signed here: the newest of a Golem stands last.
    leases: [...restored, ...state.leases].slice(-MOST_LEASES),
  };
  return { ...seen, revoking: openEndings(seen) };
}
