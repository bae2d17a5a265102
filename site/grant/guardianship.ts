// Whom a grant is made out to. Only the Snap knows its guardians: what the control plane says about one is held
// against it, for a grant made out to a stranger's key can be spent by the stranger.
import type { Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import type { SnapState } from '../wallet/snap-state';

export type Guardianship =
  /** Without the Snap the grant goes straight to the agent's key. */
  | { kind: 'direct' }
  | { kind: 'named'; guardian: Hex }
  /** The control plane says there is no guardian, though this wallet's Snap could be one: only the owner knows. */
  | { kind: 'unguarded'; accepted: boolean }
  /** There is no id yet to ask with. */
  | { kind: 'nameless' }
  | { kind: 'waiting' }
  /** The Snap was asked and gave no answer. */
  | { kind: 'unanswered' }
  /** The Snap cannot be asked as it is now: gone, switched off, blocked, too old, or the wallet does not say. */
  | { kind: 'absent'; snap: SnapState['kind'] }
  /** The control plane names another one than the Snap. */
  | { kind: 'other'; reported: Hex; guardian: Hex };

export type Scene = {
  golem: string;
  /** By the control plane; null = it lives without one, undefined = it is new. */
  reported: Hex | null | undefined;
  snap: SnapState['kind'] | undefined;
  /** The Snap's last word, about one Golem; `guardian` null = it failed. */
  answer: { golem: string; guardian: Hex | null } | null;
  /** The owner says so too: it has no guardian. */
  accepted: boolean;
};

export function guardianshipOf({ golem, reported, snap, answer, accepted }: Scene): Guardianship {
  if (snap === undefined || snap === 'silent') return { kind: 'waiting' };
  // Not known is not absent: nobody is led past a guardian because a wallet did not answer.
  if (snap === 'unasked') return { kind: 'absent', snap };
  const without = snap === 'missing' || snap === 'unable';
  if (without && !reported) return { kind: 'direct' };
  if (reported === null) return { kind: 'unguarded', accepted };
  // What is installed but switched off or too old is first put right: nobody is led around its rules.
  if (snap !== 'ready') return { kind: 'absent', snap };
  if (!isGolemId(golem)) return { kind: 'nameless' };
  // An answer about the id as it was a letter ago is an answer about another Golem.
  if (answer?.golem !== golem) return { kind: 'waiting' };
  const { guardian } = answer;
  if (guardian === null) return { kind: 'unanswered' };
  return reported === undefined || sameAddress(reported, guardian)
    ? { kind: 'named', guardian }
    : { kind: 'other', reported, guardian };
}

export function isGolemId(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text);
}

/** null = without one, undefined = nothing can be granted yet. */
export function guardianIn(guardianship: Guardianship): Hex | null | undefined {
  if (guardianship.kind === 'direct') return null;
  if (guardianship.kind === 'unguarded') return guardianship.accepted ? null : undefined;
  return guardianship.kind === 'named' ? guardianship.guardian : undefined;
}
