// Terms of the rules that MetaMask's permission screen writes, by its own encoder.
import * as oracle from '@metamask/delegation-core';
import fc from 'fast-check';
import { allowedCalldata } from '../../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../../src/core/caveats/allowed-targets';
import { approvalRevocation } from '../../../src/core/caveats/approval-revocation';
import { blockNumber } from '../../../src/core/caveats/block-number';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { erc20Streaming } from '../../../src/core/caveats/erc20-streaming';
import { erc20TransferAmount } from '../../../src/core/caveats/erc20-transfer-amount';
import { exactCalldata } from '../../../src/core/caveats/exact-calldata';
import { exactExecution } from '../../../src/core/caveats/exact-execution';
import { exactExecutionBatch } from '../../../src/core/caveats/exact-execution-batch';
import { limitedCalls } from '../../../src/core/caveats/limited-calls';
import { nativeTokenPeriodTransfer } from '../../../src/core/caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../../../src/core/caveats/native-token-streaming';
import { nativeTokenTransferAmount } from '../../../src/core/caveats/native-token-transfer-amount';
import { nonce } from '../../../src/core/caveats/nonce';
import { redeemer } from '../../../src/core/caveats/redeemer';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { valueLte } from '../../../src/core/caveats/value-lte';
import type { Execution } from '../../../src/core/chain/execution';
import { aCase, address, amount, hex, seconds } from './terms-case';

export const period = {
  periodAmount: amount,
  periodDuration: seconds.map(BigInt),
  startDate: seconds.map(BigInt),
};
const stream = fc
  .record({
    initialAmount: amount,
    maxAmount: amount,
    amountPerSecond: amount,
    startTime: seconds.map(BigInt),
  })
  .filter((terms) => terms.maxAmount > terms.initialAmount);
const window = fc.tuple(seconds, seconds).filter(([a, b]) => a !== b);
const inOrder = window.map(([a, b]) => ({
  after: BigInt(Math.min(a, b)),
  before: BigInt(Math.max(a, b)),
}));

export const execution = fc.record({
  target: address,
  value: amount,
  data: hex({ maxLength: 80 }),
});

export function officially({ target, value, data }: Execution) {
  return { target, value, callData: data };
}

export const WALLET_CASES = [
  aCase(erc20PeriodTransfer, fc.record({ token: address, ...period }), (terms) =>
    oracle.createERC20TokenPeriodTransferTerms({
      tokenAddress: terms.token,
      periodAmount: terms.periodAmount,
      periodDuration: terms.periodDuration,
      startDate: Number(terms.startDate),
    }),
  ),
  aCase(nativeTokenPeriodTransfer, fc.record(period), (terms) =>
    oracle.createNativeTokenPeriodTransferTerms({ ...terms, startDate: Number(terms.startDate) }),
  ),
  aCase(
    erc20Streaming,
    fc.tuple(address, stream).map(([token, terms]) => ({ token, ...terms })),
    ({ token, ...terms }) =>
      oracle.createERC20StreamingTerms({
        ...terms,
        tokenAddress: token,
        startTime: Number(terms.startTime),
      }),
  ),
  aCase(nativeTokenStreaming, stream, (terms) =>
    oracle.createNativeTokenStreamingTerms({ ...terms, startTime: Number(terms.startTime) }),
  ),
  aCase(erc20TransferAmount, fc.record({ token: address, maxAmount: amount }), (terms) =>
    oracle.createERC20TransferAmountTerms({
      tokenAddress: terms.token,
      maxAmount: terms.maxAmount,
    }),
  ),
  aCase(nativeTokenTransferAmount, fc.record({ maxAmount: amount }), (terms) =>
    oracle.createNativeTokenTransferAmountTerms(terms),
  ),
  aCase(valueLte, fc.record({ maxValue: amount }), (terms) => oracle.createValueLteTerms(terms)),
  aCase(timestamp, inOrder, (terms) =>
    oracle.createTimestampTerms({
      afterThreshold: Number(terms.after),
      beforeThreshold: Number(terms.before),
    }),
  ),
  aCase(blockNumber, inOrder, (terms) =>
    oracle.createBlockNumberTerms({ afterThreshold: terms.after, beforeThreshold: terms.before }),
  ),
  aCase(limitedCalls, fc.record({ limit: seconds.map(BigInt) }), (terms) =>
    oracle.createLimitedCallsTerms({ limit: Number(terms.limit) }),
  ),
  aCase(
    redeemer,
    fc.record({ redeemers: fc.array(address, { minLength: 1, maxLength: 5 }) }),
    (terms) => oracle.createRedeemerTerms(terms),
  ),
  aCase(
    allowedTargets,
    fc.record({ targets: fc.array(address, { minLength: 1, maxLength: 5 }) }),
    (terms) => oracle.createAllowedTargetsTerms(terms),
  ),
  aCase(
    allowedMethods,
    fc.record({
      selectors: fc.array(hex({ minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
    }),
    (terms) => oracle.createAllowedMethodsTerms(terms),
  ),
  aCase(
    allowedCalldata,
    fc.record({ start: fc.nat(100_000).map(BigInt), value: hex({ minLength: 1, maxLength: 80 }) }),
    (terms) =>
      oracle.createAllowedCalldataTerms({ startIndex: Number(terms.start), value: terms.value }),
  ),
  aCase(exactCalldata, fc.record({ calldata: hex({ maxLength: 80 }) }), (terms) =>
    oracle.createExactCalldataTerms(terms),
  ),
  aCase(exactExecution, execution, (terms) =>
    oracle.createExactExecutionTerms({ execution: officially(terms) }),
  ),
  aCase(
    exactExecutionBatch,
    fc.record({ executions: fc.array(execution, { minLength: 1, maxLength: 4 }) }),
    (terms) =>
      oracle.createExactExecutionBatchTerms({ executions: terms.executions.map(officially) }),
  ),
  aCase(nonce, fc.record({ nonce: amount }), (terms) =>
    oracle.createNonceTerms({ nonce: `0x${terms.nonce.toString(16).padStart(64, '0')}` }),
  ),
  aCase(
    approvalRevocation,
    fc
      .record({
        erc20Approve: fc.boolean(),
        erc721Approve: fc.boolean(),
        erc721SetApprovalForAll: fc.boolean(),
        permit2Approve: fc.boolean(),
        permit2Lockdown: fc.boolean(),
        permit2InvalidateNonces: fc.boolean(),
      })
      .filter((flags) => Object.values(flags).some(Boolean)),
    (terms) => oracle.createApprovalRevocationTerms(terms),
  ),
];
