// The state with the server's word replaced by what the chain shows, where it shows something: a proven end is
// an end, a death the chain denies is none, and nothing is left that the chain does not leave.
import { MINUTE } from '../chain/time';
import { isSamePoint, type Point, type Proof } from '../memory/claim';
import { isOld } from '../memory/freshness';
import type { State } from '../memory/state';
import type { Golem, Permission, Phase } from '../protocol/status';
import { phaseRank } from '../runway/phase';

type Remembered = Pick<State, 'claims'>;
type Fetched = Pick<State, 'last_fetch_at'>;
type Living = Pick<State, 'vitals'>;

export function proofFor({ claims }: Remembered, golem: string): Proof | null {
  return claims.find((proof) => proof.golem === golem) ?? null;
}

/** Of what the last status says, by a block of the present: neither an old check nor an old block proves new words. */
export function isCurrent(
  { seen, problem }: Proof,
  { last_fetch_at: fetchedAt }: Fetched,
): boolean {
  if (seen === null || problem !== null || isOld(seen)) return false;
  return seen.at >= (fetchedAt ?? 0) - MINUTE;
}

/** `fresh`: by a block of the present. */
export type Shown = {
  phase: Phase;
  chainId: number;
  block: number;
  own: boolean;
  fresh: boolean;
};

/**
 * The oracle's last word on a Golem; null = it has none, or was not heard. `own`: under the guardian of a lease that
 * this Snap signed, so that nobody else can have made it up. The worst of all chains it is leased on.
 */
export function shownPhase(state: Remembered & Living, golem: string): Shown | null {
  const vitals = state.vitals
    .flatMap(({ golem: id, chainId, phase, seen }): Shown[] =>
      id === golem && phase && seen
        ? [{ phase, chainId, block: seen.block, own: true, fresh: !isOld(seen) }]
        : [],
    )
    .sort((a, b) => phaseRank(b.phase) - phaseRank(a.phase));
  if (vitals[0]) return vitals[0];
  const proof = proofFor(state, golem);
  if (!proof?.phase || !proof.seen) return null;
  const { phase, chainId, seen } = proof;
  return { phase, chainId, block: seen.block, own: false, fresh: !isOld(seen) };
}

/** The oracle shows the life of a Golem leased here, by a fresh block: whatever a server says of its death. */
export function isShownLiving(state: Remembered & Living, golem: string): boolean {
  const shown = shownPhase(state, golem);
  return shown?.own === true && shown.fresh && shown.phase !== 'terminal';
}

/** The chain showed it living when the last status had been heard. */
export function isProvenAlive(state: Remembered & Living & Fetched, golem: string): boolean {
  if (shownPhase(state, golem)?.phase === 'terminal') return false;
  const proof = proofFor(state, golem);
  if (!proof?.phase || proof.phase === 'terminal') return false;
  return isCurrent(proof, state);
}

export function believed(state: State): State {
  if (state.claims.length === 0 && state.vitals.length === 0) return state;
  const proofs = new Map(state.claims.map((proof) => [proof.golem, proof]));
  const living = new Set(state.vitals.map(({ golem }) => golem));
  return {
    ...state,
    golems: state.golems.map((record) => {
      const { id } = record.golem;
      const proof = proofs.get(id);
      if (!proof && !living.has(id)) return record;
      return { ...record, golem: believedGolem(record.golem, proof, shownPhase(state, id)) };
    }),
    permissions: state.permissions.map((one) => {
      const proof = proofs.get(one.golem);
      return proof ? believedPermission(one, proof, isCurrent(proof, state)) : one;
    }),
  };
}

/** The worse of the two words, unless the worse one is the server's and nothing supports it. */
function believedGolem(golem: Golem, proof: Proof | undefined, shown: Shown | null): Golem {
  if (!shown) return golem;
  const { phase } = shown;
  const denied = proof !== undefined && isContradicted(proof, { what: 'phase', of: null });
  return denied || phaseRank(phase) > phaseRank(golem.phase) ? { ...golem, phase } : golem;
}

/** What is older than the status may be of yesterday: the status counts then. Ends stay ends. */
function believedPermission(told: Permission, proof: Proof, current: boolean): Permission {
  const { seen } = proof;
  if (!seen) return told;
  const end = provenEnd(proof, told);
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

/** What ended it on chain. An id is a server's word, and outlives the lease it was first given to: the bytes count. */
export function provenEnd(
  proof: Proof | null,
  { id, delegationHashes: [asked] }: Pick<Permission, 'id' | 'delegationHashes'>,
): Proof['ends'][number] | null {
  const isOf = ({ permission, leaf }: Proof['ends'][number]) =>
    permission === id && (leaf === undefined || leaf === asked);
  return proof?.ends.find(isOf) ?? null;
}

export function isContradicted(proof: Proof, point: Point): boolean {
  return proof.claims.some(
    (claim) => isSamePoint(claim, point) && claim.verdict === 'contradicted',
  );
}
