// What a request is about: a first runway, a new key on the grant that is there, or a new grant in the place of the
// present one. Judged from what the owner holds, not from what the request says of itself.
import { sameAddress } from '../../src/core/chain/addresses';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import type { Golem, Permission } from '../../src/core/protocol/status';
import { endsAt, isLive } from '../../src/core/runway/health';

export type RequestKind = 'runway' | 'key' | 'renewal';

type Asked = Pick<RunwayRecord, 'golem' | 'chainId' | 'sessionKey'>;

/** The live runway that ends last. */
export function standingFor(
  { golem, chainId }: Pick<Asked, 'golem' | 'chainId'>,
  permissions: readonly Permission[],
  now: number,
): Permission | null {
  const live = permissions.filter(
    (one) =>
      one.golem === golem && one.chainId === chainId && one.token !== null && isLive(one, now),
  );
  return live.sort((a, b) => endsAt(b) - endsAt(a))[0] ?? null;
}

type Holdings = { golem: Golem | undefined; permissions: readonly Permission[]; now: number };

/** `key`: the Golem's grant is in force, and another key asks than the one it lives by. */
export function kindOf(request: Asked, { golem, permissions, now }: Holdings): RequestKind {
  const standing = standingFor(request, permissions, now);
  const key = standing?.lease?.sessionKey ?? golem?.sessionKey ?? null;
  if (!standing || key === null) return 'runway';
  return sameAddress(key, request.sessionKey) ? 'renewal' : 'key';
}
