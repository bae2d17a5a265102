// A mandate: the authority to make certain calls from an account of the owner's, not to pay from it. It is a
// delegation of a Hybrid account, signed by its owner, with caveats that say which calls, when and at what
// price. One link's caveats must all pass, so swaps and a vault are two mandates. What belongs together (an
// approval and the swap that uses it) goes in one transaction, in which each step names its own mandate.
import { encodeFunctionData, type Hex } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { type Execution, encodeMode, encodeSingle } from '../../core/chain/execution';
import { type DelegationChain, readDelegationChain } from '../../core/delegations/delegation-chain';
import { both, NO_LIMITS } from '../../core/delegations/limits';
import { limitsOf } from '../../core/delegations/read-limits';
import type { AgentChain } from '../chain/chain';
import { managerAbi } from '../chain/framework';
import { reasonOf } from '../chain/reverts';
import type { Call, Sender } from '../payments/call';
import { codeOf } from './redeem';

/** `account`, from which the calls are made, is also the guardian of the Golem's oracle record. */
export type Mandate = DelegationChain & {
  /** First second at which it is over; null = it has no end. */
  expiresAt: number | null;
};

export type Step = { mandate: Mandate; execution: Execution };

export type Acted =
  | { ok: true; transaction: Hex; gasUsed: bigint; blockNumber: bigint }
  | { ok: false; code: string; reason: string };

/** Throws `Unreadable` for what is not a whole chain of delegations. Whether it is signed: `runwayProblem`. */
export function readMandate(context: Hex, chainId: number): Mandate {
  const read = readDelegationChain(context, chainId);
  const { endsAt } = read.links
    .map((link) => limitsOf(link, { chainId, paid: () => [] }))
    .reduce(both, NO_LIMITS);
  return { ...read, expiresAt: endsAt };
}

/** The transaction that takes all steps in order, or none of them. */
export function planSteps(chain: Pick<AgentChain, 'manager'>, steps: readonly Step[]): Call {
  const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [
      steps.map(({ mandate }) => mandate.context),
      steps.map(() => mode),
      steps.map(({ execution }) => encodeSingle(execution)),
    ],
  });
  return { to: chain.manager, data };
}

/** The chain decides; what it refuses costs no gas, because the estimate says so first. */
export async function act(
  chain: AgentChain,
  sender: Sender,
  steps: readonly Step[],
): Promise<Acted> {
  const problem = stepsProblem(sender, steps);
  if (problem) return { ok: false, code: 'not-allowed', reason: problem };
  try {
    return { ok: true, ...(await sender.send(planSteps(chain, steps))) };
  } catch (error) {
    return { ok: false, code: codeOf(error), reason: reasonOf(error) };
  }
}

function stepsProblem({ address }: Sender, steps: readonly Step[]): string | null {
  if (steps.length === 0) return 'there is nothing to do';
  return steps.every(({ mandate }) => sameAddress(mandate.redeemer, address))
    ? null
    : 'the mandate was given to another key';
}
