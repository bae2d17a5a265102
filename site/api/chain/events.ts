// Logs of MetaMask's framework and of Bardo's contracts, as rows. An enforcer's hooks can be called by
// anybody, so its word counts only where the real DelegationManager stands behind it.
import { type Abi, type Address, type Hex, type Log, pad, toEventSelector } from 'viem';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { nativeTokenPeriodTransfer } from '../../../src/core/caveats/native-token-period-transfer';
import { factOf } from '../../../src/core/certificates/event-facts';
import {
  MANAGER_ABI,
  NATIVE_PERIOD_ABI,
  NONCE_ABI,
  TOKEN_PERIOD_ABI,
} from '../../../src/core/certificates/framework-abis';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import type { EventRow } from './event-row';
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
    const { blockHash, blockNumber, transactionHash, logIndex } = log;
    if (!fact || blockNumber === null || logIndex === null || !blockHash || !transactionHash)
      continue;
    const place = { block_hash: blockHash, transaction: transactionHash };
    const block_number = Number(blockNumber);
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
