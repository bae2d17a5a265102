// A Golem's request, held against its signature before anything is taken from it: a control plane that altered the
// amount, the days or the payees must not choose who is paid.
import type { Address } from 'viem';
import { sameAddress, usdcOf } from '../../src/core/chain/addresses';
import { isSignedRunway } from '../../src/core/protocol/runway-ask';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';

/** Why nothing of it is taken over. */
export type Flaw = 'unsigned' | 'toOther' | 'otherMoney' | 'late';

/** null when the key it names signed all of it, for this owner, and it can still be answered. */
export function flawOf(
  request: RunwayRecord,
  { owner, now }: { owner: Address | null; now: number },
): Flaw | null {
  if (!isSignedRunway(request)) return 'unsigned';
  if (!sameAddress(request.owner, owner)) return 'toOther';
  if (!sameAddress(request.token, usdcOf(request.chainId))) return 'otherMoney';
  return request.deadline <= now ? 'late' : null;
}
