// By what a link is over, from what the chain shows. Owner's acts come first, then the guardian's, then
// what happens by itself, so that a revoked grant that has also expired reads as revoked.
import { ENDED_GENERATION } from '../caveats/golem-policy';

export type EndedBy =
  | 'disabled'
  | 'nonce'
  | 'epoch'
  | 'raised'
  | 'superseded'
  | 'terminal'
  | 'expired'
  | 'exhausted';

/** Chain state about one link. Fields that do not concern it are left out. */
export type ChainFacts = {
  /** Time of the block all the rest was read at. */
  at: number;
  disabled: boolean;
  endsAt: number | null;
  /** NonceEnforcer: the account's counter and the one in the terms. */
  nonce?: { current: bigint; signed: bigint };
  /** LimitedCallsEnforcer, or a budget in total: uses or base units left. */
  left?: bigint;
  lease?: {
    epoch: { current: bigint; signed: bigint };
    /** Lowest generation that may still spend, and the lease's own. */
    floor: bigint;
    generation: bigint;
    terminal: boolean;
  };
};

/** null = the link can still be used as far as these facts go. */
export function endedBy({ at, disabled, endsAt, nonce, left, lease }: ChainFacts): EndedBy | null {
  if (disabled) return 'disabled';
  if (nonce && nonce.current !== nonce.signed) return 'nonce';
  if (lease && lease.epoch.current !== lease.epoch.signed) return 'epoch';
  if (lease && lease.floor === ENDED_GENERATION) return 'raised';
  if (lease && lease.generation < lease.floor) return 'superseded';
  if (lease?.terminal) return 'terminal';
  if (endsAt !== null && at >= endsAt) return 'expired';
  return left === 0n ? 'exhausted' : null;
}

export function endedWords(by: EndedBy): string {
  switch (by) {
    case 'disabled':
      return 'revoked by its giver on chain';
    case 'nonce':
      return 'ended with all grants of the account';
    case 'epoch':
      return 'ended with all leases of the owner; the grant above it stays open';
    case 'raised':
      return 'ended for good by the guardian; the grant above it stays open';
    case 'superseded':
      return 'replaced by a newer lease';
    case 'terminal':
      return 'the Golem is terminal and can never spend again; the grant above it stays open';
    case 'expired':
      return 'expired';
    case 'exhausted':
      return 'used up';
  }
}
