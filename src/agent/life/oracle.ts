// The Golem's own word on chain. It may only get worse, and it must be renewed: a lease accepts no word older
// than its `maxAge`, because a thief of the key would simply stop reporting.
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { vitalityOracleAbi } from '../../core/chain/bardo-abis.generated';
import { BARDO } from '../../core/chain/bardo-addresses.generated';
import { golemIdOf } from '../../core/protocol/messages';
import { phaseRank } from '../../core/runway/phase';
import type { Call } from '../payments/call';
import type { RunwayState } from '../runway/runway-state';
import { guardianOf } from './adoption';
import type { Golem, Vitals } from './golem';

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
  const { transaction } = await golem.sender.send(
    planReport({ guardian, golem: golem.id }, { phase, vitality }),
  );
  golem.events.emit('oracle:reported', { golem: golem.id, phase, transaction });
  return transaction;
}

/** One report. The guardian of a lease is the Snap's key, that of a mandate the account that gave it. */
export function planReport(
  { guardian, golem }: { guardian: Address; golem: string },
  { phase, vitality }: Vitals,
): Call {
  const data = encodeFunctionData({
    abi: vitalityOracleAbi,
    functionName: 'report',
    args: [guardian, golemIdOf(golem), phaseRank(phase), vitality],
  });
  return { to: BARDO.vitalityOracle, data };
}
