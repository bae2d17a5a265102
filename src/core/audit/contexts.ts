// Signed bytes asked back from the server for permissions that this Snap did not sign itself. They prove
// themselves: the hashes must be those listed, the payer must be the owner, every link must be signed. A server
// that lists a permission and cannot show it, or shows another's, has lied.
import type { Hex } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Finding } from '../memory/claim';
import type { LeaseRecord } from '../memory/state';
import { golemIdOf } from '../protocol/messages';
import type { Permission } from '../protocol/status';
import { type Held, heldOf, isSigned, readHeld } from './held';
import type { Subject } from './questions';

/** What `GET /api/snap/golems/:id` says, as far as it concerns us. */
export type Shown = {
  permissions: readonly Permission[];
  contexts: readonly { permission: string; chainId: number; context: string }[];
};

/** Answers hold at most so many contexts: beyond it, silence proves nothing. */
const MOST_SHOWN = 100;

/** Permissions in force whose signed bytes are not known here. */
export function unshown({ permissions, held }: Subject): Permission[] {
  return permissions.filter((one) => one.revokedAt === null && heldOf(one, held) === null);
}

export type Restored = { leases: LeaseRecord[]; findings: Finding[] };

export function judgeShown(subject: Subject, shown: Shown, now: number): Restored {
  const restored: Restored = { leases: [], findings: [] };
  for (const permission of unshown(subject)) {
    const problem = judgeOne(subject, permission, shown, (context) =>
      restored.leases.push({
        golem: subject.id,
        chainId: permission.chainId,
        context,
        signedAt: now,
        by: 'restored',
      }),
    );
    if (problem) restored.findings.push(problem);
  }
  return restored;
}

/** Said by whoever lists a permission and was not, or could not be, asked for its bytes. */
export function unseen(subject: Subject): Finding[] {
  return unshown(subject).map(({ id }) => ({
    key: `shown:${id}`,
    verdict: 'unproven',
    words: 'its terms: the signed bytes are not known here',
    source: 'server',
  }));
}

function judgeOne(
  { owner, id, golem }: Subject,
  permission: Permission,
  { permissions, contexts }: Shown,
  keep: (context: string) => void,
): Finding | null {
  const finding = (verdict: Finding['verdict'], words: string): Finding => ({
    key: `shown:${permission.id}`,
    verdict,
    words,
    source: 'server',
  });
  const again = permissions.find(({ id }) => id === permission.id);
  const hashes = permission.delegationHashes.join();
  // Between the two requests it may have changed: the next heartbeat tells.
  if (again && again.delegationHashes.join() !== hashes) return null;
  const shown = contexts.find((one) => one.permission === permission.id);
  if (!again || !shown) {
    return contexts.length >= MOST_SHOWN
      ? finding('unproven', 'its terms: the signed bytes are not known here')
      : finding(
          'contradicted',
          'The control plane lists a permission and cannot show what was signed for it.',
        );
  }
  const held = readHeld(shown.context.toLowerCase() as Hex, permission.chainId);
  if (!held || held.hashes.join() !== hashes) {
    return finding('contradicted', 'The control plane shows other signed bytes than it lists.');
  }
  if (!sameAddress(held.account, owner)) {
    return finding(
      'contradicted',
      'The control plane lists a permission on another account than yours.',
    );
  }
  if (!isSigned(held)) {
    return finding(
      'contradicted',
      'The control plane lists a permission that is not signed by who gives it.',
    );
  }
  if (!isFor(held, [id, golem?.parent ?? id])) {
    return finding(
      'contradicted',
      'The control plane lists a permission whose lease is for another Golem.',
    );
  }
  keep(held.context);
  return null;
}

/** A lease names its Golem; a Replicant's slice hangs on its parent's lease. */
function isFor({ lease }: Held, golems: readonly string[]): boolean {
  return !lease || golems.some((golem) => golemIdOf(golem) === lease.golemId);
}
