// The Golem's own word on chain. It may only get worse, and it must be renewed: a lease accepts no word older
// than its `maxAge`, because a thief of the key would simply stop reporting.
import { encodeFunctionData, type Hex } from 'viem';
import { sameAddress } from '../core/chain/addresses';
import { vitalityOracleAbi } from '../core/chain/bardo-abis.generated';
import { BARDO } from '../core/chain/bardo-addresses.generated';
import { phaseRank } from '../core/permissions/phase';
import { golemIdOf } from '../core/protocol/messages';
import type { Golem, Vitals } from './golem';
import { guardianOf } from './golem';
import type { RunwayState, Vitality } from './runway-state';

/** Renewed when half of what the lease accepts has passed. */
export function reportDue(golem: Golem, state: RunwayState, { phase }: Vitals): boolean {
  const { vitality, block } = state;
  const lease = golem.runway?.lease;
  if (!lease || !mayReport(golem, vitality) || vitality?.phase === 'terminal') return false;
  const worse = vitality?.phase != null && phaseRank(phase) > phaseRank(vitality.phase);
  const age = block.timestamp - (vitality?.reportedAt ?? 0);
  return worse || age * 2 >= Number(lease.terms.maxAge);
}

/** The record exists and names this Golem's key. */
export function mayReport({ key }: Golem, vitality: Vitality | null): boolean {
  return vitality?.phase != null && sameAddress(vitality.reporter, key.address);
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
