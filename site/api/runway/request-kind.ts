// What a request asks for, seen from what its Golem has today: a runway, a lease for another key, or a renewal.
import type { Hex } from 'viem';
import type { RunwayKind, RunwayRecord } from '../../../src/core/protocol/runway-shapes';
import { endOfGrant } from '../records/endings';
import type { Estate } from '../records/estate';
import { sessionKeyOf } from '../records/golems';
import type { GrantRow } from '../records/rows';

type Asked = { golem: string; chain_id: number; token: Hex; session_key: Hex };
/** `kind`, `replaced`: kept when it was answered. */
type Answered = { state: RunwayRecord['state']; kind: RunwayKind | null; replaced: string | null };

export type Asks = {
  kind: RunwayKind;
  /** The permission whose place a new grant would take. */
  replaces: string | null;
  /** The key of the Golem's lease, or of its bare grant, is the one that asks. */
  knownKey: boolean;
};

/** As it stands; what was answered stays what it was then. */
export function aboutOf(estate: Estate | null, row: Asked & Answered): Asks {
  const asks = asksOf(estate, row);
  const isOver = row.state !== 'open' && row.state !== 'intended';
  if (row.kind === null && !isOver) return asks;
  return { ...asks, kind: row.kind ?? 'runway', replaces: row.replaced };
}

export function asksOf(estate: Estate | null, asked: Asked): Asks {
  const golem = estate?.golems.find(({ id }) => id === asked.golem);
  if (!estate || !golem) return { kind: 'runway', replaces: null, knownKey: false };
  const knownKey = sessionKeyOf(estate, golem) === asked.session_key;
  const live = liveGrantOf(estate, asked);
  if (!live) return { kind: 'runway', replaces: null, knownKey };
  if (knownKey) return { kind: 'renewal', replaces: live.id, knownKey };
  // A grant without a guardian names its key itself: no lease can name another.
  if (golem.guardian === null) return { kind: 'runway', replaces: live.id, knownKey };
  return { kind: 'key', replaces: null, knownKey };
}

/** Of the same money on the same chain. */
function liveGrantOf(estate: Estate, asked: Asked): GrantRow | null {
  const live = estate.grants.find(
    (grant) =>
      grant.golem === asked.golem &&
      grant.chain_id === asked.chain_id &&
      grant.token === asked.token &&
      grant.replaced_by === null &&
      grant.expires_at > estate.now &&
      !endOfGrant(estate, grant),
  );
  return live ?? null;
}
