// A dead Golem's settlement, from what the control plane tells, what its words say, and what the chain shows.
import type { ResponseOf } from '../../src/core/protocol/api';
import { reasonParts } from '../../src/core/protocol/last-words';
import type { EndedBy } from '../../src/core/runway/ended';
import { type Leftover, type Settlement, settlementOf } from '../../src/core/runway/settlement';
import type { Remains } from '../wallet/leftovers';
import type { ChainFacts } from '../wallet/reads';

type About = {
  detail: ResponseOf<'golem'>;
  left: ResponseOf<'succession'>;
  /** null = the wallet does not say. */
  facts: Pick<ChainFacts, 'phase' | 'leaseEnded' | 'grantEnded'> | null;
  held: Remains['held'] | null;
  /** Only where its key signed it. */
  reason?: string | null;
};

export function settledOf({ detail, left, facts, held, reason = null }: About): Settlement {
  const { golem, permissions } = detail;
  const last = permissions.filter(({ token }) => token !== null).at(0);
  const { chainId } = golem;
  const home = (left.sweeps ?? []).map(
    ({ transaction, amount }): Leftover => ({
      ...{ chainId, holder: 'session-key', token: null },
      ...{ amount: BigInt(amount), sweep: transaction },
    }),
  );
  return settlementOf({
    hash: last?.delegationHashes.at(-1) ?? `0x${'0'.repeat(64)}`,
    by: endedBy(facts),
    grantOpen: facts ? !facts.grantEnded && left.open.length > 0 : left.open.length > 0,
    leftovers: [...home, ...(held ?? []).filter(({ dust }) => !dust)],
    outOfMoney: reason !== null && reasonParts(reason).code === 'out_of_funds',
  });
}

/** Of a death the Golem's own word comes first: what the owner closed afterwards did not end it. */
function endedBy(facts: About['facts']): EndedBy {
  if (!facts || facts.phase === 4) return 'terminal';
  if (facts.leaseEnded) return 'raised';
  return facts.grantEnded ? 'disabled' : 'terminal';
}
