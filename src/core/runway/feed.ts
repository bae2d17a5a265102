// Feeding a Golem: more time on the same terms. Within the grant it is a new lease, signed in the Snap;
// beyond it MetaMask must grant anew, and the old grant must be ended, because a newer one does not
// replace it: until then both can be spent.
import { DAY, dateWords } from '../chain/time';
import type { Permission } from '../protocol/status';
import { capOf, endsAt } from './health';
import { USUAL_DAYS } from './usual';

export type Feed =
  /** `until` is the end of the grant: a lease cannot outlive it. */
  | { kind: 'new-lease'; until: number; days: number; cap: bigint }
  /** `replaces` is the grant to end afterwards; null when it is over by itself. */
  | { kind: 'new-grant'; days: number; cap: bigint; replaces: string | null };

/** The suggestion when a runway runs out; null while it does not, or where feeding is not the answer. */
export function feedOf(permission: Permission, now: number): Feed | null {
  const { expiresAt, startAt, revokedAt, delegationHashes, token } = permission;
  // Gas is topped up with the runway; a Replicant lives on its parent and is fed through it.
  if (revokedAt !== null || token === null || delegationHashes.length > 2) return null;
  const window = expiresAt - startAt;
  const soon = Math.min(7 * DAY, window / 3);
  if (endsAt(permission) - now >= soon) return null;

  if (expiresAt - now >= soon) {
    const days = Math.floor((expiresAt - now) / DAY);
    return { kind: 'new-lease', until: expiresAt, days, cap: capOf(permission) };
  }
  const days = Math.min(USUAL_DAYS, Math.max(1, Math.round(window / DAY)));
  const replaces = now < expiresAt ? (delegationHashes.at(-1) ?? null) : null;
  return { kind: 'new-grant', days, cap: BigInt(permission.cap), replaces };
}

export function feedWords(feed: Feed): string[] {
  switch (feed.kind) {
    case 'new-lease':
      return [
        `A new lease feeds it until ${dateWords(feed.until)}. Its grant lasts that long, so MetaMask asks nothing.`,
      ];
    case 'new-grant':
      return [
        `A new grant of ${feed.days} ${feed.days === 1 ? 'day' : 'days'} feeds it.`,
        ...(feed.replaces
          ? ['End the old grant afterwards. Both budgets can be spent until then.']
          : []),
      ];
  }
}
