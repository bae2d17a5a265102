// One pull: the owner's account pays a payee, through the DelegationManager, by whatever chain of delegations
// the Golem holds. Single call, reverting mode: the only form that the caveats of a runway let through.
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { sameAddress } from '../core/chain/addresses';
import { type Execution, encodeMode, encodeSingle } from '../core/chain/execution';
import { mayKeep } from '../core/runway/payees';
import type { AgentChain } from './chain';
import { erc20Abi, managerAbi } from './framework';
import { isOutOfGas, reasonOf, refusalOf } from './reverts';
import type { Runway } from './runway';
import { type Call, type Sender, Unconfirmed } from './sender';

export type Pull = { payee: Address; amount: bigint };

export type Redeemed =
  | { ok: true; transaction: Hex; amount: bigint; gasUsed: bigint; blockNumber: bigint }
  /** `transaction`: of one that is unconfirmed. */
  | { ok: false; code: string; reason: string; transaction?: Hex };

/** The transaction that makes one payment. */
export function planPull(chain: Pick<AgentChain, 'manager'>, runway: Runway, pull: Pull): Call {
  const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[runway.context], [mode], [encodeSingle(paymentOf(runway, pull))]],
  });
  // The key's own budget counts the runway's money, not gas.
  return { to: chain.manager, data, ...(runway.token === null ? {} : { spends: pull.amount }) };
}

/** Refused before any gas is spent when the runway itself rules it out; else the chain decides. */
export async function redeem(
  chain: AgentChain,
  sender: Sender,
  runway: Runway,
  pull: Pull,
): Promise<Redeemed> {
  const problem = pullProblem(runway, sender, pull);
  if (problem) return { ok: false, code: 'not-allowed', reason: problem };
  try {
    const { transaction, gasUsed, blockNumber } = await sender.send(planPull(chain, runway, pull));
    return { ok: true, transaction, amount: pull.amount, gasUsed, blockNumber };
  } catch (error) {
    const sent = error instanceof Unconfirmed ? { transaction: error.transaction } : {};
    return { ok: false, code: codeOf(error), reason: reasonOf(error), ...sent };
  }
}

/** `unconfirmed`: it may have happened; ask the chain before trying again. */
export function codeOf(error: unknown): string {
  if (error instanceof Unconfirmed) return 'unconfirmed';
  return refusalOf(error)?.code ?? (isOutOfGas(error) ? 'no-gas' : 'unreachable');
}

function pullProblem(runway: Runway, sender: Sender, { payee, amount }: Pull): string | null {
  if (amount <= 0n) return 'there is nothing to pay';
  if (!sameAddress(sender.address, runway.redeemer))
    return 'the permission was given to another key';
  if (sameAddress(payee, sender.address) && !mayKeep(runway)) {
    return 'a session key holds no money of its own';
  }
  const { payees } = runway;
  if (payees && !payees.some((known) => sameAddress(known, payee))) {
    return 'the permission does not pay that payee';
  }
  return null;
}

function paymentOf({ token }: Runway, { payee, amount }: Pull): Execution {
  if (token === null) return { target: payee, value: amount, data: '0x' };
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [payee, amount],
  });
  return { target: token, value: 0n, data };
}
