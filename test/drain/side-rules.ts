// Random rules beside the budgets: bytes of calls pinned in part, balances weighed, who may use it and when, prices,
// demands that nothing can meet, and Bardo's own leases.
import { type Hex, keccak256 } from 'viem';
import { allowedCalldata } from '../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../src/core/caveats/allowed-targets';
import { approvalRevocation } from '../../src/core/caveats/approval-revocation';
import { argsEqualityCheck } from '../../src/core/caveats/args-equality-check';
import { deployed } from '../../src/core/caveats/deployed';
import { erc20BalanceChange } from '../../src/core/caveats/erc20-balance-change';
import { erc20MultiOperationIncrease } from '../../src/core/caveats/erc20-multi-operation-increase';
import { erc721BalanceChange } from '../../src/core/caveats/erc721-balance-change';
import { erc721MultiOperationIncrease } from '../../src/core/caveats/erc721-multi-operation-increase';
import { erc1155BalanceChange } from '../../src/core/caveats/erc1155-balance-change';
import { erc1155MultiOperationIncrease } from '../../src/core/caveats/erc1155-multi-operation-increase';
import { golemPhase } from '../../src/core/caveats/golem-phase';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { mortalityTimeWindow } from '../../src/core/caveats/mortality-time-window';
import { nativeTokenMultiOperationIncrease } from '../../src/core/caveats/native-token-multi-operation-increase';
import { nativeTokenPayment } from '../../src/core/caveats/native-token-payment';
import { nonce } from '../../src/core/caveats/nonce';
import { ownershipTransfer } from '../../src/core/caveats/ownership-transfer';
import { redeemer } from '../../src/core/caveats/redeemer';
import { replicantBudget } from '../../src/core/caveats/replicant-budget';
import type { CaveatData } from '../../src/core/delegations/delegation';
import { amountOf, countRule, rule, type Setting, someOf, weighedRule, word } from './rules';

const HOUR = 3600;
const DAY = 24 * HOUR;
const TRANSFER: Hex = '0xa9059cbb';
const APPROVE: Hex = '0x095ea7b3';
const TAKE: Hex = '0x23b872dd';

/** The Golem that every key of a case guards, known to the oracle. */
export const GOLEM: Hex = `0x${'60'.repeat(32)}`;

/** Calls named by contract, function and bytes, or weighed by what they cost the account. */
export function pinnedRules(setting: Setting): CaveatData[] {
  const { dice, tokens } = setting;
  const targets = dice.chance(0.6) ? [tokens[0]] : [...tokens];
  const selectors = dice.pick<Hex[]>([
    [TRANSFER],
    [TRANSFER],
    [TRANSFER, TAKE],
    [APPROVE],
    [TRANSFER, APPROVE],
    [TRANSFER, APPROVE],
  ]);
  const narrow = dice.pick([amountPin, amountPin, someBytes, lossRule, lossRule, weighedRule]);
  return [
    ...(dice.chance(0.9) ? [rule(allowedTargets, { targets })] : []),
    ...(dice.chance(0.9) ? [rule(allowedMethods, { selectors })] : []),
    ...someOf(dice, [() => narrow(setting)], 0.9),
    ...someOf(dice, [() => dice.pick([amountPin, lossRule])(setting)], 0.2),
    ...someOf(dice, [() => countRule(setting)], 0.8),
  ];
}

function amountPin({ dice, payee }: Setting): CaveatData {
  const amount = word(amountOf(dice));
  return dice.pick([
    () => rule(allowedCalldata, { start: 36n, value: `0x${amount}` }),
    () => rule(allowedCalldata, { start: 0n, value: `${TRANSFER}${word(payee)}${amount}` }),
    () => rule(allowedCalldata, { start: 4n, value: `0x${word(payee)}${amount}` }),
  ])();
}

/** Leaves one or two bytes of the amount open, or pins another place. */
function someBytes({ dice }: Setting): CaveatData {
  const [start, size] = dice.pick([
    [36n, 31],
    [36n, 30],
    [37n, 31],
    [4n, 12],
  ] as const);
  return rule(allowedCalldata, { start, value: `0x${'00'.repeat(size)}` });
}

function lossRule({ dice, account, tokens }: Setting): CaveatData {
  const change = { decrease: dice.chance(0.85), recipient: account, amount: amountOf(dice) };
  return rule(erc20BalanceChange, { ...change, token: tokens[0] });
}

/** Of the giver, who is the guardian of its Golem. */
export function leaseRules(setting: Setting): CaveatData[] {
  const { dice, now, tokens, payee, account, keys, holder } = setting;
  const unitExponent = dice.pick([0, 0, 1]);
  // A cap holds at least one of its units.
  const cap = amountOf(dice) + (unitExponent === 0 ? 0n : 10n);
  const lease = rule(golemPolicy, {
    token: dice.chance(0.75) ? tokens[0] : null,
    cap,
    unitExponent,
    replicantCap: dice.pick([0n, cap / 2n, cap]),
    expiry: BigInt(now + dice.pick([HOUR, DAY, 2 * DAY + 5])),
    owner: account,
    epoch: 0n,
    budgetId: BigInt(dice.int(1, 2)),
    generation: BigInt(dice.int(1, 2)),
    golemId: GOLEM,
    maxAge: BigInt(30 * DAY),
    sessionKey: dice.pick([holder, holder, ...keys]),
    payees: [payee],
  });
  return [lease, ...someOf(dice, [() => replicantRule(setting)], 0.2)];
}

function replicantRule({ dice, now, tokens, keys }: Setting): CaveatData {
  const total = BigInt(dice.int(0, 60));
  const expiry = BigInt(now + dice.pick([HOUR, 3 * DAY]));
  return rule(replicantBudget, { token: tokens[0], golem: dice.pick(keys), total, expiry });
}

/** Most of them limit no amount; some let nothing through at all. */
export function sideRule(setting: Setting): CaveatData {
  const { dice, now, account, payee, tokens, keys, holder } = setting;
  const amount = BigInt(dice.int(0, 3));
  const window = { start: BigInt(now - DAY), end: BigInt(now + dice.pick([HOUR, DAY, 3 * DAY])) };
  const rise = { recipient: dice.pick([account, payee]), amount };
  const code: Hex = '0x6001600c60003960016000f300';
  return dice.pick<() => CaveatData>([
    () => rule(nonce, { nonce: dice.chance(0.9) ? 0n : 1n }),
    () => rule(nonce, { nonce: 0n }),
    () => rule(redeemer, { redeemers: dice.chance(0.7) ? [...keys] : [holder] }),
    () => rule(argsEqualityCheck, { value: keccak256(payee) }),
    () => rule(mortalityTimeWindow, window),
    () => rule(deployed, { contract: tokens[0], salt: `0x${'00'.repeat(32)}`, code }),
    () => rule(nativeTokenPayment, { recipient: account, amount }),
    () => rule(nativeTokenMultiOperationIncrease, rise),
    () => rule(erc20MultiOperationIncrease, { ...rise, token: tokens[0] }),
    () => rule(erc721MultiOperationIncrease, { ...rise, token: tokens[0] }),
    () => rule(erc1155MultiOperationIncrease, { ...rise, token: tokens[0], tokenId: 1n }),
    () => rule(erc721BalanceChange, { ...rise, token: tokens[0], decrease: dice.chance(0.8) }),
    () => rule(erc1155BalanceChange, { ...rise, token: tokens[0], tokenId: 1n, decrease: true }),
    () => replicantRule(setting),
  ])();
}

/** Rules that let through what is no payment, alone or beside others. */
export function oddRules(setting: Setting): CaveatData[] {
  const { dice, tokens } = setting;
  const [token] = tokens;
  return [
    dice.pick([
      () => rule(ownershipTransfer, { contract: token }),
      () => rule(approvalRevocation, REVOCATIONS),
      () =>
        rule(golemPhase, {
          golemId: GOLEM,
          maxAge: BigInt(30 * DAY),
          rules: [
            {
              target: token,
              selector: dice.pick([TRANSFER, APPROVE]),
              worstPhase: 2,
              recipientArg: null,
            },
          ],
        }),
    ])(),
    ...someOf(
      dice,
      [() => countRule(setting), () => lossRule(setting), () => amountPin(setting)],
      0.4,
    ),
  ];
}

const REVOCATIONS = {
  erc20Approve: true,
  erc721Approve: true,
  erc721SetApprovalForAll: true,
  permit2Approve: false,
  permit2Lockdown: false,
  permit2InvalidateNonces: false,
};
