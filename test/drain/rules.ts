// Random rules that say how much may leave, as no wallet would write them: budgets of every kind, twice over,
// contradicting each other, with fixed calls, counts and ends.
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { erc20Abi } from '../../src/agent/chain/framework';
import { allowedCalldata } from '../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../src/core/caveats/allowed-targets';
import { blockNumber } from '../../src/core/caveats/block-number';
import { dailySpendLimit } from '../../src/core/caveats/daily-spend-limit';
import { erc20BalanceChange } from '../../src/core/caveats/erc20-balance-change';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { erc20Streaming } from '../../src/core/caveats/erc20-streaming';
import { erc20TransferAmount } from '../../src/core/caveats/erc20-transfer-amount';
import { erc721Transfer } from '../../src/core/caveats/erc721-transfer';
import { exactCalldata } from '../../src/core/caveats/exact-calldata';
import { exactCalldataBatch } from '../../src/core/caveats/exact-calldata-batch';
import { exactExecution } from '../../src/core/caveats/exact-execution';
import { exactExecutionBatch } from '../../src/core/caveats/exact-execution-batch';
import { id } from '../../src/core/caveats/id';
import { limitedCalls } from '../../src/core/caveats/limited-calls';
import { logicalOrWrapper } from '../../src/core/caveats/list';
import { multiTokenPeriod } from '../../src/core/caveats/multi-token-period';
import { nativeBalanceChange } from '../../src/core/caveats/native-balance-change';
import { nativeTokenPeriodTransfer } from '../../src/core/caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../../src/core/caveats/native-token-streaming';
import { nativeTokenTransferAmount } from '../../src/core/caveats/native-token-transfer-amount';
import { specificActionErc20TransferBatch } from '../../src/core/caveats/specific-action-erc20-transfer-batch';
import { timestamp } from '../../src/core/caveats/timestamp';
import { valueLte } from '../../src/core/caveats/value-lte';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import type { Execution } from '../../src/core/chain/execution';
import type { CaveatData } from '../../src/core/delegations/delegation';
import type { Dice } from './dice';

const HOUR = 3600;
const DAY = 24 * HOUR;

export type Setting = {
  dice: Dice;
  /** When the keys are stolen. */
  now: number;
  block: bigint;
  tokens: readonly [Address, Address];
  account: Address;
  payee: Address;
  /** Who signs this link, and who gets it. */
  giver: Address;
  holder: Address;
  /** Every key of the case. */
  keys: readonly Address[];
};

export function tokenRules(setting: Setting): CaveatData[] {
  const { dice, tokens } = setting;
  const token = dice.chance(0.85) ? tokens[0] : tokens[1];
  const budgets = [tokenPeriod, tokenStream, tokenTotal, tokenDay];
  const budget = dice.pick(budgets);
  return [
    budget(setting, token),
    // Two of one kind share a record on chain.
    ...(dice.chance(0.5) ? [dice.pick([budget, dice.pick(budgets)])(setting, token)] : []),
    ...(dice.chance(0.7) ? [rule(valueLte, { maxValue: 0n })] : []),
    ...(dice.chance(0.2) ? [payeeRule(setting)] : []),
  ];
}

export function nativeRules(setting: Setting): CaveatData[] {
  const { dice } = setting;
  const budgets = [nativePeriod, nativeStream, nativeTotal];
  const budget = dice.pick(budgets);
  return [
    budget(setting),
    ...(dice.chance(0.5) ? [dice.pick([budget, dice.pick(budgets)])(setting)] : []),
    ...(dice.chance(0.7) ? [rule(exactCalldata, { calldata: '0x' as Hex })] : []),
    ...(dice.chance(0.2) ? [targetRule(setting)] : []),
  ];
}

export function fixedRules(setting: Setting): CaveatData[] {
  const { dice, tokens } = setting;
  const fixed = dice.pick([
    () => rule(exactExecution, anyExecution(setting)),
    () => rule(exactExecutionBatch, { executions: [anyExecution(setting), anyExecution(setting)] }),
    () => rule(exactCalldata, { calldata: anyExecution(setting).data }),
    () => rule(exactCalldataBatch, { executions: [anyExecution(setting), anyExecution(setting)] }),
    () => actionRule(setting),
    () => rule(erc721Transfer, { contract: tokens[0], tokenId: amountOf(dice) }),
  ]);
  return [
    fixed(),
    ...(dice.chance(0.6) ? [countRule(setting)] : []),
    ...(dice.chance(0.1) ? [rule(id, { id: BigInt(dice.int(1, 3)) })] : []),
    ...(dice.chance(0.2) ? [tokenTotal(setting, tokens[0])] : []),
  ];
}

/** Rules that leave a choice to the redeemer. */
export function choiceRules(setting: Setting): CaveatData[] {
  const { dice, tokens } = setting;
  if (dice.chance(0.4)) {
    const periods = Array.from({ length: dice.int(1, 3) }, () => ({
      ...period(setting),
      token: dice.pick([tokens[0], tokens[0], tokens[1], null]),
    }));
    return [rule(multiTokenPeriod, { periods })];
  }
  const themes = [tokenRules, nativeRules, fixedRules, callRules];
  const groups = Array.from({ length: dice.int(1, 3) }, () => ({
    caveats: dice.pick(themes)(setting),
  }));
  return [
    rule(logicalOrWrapper, { groups }),
    ...(dice.chance(0.5) ? [rule(valueLte, { maxValue: 0n })] : []),
  ];
}

export function callRules(setting: Setting): CaveatData[] {
  const { dice } = setting;
  const makers = [targetRule, methodRule, valueRule, weighedRule];
  return someOf(
    dice,
    makers.map((make) => () => make(setting)),
    0.5,
  );
}

/** What the account, or somebody else, may lose in each use. */
export function weighedRule({ dice, account, payee, tokens }: Setting): CaveatData {
  const change = {
    decrease: dice.chance(0.7),
    recipient: dice.chance(0.8) ? account : payee,
    amount: amountOf(dice),
  };
  return dice.chance(0.5)
    ? rule(nativeBalanceChange, change)
    : rule(erc20BalanceChange, { ...change, token: dice.pick(tokens) });
}

function actionRule(setting: Setting): CaveatData {
  const { dice, tokens, payee } = setting;
  const { target, value, data: calldata } = anyExecution(setting);
  const transfer = { token: dice.pick(tokens), recipient: payee, amount: amountOf(dice) };
  return rule(specificActionErc20TransferBatch, { ...transfer, target, value, calldata });
}

export function anyExecution({ dice, tokens, payee, account }: Setting): Execution {
  const token = dice.pick(tokens);
  const amount = amountOf(dice);
  const call = (data: Hex) => ({ target: token, value: 0n, data });
  return dice.pick<() => Execution>([
    () => call(transferData(payee, amount)),
    () => call(transferData(payee, amount)),
    () => call(approveData(payee, amount)),
    () => ({ target: payee, value: amount, data: '0x' }),
    () => call(takeData(account, payee, amount)),
  ])();
}

export function transferData(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
}

export function approveData(spender: Address, amount: bigint): Hex {
  return `0x095ea7b3${word(spender)}${word(amount)}`;
}

export function takeData(from: Address, to: Address, amount: bigint): Hex {
  return `0x23b872dd${word(from)}${word(to)}${word(amount)}`;
}

function tokenPeriod(setting: Setting, token: Address): CaveatData {
  return rule(erc20PeriodTransfer, { token, ...period(setting) });
}

function nativePeriod(setting: Setting): CaveatData {
  return rule(nativeTokenPeriodTransfer, period(setting));
}

function tokenStream(setting: Setting, token: Address): CaveatData {
  return rule(erc20Streaming, { token, ...stream(setting) });
}

function nativeStream(setting: Setting): CaveatData {
  return rule(nativeTokenStreaming, stream(setting));
}

export function tokenTotal({ dice }: Setting, token: Address): CaveatData {
  return rule(erc20TransferAmount, { token, maxAmount: amountOf(dice) });
}

function nativeTotal({ dice }: Setting): CaveatData {
  return rule(nativeTokenTransferAmount, { maxAmount: amountOf(dice) });
}

function tokenDay({ dice }: Setting, token: Address): CaveatData {
  const cap = amountOf(dice);
  return rule(dailySpendLimit, { token, cap, unitExponent: 0, budgetId: BigInt(dice.int(1, 2)) });
}

export function period({ dice, now }: Setting) {
  const periodDuration = BigInt(dice.pick([HOUR, 5 * HOUR, DAY, DAY, 2 * DAY, 10 ** 12]));
  return { periodAmount: amountOf(dice), periodDuration, startDate: startOf(dice, now) };
}

export function stream({ dice, now }: Setting) {
  const initialAmount = dice.chance(0.5) ? 0n : amountOf(dice);
  const maxAmount = initialAmount + BigInt(dice.pick([0, 20, 500, 10_000]));
  const amountPerSecond = BigInt(dice.pick([0, 1, 3]));
  return { initialAmount, maxAmount, amountPerSecond, startTime: startOf(dice, now) };
}

function startOf(dice: Dice, now: number): bigint {
  return BigInt(dice.pick([1, now - 2 * DAY - 77, now - HOUR, now, now + 1, now + 9 * HOUR]));
}

export function endRule({ dice, now, block }: Setting): CaveatData {
  if (dice.chance(0.1)) {
    return rule(blockNumber, { after: 0n, before: block + BigInt(dice.int(2, 40)) });
  }
  const after = BigInt(dice.pick([0, 0, now - 1, now + HOUR]));
  return rule(timestamp, { after, before: BigInt(now + dice.pick([HOUR, DAY, 2 * DAY + 5])) });
}

export function countRule({ dice }: Setting): CaveatData {
  return rule(limitedCalls, { limit: BigInt(dice.int(1, 4)) });
}

export function valueRule({ dice }: Setting): CaveatData {
  return rule(valueLte, { maxValue: dice.chance(0.5) ? 0n : amountOf(dice) });
}

function payeeRule({ payee }: Setting): CaveatData {
  return rule(allowedCalldata, { start: 4n, value: `0x${word(payee)}` as Hex });
}

function targetRule({ dice, tokens, payee, account }: Setting): CaveatData {
  const all = [tokens[0], tokens[1], payee, account, FRAMEWORK.delegationManager as Address];
  const targets = Array.from({ length: dice.int(1, 2) }, () => dice.pick(all));
  return rule(allowedTargets, { targets });
}

function methodRule({ dice }: Setting): CaveatData {
  const all: Hex[] = ['0xa9059cbb', '0x095ea7b3', '0xcef6d209', '0xe9ae5c53', '0x12345678'];
  const selectors = Array.from({ length: dice.int(1, 2) }, () => dice.pick(all));
  return rule(allowedMethods, { selectors });
}

export function amountOf(dice: Dice): bigint {
  return BigInt(dice.int(1, 60));
}

export function rule<Terms>(
  { address, encode }: { address: Address; encode: (terms: Terms) => Hex },
  terms: Terms,
): CaveatData {
  return { enforcer: address, terms: encode(terms), args: '0x' };
}

export function someOf<T>(dice: Dice, makers: readonly (() => T)[], share: number): T[] {
  return makers.flatMap((make) => (dice.chance(share) ? [make()] : []));
}

export function shuffled<T>(dice: Dice, list: readonly T[]): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(dice.int(0, rest.length - 1), 1)[0] as T);
}

export function word(value: bigint | Address): string {
  return BigInt(value).toString(16).padStart(64, '0');
}
