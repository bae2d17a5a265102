// A guardian's orders as calls of our contracts. Anybody may send them; the contracts judge the signature.
import { type Address, encodeFunctionData, type Hex } from 'viem';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { golemIdOf } from '../../../src/core/protocol/messages';
import type { OracleOrderBody, RaiseOrderBody } from '../../../src/core/protocol/orders';
import { Problem } from '../plane/problem';
import { hashOf } from '../plane/secrets';

/** What an order is about: the same order twice is one relay. */
export type OrderSubject =
  | { act: 'raise'; guardian: string; budgetId: string; generation: number }
  /** A record's messages carry a nonce, so the signature tells two orders apart. */
  | { act: OracleOrderBody['act']; guardian: string; golem: string; signature: string };

export type OrderCall = { subject: OrderSubject; target: Address; data: Hex };

/** Of what it is about, and never read back. Orders on their way keep theirs: it is as it was in 0.1.0. */
export function orderId(chainId: number, subject: OrderSubject): string {
  const { act, guardian } = subject;
  const [of, which] =
    subject.act === 'raise'
      ? [subject.budgetId, subject.generation]
      : [subject.golem, subject.signature.slice(2, 34)];
  return hashOf(`${chainId} ${act} ${guardian} ${of} ${which}`).slice(0, 32);
}

export function raiseCall(order: Omit<RaiseOrderBody, 'chainId'>): OrderCall {
  const { manager, guardian, budgetId, generation, signature } = order;
  return {
    subject: { act: 'raise', guardian, budgetId, generation },
    target: BARDO.golemPolicyEnforcer,
    data: encodeFunctionData({
      abi: golemPolicyEnforcerAbi,
      functionName: 'raise',
      args: [manager, guardian, BigInt(budgetId), generation, signature],
    }),
  };
}

export function oracleCall(order: OracleOrderBody): OrderCall {
  const { act, guardian, golem, deadline, signature } = order;
  return {
    subject: { act, guardian, golem, signature },
    target: BARDO.vitalityOracle,
    data: oracleData(order, [guardian, golemIdOf(golem)], [BigInt(deadline), signature]),
  };
}

function oracleData(
  { act, reporter, phase, score }: OracleOrderBody,
  head: readonly [Hex, Hex],
  tail: readonly [bigint, Hex],
): Hex {
  const abi = vitalityOracleAbi;
  if (act === 'heal') {
    if (phase === undefined || score === undefined) {
      throw new Problem('bad_request', 'Healing needs a phase and a score.');
    }
    return encodeFunctionData({
      abi,
      functionName: 'healFor',
      args: [...head, phase, score, ...tail],
    });
  }
  if (reporter === undefined) throw new Problem('bad_request', 'The order needs a reporter.');
  const functionName = act === 'register' ? 'registerFor' : 'setReporterFor';
  return encodeFunctionData({ abi, functionName, args: [...head, reporter, ...tail] });
}
