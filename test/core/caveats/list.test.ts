// Every caveat against MetaMask's own encoder and decoder, on inputs nobody thought of.
import * as oracle from '@metamask/delegation-core';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import fc from 'fast-check';
import type { Address, Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import { allowedCalldata } from '../../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../../src/core/caveats/allowed-targets';
import { approvalRevocation } from '../../../src/core/caveats/approval-revocation';
import { blockNumber } from '../../../src/core/caveats/block-number';
import type { CaveatSpec } from '../../../src/core/caveats/caveat';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { erc20Streaming } from '../../../src/core/caveats/erc20-streaming';
import { erc20TransferAmount } from '../../../src/core/caveats/erc20-transfer-amount';
import { exactCalldata } from '../../../src/core/caveats/exact-calldata';
import { exactExecution } from '../../../src/core/caveats/exact-execution';
import { exactExecutionBatch } from '../../../src/core/caveats/exact-execution-batch';
import { limitedCalls } from '../../../src/core/caveats/limited-calls';
import { CAVEATS, readCaveat } from '../../../src/core/caveats/list';
import { nativeTokenPeriodTransfer } from '../../../src/core/caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../../../src/core/caveats/native-token-streaming';
import { nativeTokenTransferAmount } from '../../../src/core/caveats/native-token-transfer-amount';
import { nonce } from '../../../src/core/caveats/nonce';
import { redeemer } from '../../../src/core/caveats/redeemer';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { valueLte } from '../../../src/core/caveats/value-lte';
import { FRAMEWORK_CHAINS } from '../../../src/core/chain/addresses';
import type { Execution } from '../../../src/core/chain/execution';

const hex = (bytes: { minLength?: number; maxLength?: number }) =>
  fc.uint8Array(bytes).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);
const address = hex({ minLength: 20, maxLength: 20 });
const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
/** The oracle takes seconds as numbers and refuses times it deems absurd. */
const seconds = fc.integer({ min: 1, max: 253_402_300_799 });

type Case<T> = { spec: CaveatSpec<T>; terms: fc.Arbitrary<T>; official: (terms: T) => Hex };

function aCase<T>(spec: CaveatSpec<T>, terms: fc.Arbitrary<T>, official: (terms: T) => Hex) {
  // Each case has terms of a type of its own, which a list of all cases cannot name.
  return { spec, terms, official } as unknown as Case<unknown>;
}

const period = {
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

const execution = fc.record({ target: address, value: amount, data: hex({ maxLength: 80 }) });

function officially({ target, value, data }: Execution) {
  return { target, value, callData: data };
}

const CASES = [
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

describe.each(CASES.map((one) => ({ name: one.spec.name, ...one })))('$name', (one) => {
  it("encodes what MetaMask's own encoder encodes and reads it back", () => {
    fc.assert(
      fc.property(one.terms, (terms) => {
        const encoded = one.spec.encode(terms);

        expect(encoded).toBe(one.official(terms));
        expect(lower(one.spec.decode(encoded))).toEqual(lower(terms));
      }),
      { numRuns: 60 },
    );
  });

  it('reads any bytes or says Unreadable, and encodes what it read to the same bytes', () => {
    fc.assert(
      fc.property(hex({ maxLength: 180 }), (terms) => {
        const decoded = attempt(() => one.spec.decode(terms));

        if (decoded === null) return;
        expect(one.spec.encode(decoded)).toBe(terms);
        expect(one.spec.words(decoded, { chainId: 8453, now: 1_790_000_000 }).text).not.toBe('');
        const scene = { chainId: 8453, now: 0 };
        expect(JSON.stringify(readCaveat(one.spec.address, terms, scene).terms)).toMatch(/^{/);
      }),
      { numRuns: 150 },
    );
  });
});

it('lists every caveat once, at the address MetaMask deployed it on every chain', () => {
  const deployed = DELEGATOR_CONTRACTS['1.3.0'] as Record<string, Record<string, Address>>;

  expect(new Set(CAVEATS.map((known) => known.address)).size).toBe(CAVEATS.length);
  expect(CASES.map((one) => one.spec.name).sort()).toEqual(
    CAVEATS.map((known) => known.name).sort(),
  );
  for (const chainId of FRAMEWORK_CHAINS) {
    for (const known of CAVEATS) {
      expect(deployed[chainId]?.[known.name]?.toLowerCase(), known.name).toBe(known.address);
    }
  }
});

it('refuses to encode what the layout cannot hold', () => {
  expect(() => valueLte.encode({ maxValue: 2n ** 256n })).toThrow(RangeError);
  expect(() => timestamp.encode({ after: 0n, before: 2n ** 128n })).toThrow(RangeError);
  expect(() => redeemer.encode({ redeemers: ['0x12'] })).toThrow(RangeError);
  expect(() => allowedMethods.encode({ selectors: ['0x12'] })).toThrow(RangeError);
});

function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    return null;
  }
}

/** Addresses come back checksummed: compare in lower case, with bigints as text. */
function lower(value: unknown): unknown {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}` : item));
  return JSON.parse(text.toLowerCase());
}
