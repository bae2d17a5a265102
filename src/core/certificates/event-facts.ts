// One log to the fact it proves, by the contract that wrote it.
import { type Address, decodeEventLog, type Hex } from 'viem';
import { erc20PeriodTransfer } from '../caveats/erc20-period-transfer';
import { nativeTokenPeriodTransfer } from '../caveats/native-token-period-transfer';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import { golemPolicyEnforcerAbi, vitalityOracleAbi } from '../chain/bardo-abis.generated';
import { BARDO } from '../chain/bardo-addresses.generated';
import { hashDelegation } from '../delegations/delegation';
import type { Fact } from './event-fact';
import { MANAGER_ABI, NATIVE_PERIOD_ABI, NONCE_ABI, TOKEN_PERIOD_ABI } from './framework-abis';

/** As every node gives it. */
export type KnownLog = { address: Address; topics: [] | [Hex, ...Hex[]]; data: Hex };

/** null for a log that says nothing to us. */
export function factOf(log: KnownLog): Fact | null {
  try {
    return lowered(READERS[log.address.toLowerCase()]?.(log) ?? null);
  } catch {
    // An event of these contracts that we do not declare.
    return null;
  }
}

const READERS: { [address: string]: (log: KnownLog) => Fact | null } = {
  [FRAMEWORK.delegationManager]: managerFact,
  [FRAMEWORK.nonceEnforcer]: (log) => {
    const { args } = decodeEventLog({ abi: NONCE_ABI, ...log });
    if (!sameAddress(args.delegationManager, FRAMEWORK.delegationManager)) return null;
    return { event: 'nonce', owner: args.delegator, number: `${args.nonce}` };
  },
  [erc20PeriodTransfer.address]: (log) =>
    periodFact(decodeEventLog({ abi: TOKEN_PERIOD_ABI, ...log }).args),
  [nativeTokenPeriodTransfer.address]: (log) =>
    periodFact(decodeEventLog({ abi: NATIVE_PERIOD_ABI, ...log }).args),
  [BARDO.golemPolicyEnforcer]: policyFact,
  [BARDO.vitalityOracle]: oracleFact,
};

function managerFact(log: KnownLog): Fact | null {
  const { eventName, args } = decodeEventLog({ abi: MANAGER_ABI, ...log });
  if (eventName === 'RedeemedDelegation') {
    const delegation_hash = hashDelegation(args.delegation);
    return {
      event: 'redeemed',
      delegation_hash,
      owner: args.rootDelegator,
      redeemer: args.redeemer,
      authority: args.delegation.authority,
    };
  }
  const event = eventName === 'DisabledDelegation' ? 'disabled' : 'enabled';
  return { event, delegation_hash: args.delegationHash, owner: args.delegator };
}

type Period = {
  sender: Address;
  redeemer: Address;
  delegationHash: Hex;
  periodDuration: bigint;
  startDate: bigint;
  transferredInCurrentPeriod: bigint;
  transferTimestamp: bigint;
};

/** The amount is the difference to the event before. */
function periodFact(args: Period): Fact | null {
  if (!sameAddress(args.sender, FRAMEWORK.delegationManager)) return null;
  const { redeemer, delegationHash: delegation_hash } = args;
  const period = (args.transferTimestamp - args.startDate) / args.periodDuration;
  const total = `${args.transferredInCurrentPeriod}`;
  return { event: 'transferred', redeemer, delegation_hash, period: `${period}`, total };
}

function policyFact(log: KnownLog): Fact | null {
  const { eventName, args } = decodeEventLog({ abi: golemPolicyEnforcerAbi, ...log });
  switch (eventName) {
    case 'Spent': {
      const { delegationHash: delegation_hash, redeemer, amount } = args;
      return { event: 'spent', delegation_hash, redeemer, amount: `${amount}` };
    }
    case 'Raised': {
      if (!sameAddress(args.manager, FRAMEWORK.delegationManager)) return null;
      const { guardian, budgetId, generation } = args;
      return { event: 'raised', guardian, budget_id: `${budgetId}`, number: `${generation}` };
    }
    case 'EpochEnded':
      return { event: 'epoch', owner: args.owner, number: `${args.newEpoch}` };
    default:
      return null;
  }
}

function oracleFact(log: KnownLog): Fact | null {
  const { eventName, args } = decodeEventLog({ abi: vitalityOracleAbi, ...log });
  const { guardian, golemId: golem_id } = args;
  switch (eventName) {
    case 'Registered':
      return { event: 'registered', guardian, golem_id, number: '0', amount: '10000' };
    case 'ReporterChanged':
      return { event: 'reporter', guardian, golem_id, redeemer: args.reporter };
    case 'PhaseReported':
    case 'Healed': {
      const event = eventName === 'Healed' ? 'healed' : 'phase';
      return { event, guardian, golem_id, number: `${args.phase}`, amount: `${args.score}` };
    }
  }
}

function lowered(fact: Fact | null): Fact | null {
  if (!fact) return null;
  const entries = Object.entries(fact).map(([name, value]) => [name, value.toLowerCase()]);
  return Object.fromEntries(entries) as Fact;
}
