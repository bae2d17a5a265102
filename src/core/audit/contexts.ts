// Signed bytes asked back from the server for permissions that this Snap did not sign itself. They prove
// themselves: the hashes must be those listed, the payer must be the owner, every link must be signed. A server
// that lists a permission and cannot show it, or shows another's, has lied.
import type { Hex } from 'viem';
import { lower } from '../bytes/hex';
import { sameAddress } from '../chain/addresses';
import { type GrantedChain, readGrantedChain } from '../delegations/delegation-chain';
import { isSignedByKeys } from '../delegations/signed-by-keys';
import type { Finding } from '../memory/claim';
import type { LeaseRecord } from '../memory/state';
import { golemIdOf } from '../protocol/messages';
import type { Permission } from '../protocol/status';
import { chainOf } from './listed-chain';
import type { Target } from './questions';
import { isOf } from './targets';

/** What `GET /api/snap/golems/:id` says, as far as it concerns us. */
export type Shown = {
  permissions: readonly Permission[];
  contexts: readonly { permission: string; chainId: number; context: Hex }[];
};

/** Answers hold at most so many contexts: beyond it, silence proves nothing. */
const MAX_SHOWN = 100;

/** Permissions in force whose signed bytes are not known here. */
export function unshown({ permissions, held }: Target): Permission[] {
  return permissions.filter((one) => one.revokedAt === null && chainOf(one, held) === null);
}

export type Restored = { leases: LeaseRecord[]; findings: Finding[] };

/** Permissions whose bytes are judged in one check: each link costs the recovery of a signature. */
const MAX_JUDGED = 4;
/** Grant, lease, a Replicant's slice, and one below it. */
const MAX_LINKS = 4;

export function judgeShown(target: Target, shown: Shown, now: number): Restored {
  const wanted = unshown(target);
  const restored: Restored = { leases: [], findings: wanted.slice(MAX_JUDGED).map(notKnown) };
  for (const permission of wanted.slice(0, MAX_JUDGED)) {
    const problem = judgeOne(target, permission, shown, (context) =>
      restored.leases.push({
        golem: target.id,
        chainId: permission.chainId,
        context,
        signedAt: now,
        by: 'shown',
      }),
    );
    if (problem) restored.findings.push(problem);
  }
  return restored;
}

/** For permissions whose bytes were not, or could not be, asked for. */
export function unseen(target: Target): Finding[] {
  return unshown(target).map(notKnown);
}

function notKnown({ id }: Permission): Finding {
  const words = 'its terms: the signed bytes are not known here';
  return { what: 'shown', of: id, verdict: 'unproven', words, source: 'server' };
}

function judgeOne(
  target: Target,
  permission: Permission,
  { permissions, contexts }: Shown,
  keep: (context: Hex) => void,
): Finding | null {
  const finding = (verdict: Finding['verdict'], words: string): Finding => ({
    what: 'shown',
    of: permission.id,
    verdict,
    words,
    source: 'server',
  });
  const again = permissions.find(({ id }) => id === permission.id);
  const hashes = permission.delegationHashes.join();
  // Between the two requests it may have changed: the next check tells.
  if (again && again.delegationHashes.join() !== hashes) return null;
  const shown = contexts.find((one) => one.permission === permission.id);
  if (!again || !shown) {
    return contexts.length >= MAX_SHOWN
      ? notKnown(permission)
      : finding(
          'contradicted',
          'The control plane lists a permission and cannot show what was signed for it.',
        );
  }
  const held = readGrantedChain(lower(shown.context), permission.chainId);
  if (!held || held.hashes.join() !== hashes) {
    return finding('contradicted', 'The control plane shows other signed bytes than it lists.');
  }
  if (held.links.length > MAX_LINKS) {
    return finding('unproven', 'its terms: more links than Bardo reads');
  }
  const wrong = wrongIn(held, target);
  if (wrong) return finding('contradicted', `The control plane lists a permission ${wrong}.`);
  keep(held.context);
  return null;
}

/** Cheap questions first: the last one recovers a signature for every link. */
function wrongIn(held: GrantedChain, { owner, id, golem, guardian }: Target): string | null {
  if (!sameAddress(held.account, owner)) return 'on another account than yours';
  if (!isOf(guardian, held)) return 'whose lease is of another guardian than yours';
  if (!isFor(held, [id, golem?.parent ?? id])) return 'whose lease is for another Golem';
  return isSignedByKeys(held) ? null : 'that is not signed by who gives it';
}

/** A lease names its Golem; a Replicant's slice hangs on its parent's lease. */
function isFor({ lease }: GrantedChain, golems: readonly string[]): boolean {
  return !lease || golems.some((golem) => golemIdOf(golem) === lease.terms.golemId);
}
