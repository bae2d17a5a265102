// THE list of caveats Bardo reads. To add one: a file beside this one, a line in CAVEATS, a round-trip in
// the tests. What is not in the list is never taken for a limit.
import type { Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { FRAMEWORK_CHAINS } from '../chain/addresses';
import type { Json } from '../decoders/decoder';
import { allowedCalldata } from './allowed-calldata';
import { allowedMethods } from './allowed-methods';
import { allowedTargets } from './allowed-targets';
import { approvalRevocation } from './approval-revocation';
import { BARDO_CAVEATS } from './bardo-list';
import { blockNumber } from './block-number';
import type { Bounds, Caveat, CaveatScene, CaveatWords } from './caveat';
import { erc20PeriodTransfer } from './erc20-period-transfer';
import { erc20Streaming } from './erc20-streaming';
import { erc20TransferAmount } from './erc20-transfer-amount';
import { exactCalldata } from './exact-calldata';
import { exactExecution } from './exact-execution';
import { exactExecutionBatch } from './exact-execution-batch';
import { limitedCalls } from './limited-calls';
import { nativeTokenPeriodTransfer } from './native-token-period-transfer';
import { nativeTokenStreaming } from './native-token-streaming';
import { nativeTokenTransferAmount } from './native-token-transfer-amount';
import { nonce } from './nonce';
import { redeemer } from './redeemer';
import { timestamp } from './timestamp';
import { valueLte } from './value-lte';

/** MetaMask's own; ours are in `bardo-list`. */
export const CAVEATS: readonly Caveat[] = [
  erc20PeriodTransfer,
  erc20Streaming,
  erc20TransferAmount,
  nativeTokenPeriodTransfer,
  nativeTokenStreaming,
  nativeTokenTransferAmount,
  valueLte,
  timestamp,
  blockNumber,
  limitedCalls,
  redeemer,
  allowedTargets,
  allowedMethods,
  allowedCalldata,
  exactCalldata,
  exactExecution,
  exactExecutionBatch,
  approvalRevocation,
  nonce,
];

const BY_ADDRESS: ReadonlyMap<string, Caveat> = new Map(
  [...CAVEATS, ...BARDO_CAVEATS].map((known) => [known.address, known]),
);

/** One rule of a delegation, read or not. */
export type Rule = {
  /** null = an enforcer Bardo does not know. */
  name: string | null;
  words: CaveatWords;
  bounds: Bounds;
  /** null when the terms could not be read. */
  terms: { [key: string]: Json } | null;
};

/** Never throws: a rule that cannot be read is a rule with a loud sentence and no bounds. */
export function readCaveat(enforcer: string, terms: Hex, scene: CaveatScene): Rule {
  const known = caveatAt(enforcer, scene.chainId);
  if (!known) {
    const text = `a rule Bardo does not know, judged by the contract ${enforcer}`;
    return { name: null, words: { text, level: 'warning' }, bounds: {}, terms: null };
  }
  try {
    const reading = known.read(terms);
    const { bounds, terms: json } = reading;
    return { name: known.name, words: reading.words(scene), bounds, terms: json };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const text = `a ${known.name} rule Bardo cannot read: ${error.reason}`;
    return { name: known.name, words: { text, level: 'warning' }, bounds: {}, terms: null };
  }
}

/** The name and decoded terms alone, for showing a delegation as data. */
export function caveatJson(enforcer: string, terms: Hex, chainId: number): { [key: string]: Json } {
  const { name, terms: decoded } = readCaveat(enforcer, terms, { chainId, now: 0 });
  return { enforcer, name, terms: decoded ?? terms };
}

/** The framework's addresses mean its enforcers only on the chains where it is deployed. */
function caveatAt(enforcer: string, chainId: number): Caveat | null {
  if (!FRAMEWORK_CHAINS.includes(chainId)) return null;
  return BY_ADDRESS.get(enforcer.toLowerCase()) ?? null;
}
