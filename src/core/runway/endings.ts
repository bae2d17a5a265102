// What "revoke" ends, in words, before anyone acts.

import { chainName } from '../chain/addresses';
import { amountWords } from '../chain/money';
import { dateWords, type Moment, periodWords } from '../chain/time';
import { type Golem, nameOf, type Permission } from '../protocol/status';
import { isLive } from './health';

export type Ending = { golem: string; name: string; lines: string[] };

/** One entry per Golem that has something to end; Golems without a live permission are left out. */
export function endingsOf(
  golems: readonly Golem[],
  permissions: readonly Permission[],
  now: Moment,
): Ending[] {
  return golems.flatMap((golem) => {
    const live = permissions.filter((one) => one.golem === golem.id && isLive(one, now));
    if (live.length === 0) return [];
    return [{ golem: golem.id, name: nameOf(golem), lines: live.map(endingWords) }];
  });
}

function endingWords(permission: Permission): string {
  const cap = BigInt(permission.cap);
  const every = periodWords(BigInt(permission.periodSeconds));
  const amount = amountWords(permission, cap, 'up', 'an unknown token');
  const use = permission.token === null ? ' for gas' : '';
  return `${amount}${use} every ${every} on ${chainName(permission.chainId)}, which would run until ${dateWords(permission.expiresAt)}.`;
}
