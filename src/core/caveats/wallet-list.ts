// Rules that MetaMask's own permission screen (ERC-7715) writes into a grant, and that a grant to a Golem's guardian
// may therefore carry. The framework's other enforcers are in `framework-list`.
import { sameAddress } from '../chain/addresses';
import { allowedCalldata } from './allowed-calldata';
import { allowedMethods } from './allowed-methods';
import { allowedTargets } from './allowed-targets';
import { approvalRevocation } from './approval-revocation';
import { blockNumber } from './block-number';
import type { Caveat } from './caveat';
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

export const WALLET_CAVEATS: readonly Caveat[] = [
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

/** Any other rule in a grant was not written by the wallet. */
export function isWalletRule(enforcer: string): boolean {
  return WALLET_CAVEATS.some(({ address }) => sameAddress(address, enforcer));
}
