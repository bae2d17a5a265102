// Logs of MetaMask's framework and of Bardo's contracts, as rows. An enforcer's hooks can be called by
// anybody, so its word counts only where the real DelegationManager stands behind it.
import { type Address, decodeEventLog, type Log, type PublicClient } from 'viem';
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

export type Fact = {
  event: string;
  delegation_hash?: string;
  owner?: string;
  redeemer?: string;
  guardian?: string;
  golem_id?: string;
  budget_id?: string;
  amount?: string;
  number?: string;
};

export type EventRow = Fact & {
  block_number: number;
  log_index: number;
  block_hash: string;
  transaction: string;
};

const ADDRESSES: readonly Address[] = [
  FRAMEWORK.delegationManager,
  FRAMEWORK.nonceEnforcer,
  erc20PeriodTransfer.address,
  nativeTokenPeriodTransfer.address,
  BARDO.golemPolicyEnforcer,
  BARDO.vitalityOracle,
];

export async function readEvents(
  client: PublicClient,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<EventRow[]> {
  const logs = await client.getLogs({ address: [...ADDRESSES], fromBlock, toBlock });
  return genuine(
    logs.flatMap((log) => {
      const fact = factOf(log);
      if (!fact || log.blockNumber === null || log.logIndex === null) return [];
      const { blockHash, transactionHash, logIndex } = log;
      const place = { block_hash: `${blockHash}`, transaction: `${transactionHash}` };
      return [{ ...fact, ...place, block_number: Number(log.blockNumber), log_index: logIndex }];
    }),
  );
}

/** A lease's spending is believed next to the manager's own word for the same link in the same transaction. */
function genuine(rows: EventRow[]): EventRow[] {
  const key = (row: EventRow) => `${row.transaction} ${row.delegation_hash}`;
  const redeemed = new Set(rows.filter(({ event }) => event === 'redeemed').map(key));
  return rows.filter((row) => row.event !== 'spent' || redeemed.has(key(row)));
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
