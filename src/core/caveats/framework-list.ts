// The enforcers of MetaMask's delegation framework 1.3.0 that its permission screen does not write, but a site with
// MetaMask's kit may. LogicalOrWrapper is in `list`: it reads other rules.
import { argsEqualityCheck } from './args-equality-check';
import type { Caveat } from './caveat';
import { deployed } from './deployed';
import { erc20BalanceChange } from './erc20-balance-change';
import { erc20MultiOperationIncrease } from './erc20-multi-operation-increase';
import { erc721BalanceChange } from './erc721-balance-change';
import { erc721MultiOperationIncrease } from './erc721-multi-operation-increase';
import { erc721Transfer } from './erc721-transfer';
import { erc1155BalanceChange } from './erc1155-balance-change';
import { erc1155MultiOperationIncrease } from './erc1155-multi-operation-increase';
import { exactCalldataBatch } from './exact-calldata-batch';
import { id } from './id';
import { multiTokenPeriod } from './multi-token-period';
import { nativeBalanceChange } from './native-balance-change';
import { nativeTokenMultiOperationIncrease } from './native-token-multi-operation-increase';
import { nativeTokenPayment } from './native-token-payment';
import { ownershipTransfer } from './ownership-transfer';
import { specificActionErc20TransferBatch } from './specific-action-erc20-transfer-batch';

export const FRAMEWORK_CAVEATS: readonly Caveat[] = [
  argsEqualityCheck,
  deployed,
  erc20BalanceChange,
  erc20MultiOperationIncrease,
  erc721BalanceChange,
  erc721MultiOperationIncrease,
  erc721Transfer,
  erc1155BalanceChange,
  erc1155MultiOperationIncrease,
  exactCalldataBatch,
  id,
  multiTokenPeriod,
  nativeBalanceChange,
  nativeTokenMultiOperationIncrease,
  nativeTokenPayment,
  ownershipTransfer,
  specificActionErc20TransferBatch,
];
