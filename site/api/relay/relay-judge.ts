// Whether an order is worth a transaction now.
import { decodeFunctionData } from 'viem';
import { FRAMEWORK, sameAddress } from '../../../src/core/chain/addresses';
import { answerTo } from '../../../src/core/chain/answers';
import { golemPolicyEnforcerAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import * as QUESTIONS from '../../../src/core/chain/questions';
import { hasCode } from '../orders/guardian-code';
import type { RelayRow } from '../orders/relays';
import { gasFor } from './relay-bytes';
import type { RelayDesk } from './relay-desk';

export const REFUSED = 'The contract refuses the order.';
const CODED = 'Its guardian has code by now: such orders are not paid for here.';

export type Verdict = { gas: bigint } | { gas: null; reason: string };

/** A node that is cut off from its peers, or lags, would decide by the facts of an earlier time. */
export class NoNews extends Error {
  constructor() {
    super(
      'The node has shown no newer block since the last look at this order. The order waits for one.',
    );
  }
}

/** Holds nothing against an order by a block that is older than the last look at it. */
export async function judge(desk: RelayDesk, row: RelayRow): Promise<Verdict> {
  const isCoded = await hasCode(desk.client, row.guardian);
  const gas = isCoded ? CODED : await gasFor(desk, row);
  if (typeof gas === 'bigint') return { gas };
  await demandNews(desk, row);
  return { gas: null, reason: gas ?? REFUSED };
}

export async function demandNews({ client }: RelayDesk, { updated_at }: RelayRow): Promise<void> {
  const { timestamp } = await client.getBlock({ blockTag: 'latest' });
  if (Number(timestamp) < updated_at) throw new NoNews();
}

/** Whether the chain shows what a raise asks for, by whosever doing. */
export async function isShown({ client }: RelayDesk, { target, data }: RelayRow): Promise<boolean> {
  if (target !== BARDO.golemPolicyEnforcer) return false;
  const abi = golemPolicyEnforcerAbi;
  const call = decodeFunctionData({ abi, data });
  if (call.functionName !== 'raise') return false;
  const [manager, guardian, budgetId, generation] = call.args;
  if (!sameAddress(manager, FRAMEWORK.delegationManager)) return false;
  const { floor } = await answerTo(client, QUESTIONS.budget, [guardian, budgetId]);
  return floor >= BigInt(generation);
}
