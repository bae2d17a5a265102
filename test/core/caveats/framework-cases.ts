// Terms of the framework's other enforcers, by MetaMask's own encoder where it has one.
import * as oracle from '@metamask/delegation-core';
import fc from 'fast-check';
import { encodePacked } from 'viem';
import { argsEqualityCheck } from '../../../src/core/caveats/args-equality-check';
import { deployed } from '../../../src/core/caveats/deployed';
import { erc20BalanceChange } from '../../../src/core/caveats/erc20-balance-change';
import { erc20MultiOperationIncrease } from '../../../src/core/caveats/erc20-multi-operation-increase';
import { erc721BalanceChange } from '../../../src/core/caveats/erc721-balance-change';
import { erc721MultiOperationIncrease } from '../../../src/core/caveats/erc721-multi-operation-increase';
import { erc721Transfer } from '../../../src/core/caveats/erc721-transfer';
import { erc1155BalanceChange } from '../../../src/core/caveats/erc1155-balance-change';
import { erc1155MultiOperationIncrease } from '../../../src/core/caveats/erc1155-multi-operation-increase';
import { exactCalldataBatch } from '../../../src/core/caveats/exact-calldata-batch';
import { id } from '../../../src/core/caveats/id';
import { logicalOrWrapper } from '../../../src/core/caveats/list';
import { multiTokenPeriod } from '../../../src/core/caveats/multi-token-period';
import { nativeBalanceChange } from '../../../src/core/caveats/native-balance-change';
import { nativeTokenMultiOperationIncrease } from '../../../src/core/caveats/native-token-multi-operation-increase';
import { nativeTokenPayment } from '../../../src/core/caveats/native-token-payment';
import { ownershipTransfer } from '../../../src/core/caveats/ownership-transfer';
import { specificActionErc20TransferBatch } from '../../../src/core/caveats/specific-action-erc20-transfer-batch';
import { aCase, address, amount, hex } from './terms-case';
import { execution, officially, period } from './wallet-cases';

const ZERO = '0x0000000000000000000000000000000000000000';
const asset = { token: address.filter((token) => token !== ZERO), recipient: address, amount };
const change = { ...asset, decrease: fc.boolean() };
const direction = (decrease: boolean) =>
  decrease ? oracle.BalanceChangeType.Decrease : oracle.BalanceChangeType.Increase;

const balances = [
  aCase(erc20BalanceChange, fc.record(change), ({ token, recipient, amount: balance, decrease }) =>
    oracle.createERC20BalanceChangeTerms({
      tokenAddress: token,
      recipient,
      balance,
      changeType: direction(decrease),
    }),
  ),
  aCase(erc721BalanceChange, fc.record(change), (terms) =>
    oracle.createERC721BalanceChangeTerms({
      tokenAddress: terms.token,
      recipient: terms.recipient,
      amount: terms.amount,
      changeType: direction(terms.decrease),
    }),
  ),
  aCase(erc1155BalanceChange, fc.record({ ...change, tokenId: amount }), (terms) =>
    oracle.createERC1155BalanceChangeTerms({
      tokenAddress: terms.token,
      recipient: terms.recipient,
      tokenId: terms.tokenId,
      balance: terms.amount,
      changeType: direction(terms.decrease),
    }),
  ),
  aCase(
    nativeBalanceChange,
    fc.record({ recipient: address, amount, decrease: fc.boolean() }),
    (terms) =>
      oracle.createNativeBalanceChangeTerms({
        recipient: terms.recipient,
        balance: terms.amount,
        changeType: direction(terms.decrease),
      }),
  ),
];

/** MetaMask's package has no encoder for these: Solidity's packed encoding is what their contracts read. */
const increases = [
  aCase(erc20MultiOperationIncrease, fc.record(asset), ({ token, recipient, amount: rise }) =>
    encodePacked(['address', 'address', 'uint256'], [token, recipient, rise]),
  ),
  aCase(erc721MultiOperationIncrease, fc.record(asset), ({ token, recipient, amount: rise }) =>
    encodePacked(['address', 'address', 'uint256'], [token, recipient, rise]),
  ),
  aCase(erc1155MultiOperationIncrease, fc.record({ ...asset, tokenId: amount }), (terms) =>
    encodePacked(
      ['address', 'address', 'uint256', 'uint256'],
      [terms.token, terms.recipient, terms.tokenId, terms.amount],
    ),
  ),
  aCase(
    nativeTokenMultiOperationIncrease,
    fc.record({ recipient: address, amount }),
    ({ recipient, amount: rise }) => encodePacked(['address', 'uint256'], [recipient, rise]),
  ),
];

const caveats = fc.array(
  fc.record({
    enforcer: address,
    terms: hex({ minLength: 1, maxLength: 70 }),
    args: hex({ minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 3 },
);
const groups = fc.array(fc.record({ caveats }), { minLength: 1, maxLength: 3 });

const others = [
  aCase(argsEqualityCheck, fc.record({ value: hex({ minLength: 1, maxLength: 80 }) }), (terms) =>
    oracle.createArgsEqualityCheckTerms({ args: terms.value }),
  ),
  aCase(
    deployed,
    fc.record({
      contract: address,
      salt: hex({ minLength: 32, maxLength: 32 }),
      code: hex({ minLength: 1, maxLength: 80 }),
    }),
    ({ contract, salt, code }) =>
      oracle.createDeployedTerms({ contractAddress: contract, salt, bytecode: code }),
  ),
  aCase(
    erc721Transfer,
    fc.record({ contract: address, tokenId: amount }),
    ({ contract, tokenId }) =>
      oracle.createERC721TransferTerms({ tokenAddress: contract, tokenId }),
  ),
  aCase(
    exactCalldataBatch,
    fc.record({ executions: fc.array(execution, { minLength: 1, maxLength: 4 }) }),
    (terms) =>
      oracle.createExactCalldataBatchTerms({ executions: terms.executions.map(officially) }),
  ),
  aCase(id, fc.record({ id: amount }), (terms) => oracle.createIdTerms(terms)),
  aCase(logicalOrWrapper, fc.record({ groups }), (terms) =>
    oracle.createLogicalOrWrapperTerms({
      caveatGroups: terms.groups.map((group) => [...group.caveats]),
    }),
  ),
  aCase(
    multiTokenPeriod,
    fc.record({
      periods: fc.array(fc.record({ token: fc.option(asset.token, { nil: null }), ...period }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    ({ periods }) =>
      oracle.createMultiTokenPeriodTerms({
        tokenConfigs: periods.map(({ token, periodAmount, periodDuration, startDate }) => ({
          token: token ?? ZERO,
          periodAmount,
          periodDuration: Number(periodDuration),
          startDate: Number(startDate),
        })),
      }),
  ),
  aCase(nativeTokenPayment, fc.record({ recipient: address, amount }), (terms) =>
    oracle.createNativeTokenPaymentTerms(terms),
  ),
  aCase(ownershipTransfer, fc.record({ contract: address }), ({ contract }) =>
    oracle.createOwnershipTransferTerms({ contractAddress: contract }),
  ),
  // MetaMask's encoder leaves out the value that the deployed contract reads: it is put before the calldata.
  aCase(
    specificActionErc20TransferBatch,
    fc.record({
      token: address,
      recipient: address,
      amount,
      target: address,
      value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      calldata: hex({ maxLength: 80 }),
    }),
    ({ token, value, calldata, ...terms }) =>
      oracle.createSpecificActionERC20TransferBatchTerms({
        ...terms,
        tokenAddress: token,
        calldata: encodePacked(['uint256', 'bytes'], [value ?? 0n, calldata]),
      }),
  ),
];

export const FRAMEWORK_CASES = [...balances, ...increases, ...others];
