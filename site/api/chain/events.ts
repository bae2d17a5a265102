// Logs of MetaMask's framework and of Bardo's contracts, as rows. An enforcer's hooks can be called by
// anybody, so its word counts only where the real DelegationManager stands behind it.
import {
  type Abi,
  type Address,
  decodeEventLog,
  type Hex,
  type Log,
  pad,
  toEventSelector,
} from 'viem';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { nativeTokenPeriodTransfer } from '../../../src/core/caveats/native-token-period-transfer';
import { FRAMEWORK, sameAddress } from '../../../src/core/chain/addresses';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { hashDelegation } from '../../../src/core/delegations/delegation';
import { MANAGER_ABI, NATIVE_PERIOD_ABI, NONCE_ABI, TOKEN_PERIOD_ABI } from './abis';
import type { EventRow, Fact } from './event-row';
import { genuine } from './genuine';

const SOURCES: { [address: Address]: Abi } = {
  [FRAMEWORK.delegationManager]: MANAGER_ABI,
  [FRAMEWORK.nonceEnforcer]: NONCE_ABI,
  [erc20PeriodTransfer.address]: TOKEN_PERIOD_ABI,
  [nativeTokenPeriodTransfer.address]: NATIVE_PERIOD_ABI,
  [BARDO.golemPolicyEnforcer]: golemPolicyEnforcerAbi,
  [BARDO.vitalityOracle]: vitalityOracleAbi,
};

export const ADDRESSES = Object.keys(SOURCES) as readonly Address[];

/** First topics of an event; where it names its manager first, only what the real one stands behind. */
export type Topics = readonly [Hex] | readonly [Hex, Hex];

/** Of each address, what its events begin with: the smallest questions about a block. */
export const TOPICS: { [address: Address]: readonly Topics[] } = Object.fromEntries(
  Object.entries(SOURCES).map(([address, abi]) => [address, abi.flatMap(topicsOf)]),
);

function topicsOf(item: Abi[number]): Topics[] {
  if (item.type !== 'event') return [];
  const signature = toEventSelector(item);
  const [first] = item.inputs;
  const byManager =
    first?.indexed && ['manager', 'delegationManager', 'sender'].includes(first.name ?? '');
  return [byManager ? [signature, pad(FRAMEWORK.delegationManager)] : [signature]];
}

/** In the order of the chain, each once, and only what its emitter can answer for. */
export function rowsOf(logs: readonly Log[]): EventRow[] {
  const rows = new Map<string, EventRow>();
  for (const log of logs) {
    const fact = factOf(log);
    if (!fact || log.blockNumber === null || log.logIndex === null) continue;
    const { blockHash, transactionHash, logIndex } = log;
    const place = { block_hash: `${blockHash}`, transaction: `${transactionHash}` };
    const block_number = Number(log.blockNumber);
    rows.set(`${block_number} ${logIndex}`, {
      ...fact,
      ...place,
      block_number,
      log_index: logIndex,
    });
  }
  return genuine(
    [...rows.values()].sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index),
  );
}

/** null for a log that says nothing to us. */
export function factOf(log: Log): Fact | null {
  try {
    return lowered(READERS[log.address.toLowerCase()]?.(log) ?? null);
  } catch {
    // An event of these contracts that we do not declare.
    return null;
  }
}

const READERS: { [address: string]: (log: Log) => Fact | null } = {
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

function managerFact(log: Log): Fact | null {
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
  delegationHash: string;
  periodDuration: bigint;
  startDate: bigint;
  transferredInCurrentPeriod: bigint;
  transferTimestamp: bigint;
};

/** `number` is "period:total in it"; the amount is the difference to the event before. */
function periodFact(args: Period): Fact | null {
  if (!sameAddress(args.sender, FRAMEWORK.delegationManager)) return null;
  const { redeemer, delegationHash: delegation_hash } = args;
  const period = (args.transferTimestamp - args.startDate) / args.periodDuration;
  const number = `${period}:${args.transferredInCurrentPeriod}`;
  return { event: 'transferred', redeemer, delegation_hash, number };
}

function policyFact(log: Log): Fact | null {
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

function oracleFact(log: Log): Fact | null {
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
