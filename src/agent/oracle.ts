// The Golem's own word on chain. It may only get worse, and it must be renewed: a lease accepts no word older
// than its `maxAge`, because a thief of the key would simply stop reporting.
import { encodeFunctionData, type Hex } from 'viem';
import { vitalityOracleAbi } from '../core/chain/bardo-abis.generated';
import { BARDO } from '../core/chain/bardo-addresses.generated';
import { phaseRank } from '../core/permissions/phase';
import { golemIdOf } from '../core/protocol/messages';
import type { Golem, Vitals } from './golem';
import { guardianOf } from './golem';
import type { RunwayState } from './runway-state';

/** Worse than the oracle says, or half of what the lease accepts has passed since its last word. */
export function reportDue(golem: Golem, state: RunwayState, { phase }: Vitals): boolean {
  const { vitality, block } = state;
  const lease = golem.runway?.lease;
  if (!lease || !hasOwnRecord(golem) || !vitality?.phase) return false;
  const worse = phaseRank(phase) > phaseRank(vitality.phase);
  const age = block.timestamp - vitality.reportedAt;
  return worse || age * 2 >= Number(lease.terms.maxAge);
}

/** A Replicant lives on its parent's record and writes none. */
export function hasOwnRecord({ id, runway }: Golem): boolean {
  return runway?.lease?.terms.golemId === golemIdOf(id);
}

/** Throws when the chain refuses it or cannot be reached. */
export async function report(golem: Golem, { phase, vitality }: Vitals): Promise<Hex> {
  const guardian = guardianOf(golem);
  if (!guardian) throw new Error('This Golem has no guardian, so no record on chain.');
  const data = encodeFunctionData({
    abi: vitalityOracleAbi,
    functionName: 'report',
    args: [guardian, golemIdOf(golem.id), phaseRank(phase), vitality],
  });
  const { transaction } = await golem.sender.send({ to: BARDO.vitalityOracle, data });
  golem.events.emit('oracle:reported', { golem: golem.id, phase, transaction });
  return transaction;
}
