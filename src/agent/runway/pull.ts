// One pull as it is planned: to whom, how much, and what speaks against it.
import { type Address, encodeFunctionData } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { type Execution, encodeMode, encodeSingle } from '../../core/chain/execution';
import { mayKeep } from '../../core/runway/payees';
import type { AgentChain } from '../chain/chain';
import { erc20Abi, managerAbi } from '../chain/framework';
import type { Call, Sender } from '../payments/call';
import type { Runway } from './runway';

export type Pull = { payee: Address; amount: bigint };

/** The transaction that makes one payment. */
export function planPull(chain: Pick<AgentChain, 'manager'>, runway: Runway, pull: Pull): Call {
  const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[runway.context], [mode], [encodeSingle(paymentOf(runway, pull))]],
  });
  const { account, token } = runway;
  // The key's own budget counts the runway's money, not gas.
  const spends = token === null ? {} : { spends: pull.amount };
  return { to: chain.manager, data, ...spends, pays: { account, token, ...pull } };
}

/** The wish itself, whatever lease pays for it. */
export function markOf({ account, token }: Runway, { payee, amount }: Pull): string {
  return ['pull', account, token ?? 'native', payee, amount].join(' ').toLowerCase();
}

export function pullProblem(
  runway: Runway,
  sender: Sender,
  { payee, amount }: Pull,
): string | null {
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
