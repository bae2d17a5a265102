// Leases that the status lists and this Bardo could not take back as its own. The status does not contradict itself by
// that: a lease of another guardian may be of another Bardo of the same owner. It is told for as long as it lasts.
import { isOwn } from '../memory/leases';
import type { Contradiction, State } from '../memory/state';
import type { Permission } from '../protocol/status';
import { endsAt, isLive } from '../runway/health';
import { OTHER_GUARDIAN, unremembered } from '../runway/restore';

/** However many leases a server makes up. */
const MAX_DOUBTS = 20;

/** `native`, `title`: after the Golem's name and a colon. */
export type DoubtWords = { native: string; title: string; heading: string; more: string };

/** null = it is no doubt about a lease. */
export function doubtWords({ what }: Contradiction): DoubtWords | null {
  if (what === 'guardian') {
    return {
      native: 'another guardian',
      title: 'its lease is of another guardian',
      heading: 'A lease of another guardian',
      more: "Derived from this wallet's phrase and this Snap: another phrase, another Snap or a stranger has another guardian.",
    };
  }
  if (what !== 'restore') return null;
  return {
    native: 'lease not taken back',
    title: 'a lease could not be taken back',
    heading: 'A lease that could not be taken back',
    more: "Bardo believes a lease of the control plane only when this Snap's own key signed it.",
  };
}

/** Of one Golem, in place of what was doubted before; null = nothing is. */
export function withDoubt(state: State, golem: string, reason: string | null): State {
  const others = state.contradictions.filter((one) => one.golem !== golem || !doubtWords(one));
  if (reason === null) return { ...state, contradictions: others };
  const foreign = reason === OTHER_GUARDIAN;
  const text = foreign
    ? `The lease of ${golem} is of another guardian than this Bardo holds: it can watch that lease, but neither stop nor replace it. If no other Bardo of yours signed it, end its grant on the site.`
    : `Bardo could not take back a lease of ${golem} from the control plane: ${reason}.`;
  const doubt = { what: foreign ? 'guardian' : 'restore', of: golem, text, golem };
  return { ...state, contradictions: [...others, doubt] };
}

export function hasForeignLease({ contradictions }: State, golem: string): boolean {
  return contradictions.some(({ what, of }) => what === 'guardian' && of === golem);
}

/** Those of the state whose lease is still listed, in force and not our own. */
export function lastingDoubts(state: State): Contradiction[] {
  const open = new Set(doubtful(state).map(({ golem }) => golem));
  return state.contradictions
    .filter((one) => doubtWords(one) !== null && open.has(one.golem ?? ''))
    .slice(-MAX_DOUBTS);
}

/** Leases in force that this Snap does not know as its own. */
export function doubtful({ permissions, leases, server_time: now }: State): Permission[] {
  return unremembered(permissions, leases.filter(isOwn)).filter(
    (one) => isLive(one, now) && (now === null || now < endsAt(one)),
  );
}
