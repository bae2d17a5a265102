// What MetaMask's enforcers let through, on their own code: the facts that our words and bounds rest on.
import { NonceEnforcer } from '@metamask/delegation-abis';
import { createSpecificActionERC20TransferBatchTerms } from '@metamask/delegation-core';
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argsEqualityCheck } from '../../src/core/caveats/args-equality-check';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { erc20Streaming } from '../../src/core/caveats/erc20-streaming';
import { erc721Transfer } from '../../src/core/caveats/erc721-transfer';
import { exactCalldataBatch } from '../../src/core/caveats/exact-calldata-batch';
import { id } from '../../src/core/caveats/id';
import { logicalOrWrapper } from '../../src/core/caveats/list';
import { multiTokenPeriod } from '../../src/core/caveats/multi-token-period';
import { nativeBalanceChange } from '../../src/core/caveats/native-balance-change';
import { nativeTokenPayment } from '../../src/core/caveats/native-token-payment';
import { nonce } from '../../src/core/caveats/nonce';
import { ownershipTransfer } from '../../src/core/caveats/ownership-transfer';
import { specificActionErc20TransferBatch } from '../../src/core/caveats/specific-action-erc20-transfer-batch';
import { encodeBatch, encodeSingle } from '../../src/core/chain/execution';
import { BATCH, type Framework, MANAGER, startFramework } from './framework';

const USDC = getAddress(`0x${'aa'.repeat(20)}`);
const DAI = getAddress(`0x${'bb'.repeat(20)}`);
const BOB = getAddress(`0x${'22'.repeat(20)}`);

let framework: Framework;

beforeAll(async () => {
  framework = await startFramework();
});

afterAll(() => framework?.stop());

/** A delegation of its own: enforcers count by its hash. */
let delegations = 0;
function aHash(): Hex {
  delegations += 1;
  return keccak256(encodePacked(['uint256'], [BigInt(delegations)]));
}

function transfer(token: Address, amount: bigint): Hex {
  const args = [BOB, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  return encodeSingle({ target: token, value: 0n, data });
}

const period = (token: Address, periodAmount: bigint, startDate = 1n) =>
  erc20PeriodTransfer.encode({ token, periodAmount, periodDuration: 2n ** 100n, startDate });

describe('Of two budgets of a kind in one delegation', () => {
  it('the second is held against the amounts of the first (period)', async () => {
    const hash = aHash();
    const first = { terms: period(USDC, 1_000n), execution: transfer(USDC, 400n), hash };

    expect(await framework.use('ERC20PeriodTransferEnforcer', 'beforeHook', first)).toBeNull();
    const second = { ...first, terms: period(USDC, 10n) };
    expect(await framework.use('ERC20PeriodTransferEnforcer', 'beforeHook', second)).toBeNull();
    // 800 of 1,000 are counted now, for 400 that would have moved.
    expect(await framework.use('ERC20PeriodTransferEnforcer', 'beforeHook', second)).toMatch(
      /transfer-amount-exceeded/,
    );
  });

  it('the second is held against the amounts of the first (stream)', async () => {
    const hash = aHash();
    const stream = (maxAmount: bigint) =>
      erc20Streaming.encode({
        token: USDC,
        initialAmount: maxAmount,
        maxAmount,
        amountPerSecond: 0n,
        startTime: 1n,
      });
    const first = { terms: stream(1_000n), execution: transfer(USDC, 400n), hash };

    expect(await framework.use('ERC20StreamingEnforcer', 'beforeHook', first)).toBeNull();
    const second = { ...first, terms: stream(10n) };
    expect(await framework.use('ERC20StreamingEnforcer', 'beforeHook', second)).toBeNull();
  });
});

it('holds a list of budgets against what another list wrote for the same token and place', async () => {
  const hash = aHash();
  const list = (periodAmount: bigint) =>
    multiTokenPeriod.encode({
      periods: [{ token: USDC, periodAmount, periodDuration: 2n ** 100n, startDate: 1n }],
    });
  const use = { args: encodePacked(['uint256'], [0n]), execution: transfer(USDC, 400n), hash };
  const pass = (terms: Hex) =>
    framework.use('MultiTokenPeriodEnforcer', 'beforeHook', { ...use, terms });

  expect(await pass(list(1_000n))).toBeNull();
  expect(await pass(list(10n))).toBeNull();
  expect(await pass(list(10n ** 9n))).toMatch(/transfer-amount-exceeded/);
});

describe('LogicalOrWrapper', () => {
  const wrapped = (...sets: { enforcer: Address; terms: Hex }[][]) =>
    logicalOrWrapper.encode({
      groups: sets.map((caveats) => ({
        caveats: caveats.map((one) => ({ ...one, args: '0x' as const })),
      })),
    });
  const pick = (index: number, caveatArgs: Hex[]): Hex =>
    encodeAbiParameters(parseAbiParameters('(uint256, bytes[])'), [[BigInt(index), caveatArgs]]);
  const use = (terms: Hex, args: Hex, execution: Hex, hash = aHash()) =>
    framework.use('LogicalOrWrapperEnforcer', 'beforeHook', { terms, args, execution, hash });

  it('lets everything through by a set without rules', async () => {
    const budget = {
      enforcer: await framework.at('ERC20PeriodTransferEnforcer'),
      terms: period(USDC, 1n),
    };

    expect(await use(wrapped([budget], []), pick(0, ['0x']), transfer(USDC, 9n))).not.toBeNull();
    expect(await use(wrapped([budget], []), pick(1, []), transfer(USDC, 9n))).toBeNull();
  });

  it('lets a token leave by the amounts of another set', async () => {
    const enforcer = await framework.at('ERC20PeriodTransferEnforcer');
    const terms = wrapped(
      [{ enforcer, terms: period(USDC, 10n) }],
      [{ enforcer, terms: period(DAI, 10n ** 21n) }],
    );
    const hash = aHash();

    expect(await use(terms, pick(1, ['0x']), transfer(DAI, 1n), hash)).toBeNull();
    expect(await use(terms, pick(0, ['0x']), transfer(USDC, 10n ** 20n), hash)).toBeNull();
  });

  it('opens a set of refused terms once another set was used', async () => {
    const enforcer = await framework.at('ERC20PeriodTransferEnforcer');
    const terms = wrapped(
      [{ enforcer, terms: period(USDC, 10n) }],
      [{ enforcer, terms: period(DAI, 0n, 0n) }],
    );
    const hash = aHash();

    expect(await use(terms, pick(1, ['0x']), transfer(DAI, 5n), hash)).not.toBeNull();
    expect(await use(terms, pick(0, ['0x']), transfer(USDC, 1n), hash)).toBeNull();
    expect(await use(terms, pick(1, ['0x']), transfer(DAI, 5n), hash)).toBeNull();
  });

  it('is refused inside itself', async () => {
    const inner = { enforcer: await framework.at('LogicalOrWrapperEnforcer'), terms: wrapped([]) };

    expect(await use(wrapped([inner]), pick(0, [pick(0, [])]), '0x')).toMatch(
      /only-delegation-manager/,
    );
  });

  it('refuses a price inside it', async () => {
    const terms = nativeTokenPayment.encode({ recipient: BOB, amount: 0n });
    const price = { enforcer: await framework.at('NativeTokenPaymentEnforcer'), terms };
    const refusal = await framework.use('LogicalOrWrapperEnforcer', 'afterAllHook', {
      terms: wrapped([price]),
      args: pick(0, ['0x']),
    });

    expect(refusal).toMatch(/only-delegation-manager/);
  });

  it("does not see the account's counter move", async () => {
    const enforcer = await framework.at('NonceEnforcer');
    const terms = nonce.encode({ nonce: 0n });
    const data = encodeFunctionData({
      abi: NonceEnforcer,
      functionName: 'incrementNonce',
      args: [MANAGER],
    });

    await framework.send(enforcer, data);

    expect(await framework.use('NonceEnforcer', 'beforeHook', { terms })).toMatch(/invalid-nonce/);
    expect(await use(wrapped([{ enforcer, terms }]), pick(0, ['0x']), '0x')).toBeNull();
  });
});

describe('The two calls of SpecificActionERC20TransferBatch', () => {
  const name = 'SpecificActionERC20TransferBatchEnforcer';
  const terms = { token: USDC, recipient: BOB, amount: 5n, target: DAI };
  const calldata: Hex = `0xd09de08a${'00'.repeat(40)}`;
  const batch = (data: Hex, value: bigint) =>
    encodeBatch([
      { target: DAI, value, data },
      {
        target: USDC,
        value: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [BOB, 5n] }),
      },
    ]);

  it('pass once, with the value the terms name', async () => {
    const encoded = specificActionErc20TransferBatch.encode({ ...terms, value: 7n, calldata });
    const use = { terms: encoded, mode: BATCH, execution: batch(calldata, 7n), hash: aHash() };

    expect(await framework.use(name, 'beforeHook', use)).toBeNull();
    expect(await framework.use(name, 'beforeHook', use)).toMatch(/already-used/);
  });

  it("do not pass by the terms of MetaMask's encoder", async () => {
    for (const data of ['0xd09de08a', calldata] as const) {
      const encoded = createSpecificActionERC20TransferBatchTerms({
        tokenAddress: USDC,
        recipient: BOB,
        amount: 5n,
        target: DAI,
        calldata: data,
      });
      const use = { terms: encoded, mode: BATCH, execution: batch(data, 0n), hash: aHash() };

      expect(await framework.use(name, 'beforeHook', use)).not.toBeNull();
      const decoded = specificActionErc20TransferBatch.decode(encoded);
      const scene = { chainId: 8453, now: 0 };
      expect(specificActionErc20TransferBatch.bounds(decoded, scene)).toEqual({ nothing: true });
    }
  });
});

describe('What is not compared', () => {
  it('of an exact batch: targets and values', async () => {
    const signed = [{ target: USDC, value: 0n, data: '0xd09de08a' as Hex }];
    const done = [{ target: BOB, value: 9n, data: '0xd09de08a' as Hex }];
    const use = {
      terms: exactCalldataBatch.encode({ executions: signed }),
      mode: BATCH,
      execution: encodeBatch(done),
    };

    expect(await framework.use('ExactCalldataBatchEnforcer', 'beforeHook', use)).toBeNull();
  });

  it('of an NFT transfer: whether it is one, and the value', async () => {
    const amount = 10n ** 18n;
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [MANAGER, BOB, amount],
    });
    const use = {
      terms: erc721Transfer.encode({ contract: DAI, tokenId: amount }),
      execution: encodeSingle({ target: DAI, value: 3n, data }),
    };

    expect(await framework.use('ERC721TransferEnforcer', 'beforeHook', use)).toBeNull();
  });

  it('of an ownership: the new owner, and the value', async () => {
    const abi = parseAbi(['function transferOwnership(address newOwner)']);
    const data = encodeFunctionData({ abi, functionName: 'transferOwnership', args: [BOB] });
    const use = {
      terms: ownershipTransfer.encode({ contract: DAI }),
      execution: encodeSingle({ target: DAI, value: 3n, data }),
    };

    expect(await framework.use('OwnershipTransferEnforcer', 'beforeHook', use)).toBeNull();
  });

  it('of bytes to repeat: who repeats them', async () => {
    const use = { terms: argsEqualityCheck.encode({ value: '0x1234' }), args: '0x1234' as Hex };

    expect(await framework.use('ArgsEqualityCheckEnforcer', 'beforeHook', use)).toBeNull();
  });
});

it('lets an id pass once for an account, whatever the delegation', async () => {
  const terms = id.encode({ id: 77n });

  expect(await framework.use('IdEnforcer', 'beforeHook', { terms, hash: aHash() })).toBeNull();
  expect(await framework.use('IdEnforcer', 'beforeHook', { terms, hash: aHash() })).toMatch(
    /id-already-used/,
  );
});

it('weighs the account that the terms name, not the one that pays', async () => {
  const use = (amount: bigint, decrease: boolean) => ({
    terms: nativeBalanceChange.encode({ decrease, recipient: BOB, amount }),
    hash: aHash(),
  });
  const both = async (weigh: { terms: Hex; hash: Hex }) =>
    (await framework.use('NativeBalanceChangeEnforcer', 'beforeHook', weigh)) ??
    (await framework.use('NativeBalanceChangeEnforcer', 'afterHook', weigh));

  // The payer spends gas in between; Bob, who holds nothing, loses nothing.
  expect(await both(use(0n, true))).toBeNull();
  expect(await both(use(0n, false))).toBeNull();
  expect(await both(use(1n, false))).toMatch(/insufficient-balance-increase/);
});
