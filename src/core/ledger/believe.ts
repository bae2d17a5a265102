// The state with the server's word replaced by what the chain shows, where it shows something: a proven end is
// an end, a death the chain denies is none, and nothing is left that the chain does not leave.
import { phaseRank } from '../permissions/phase';
import type { Golem, Permission } from '../protocol/status';
import type { State } from '../watch/state';
import type { Proof } from './claim';

type Remembered = Pick<State, 'claims'>;

export function proofFor({ claims }: Remembered, golem: string): Proof | null {
  return claims.find((proof) => proof.golem === golem) ?? null;
}

export function isProvenAlive(state: Remembered, golem: string): boolean {
  const phase = proofFor(state, golem)?.phase ?? null;
  return phase !== null && phase !== 'terminal';
}

export function believed(state: State): State {
  if (state.claims.length === 0) return state;
  const proofs = new Map(state.claims.map((proof) => [proof.golem, proof]));
  return {
    ...state,
    golems: state.golems.map((record) => {
      const proof = proofs.get(record.golem.id);
      return proof ? { ...record, golem: believedGolem(record.golem, proof) } : record;
    }),
    permissions: state.permissions.map((one) => {
      const proof = proofs.get(one.golem);
      return proof ? believedPermission(one, proof, state.last_fetch_at ?? 0) : one;
    }),
  };
}

/** The worse of the two words, unless the worse one is the server's and nothing supports it. */
function believedGolem(golem: Golem, proof: Proof): Golem {
  const { phase } = proof;
  if (phase === null) return golem;
  const denied = isContradicted(proof, 'phase');
  return denied || phaseRank(phase) > phaseRank(golem.phase) ? { ...golem, phase } : golem;
}

function believedPermission(told: Permission, proof: Proof, fetchedAt: number): Permission {
  const { seen } = proof;
  if (!seen) return told;
  // What is older than the status may be of yesterday: the status counts then.
  const current = seen.at >= fetchedAt - 60;
  const end = proof.ends.find(({ permission }) => permission === told.id);
  const denied = current && proof.alive.includes(told.id);
  const revokedAt =
    end?.what === 'grant' ? (told.revokedAt ?? seen.time) : denied ? null : told.revokedAt;
  const lease =
    told.lease && end?.what === 'lease'
      ? { ...told.lease, expiresAt: Math.min(told.lease.expiresAt, seen.time) }
      : told.lease;
  const counted = current ? proof.left.find(({ permission }) => permission === told.id) : null;
  return { ...told, revokedAt, lease, left: counted?.amount ?? told.left };
}

export function isContradicted(proof: Proof, key: string): boolean {
  return proof.claims.some((claim) => claim.key === key && claim.verdict === 'contradicted');
}
