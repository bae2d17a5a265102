// What Bardo asks the chain, and how it reads the answer: one list for ledger, lease, site, control plane and agent.
// Every question is a view of a known contract. Its call is put together from words by hand, because the wallet's
// sandbox hashes slowly and no ABI is carried in the bundle; a test computes the selectors again. Each is an export of
// its own and marked as pure, so that a bundle carries only those it asks.
//
// call: selector 4 · one word of 32 per argument, `bytes` as the offset of its place behind them: length 32 · data
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { abiParameters } from '../bytes/abi-text';
import { stringToHex } from '../bytes/hex';
import { FRAMEWORK } from './addresses';
import { BARDO } from './bardo-addresses.generated';
import { type ChainCall, MULTICALL3 } from './multicall';

/** `read` gives null for what is no answer: not known, never zero. */
export type Question<A extends readonly unknown[], T> = {
  ask: (...about: A) => ChainCall;
  read: (answer: Hex | null | undefined) => T | null;
};

export type LeaseBudget = {
  /** Lowest generation that may still spend. */
  floor: bigint;
  ended: boolean;
  /** Counted in the window, in units of the lease. */
  units: bigint;
  replicantUnits: bigint;
};

/** `phasePlusOne` 0 = the oracle has no record. */
export type VitalityWords = { phasePlusOne: number; score: number; reportedAt: number };

const TEXT = /* @__PURE__ */ abiParameters('string text');
const DATA = /* @__PURE__ */ abiParameters('bytes data');
const MANAGER = FRAMEWORK.delegationManager;
const POLICY = BARDO.golemPolicyEnforcer;
const ORACLE = BARDO.vitalityOracle;

/** Whether MetaMask has paused its manager. */
export const paused = /* @__PURE__ */ one(() => call(MANAGER, '5c975abb'), yes);

export const disabled = /* @__PURE__ */ one((hash: string) => call(MANAGER, '2d40d052', hash), yes);

/** The owner's counter at the NonceEnforcer: every grant signed under another one is over. */
export const nonce = /* @__PURE__ */ one(
  (owner: string) => call(FRAMEWORK.nonceEnforcer, '2bd4ed21', MANAGER, owner),
  amount,
);

/** Of the framework's period and stream enforcers: base units that they let through now. */
export const available = /* @__PURE__ */ question(
  (enforcer: Address, hash: string, terms: Hex) =>
    call(enforcer, '6a9843f6', hash, MANAGER, { bytes: terms }),
  (answer) => (answer && byteLength(answer) >= 32 ? BigInt(answer.slice(0, 66)) : null),
);

/** The owner's epoch: ends all leases when it moves on. */
export const epoch = /* @__PURE__ */ one(
  (owner: string) => call(POLICY, 'dc132c02', owner),
  amount,
);

export const budget = /* @__PURE__ */ question(
  (guardian: string, budgetId: bigint | string) =>
    call(POLICY, '22a4cb1f', MANAGER, guardian, budgetId),
  (answer): LeaseBudget | null => {
    const [floor, ended, units, replicantUnits] = words(answer, 4) ?? [];
    if (floor === undefined || units === undefined || replicantUnits === undefined) return null;
    return { floor, ended: ended !== 0n, units, replicantUnits };
  },
);

/** Base units that the lease lets its redeemer take now. */
export const leaseLeft = /* @__PURE__ */ one(
  (terms: Hex, guardian: string, redeemer: string) =>
    call(POLICY, 'ad6a3b6a', { bytes: terms }, MANAGER, guardian, redeemer),
  amount,
);

/** Of DailySpendLimitEnforcer. */
export const dailyLeft = /* @__PURE__ */ one(
  (enforcer: Address, terms: Hex, delegator: string) =>
    call(enforcer, '7976da68', { bytes: terms }, MANAGER, delegator),
  amount,
);

/** Of ReplicantBudgetEnforcer. */
export const replicantsSpent = /* @__PURE__ */ one(
  (enforcer: Address, hash: string) => call(enforcer, '57ba40ce', MANAGER, hash),
  amount,
);

export const vitality = /* @__PURE__ */ question(
  (guardian: string, golemId: Hex) => call(ORACLE, '7640a6f2', guardian, golemId),
  (answer): VitalityWords | null => {
    const [phasePlusOne, score, reportedAt] = words(answer, 3)?.map(Number) ?? [];
    if (phasePlusOne === undefined || score === undefined || reportedAt === undefined) return null;
    return { phasePlusOne, score, reportedAt };
  },
);

/** 0 to 4; null inside = no record yet. */
export const phase = /* @__PURE__ */ question(
  (guardian: string, golemId: Hex) => call(ORACLE, '3128985a', guardian, golemId),
  (answer): { phase: number | null } | null => {
    const [registered, phase] = words(answer, 2) ?? [];
    return registered === undefined ? null : { phase: registered === 0n ? null : Number(phase) };
  },
);

/** Who reports for the Golem, and the number of the next order to the oracle. */
export const record = /* @__PURE__ */ question(
  (guardian: string, golemId: Hex) => call(ORACLE, '25fbaead', guardian, golemId),
  (answer): { reporter: Address; nonce: bigint } | null => {
    const [reporter, nonce] = words(answer, 3) ?? [];
    if (reporter === undefined || nonce === undefined) return null;
    return { reporter: address(reporter), nonce };
  },
);

/** The manager that a smart account obeys. */
export const manager = /* @__PURE__ */ one(
  (account: Address) => call(account, 'ea4d3c9b'),
  address,
);

export const balance = /* @__PURE__ */ one(
  (token: Address, owner: string) => call(token, '70a08231', owner),
  amount,
);

/** Of a token that is one of a kind. */
export const holder = /* @__PURE__ */ one(
  (token: Address, id: bigint) => call(token, '6352211e', id),
  address,
);

/** Where a registry of ERC-8004 says that an agent is paid; zero where it names none. */
export const agentWallet = /* @__PURE__ */ one(
  (registry: Address, id: bigint) => call(registry, '00339509', id),
  address,
);

export const agentFile = /* @__PURE__ */ question(
  (registry: Address, id: bigint) => call(registry, 'c87b56dd', id),
  (answer) => (answer ? textOf(answer) : null),
);

/** What the holder of an agent's entry noted under a name. */
export const agentNote = /* @__PURE__ */ question(
  (registry: Address, id: bigint, key: string) =>
    call(registry, 'cb4799f2', id, { bytes: stringToHex(key) }),
  (answer) => (answer ? bytesOf(answer) : null),
);

/** What a token calls itself. */
export const name = /* @__PURE__ */ question(
  (token: Address) => call(token, '06fdde03'),
  (answer) => (answer ? textOf(answer) : null),
);

/** In the chain's own currency. */
export const coins = /* @__PURE__ */ one(
  (owner: string) => call(MULTICALL3, '4d2301cc', owner),
  amount,
);

/** Of the last 256 blocks; zero for any other. */
export const blockHash = /* @__PURE__ */ one(
  (block: number) => call(MULTICALL3, 'ee82ac5e', BigInt(block)),
  amount,
);

function question<A extends readonly unknown[], T>(
  ask: Question<A, T>['ask'],
  read: Question<A, T>['read'],
): Question<A, T> {
  return { ask, read };
}

/** Answered by one word. */
function one<A extends readonly unknown[], T>(
  ask: Question<A, T>['ask'],
  of: (word: bigint) => T,
): Question<A, T> {
  return {
    ask,
    read: (answer) => {
      const [word] = words(answer, 1) ?? [];
      return word === undefined ? null : of(word);
    },
  };
}

type Argument = string | bigint | { bytes: Hex };

function call(to: Address, selector: string, ...args: readonly Argument[]): ChainCall {
  let tail = '';
  const heads = args.map((arg) => {
    if (typeof arg !== 'object') return word(arg);
    const offset = args.length * 32 + tail.length / 2;
    const data = arg.bytes.slice(2);
    tail += word(BigInt(data.length / 2)) + data.padEnd(Math.ceil(data.length / 64) * 64, '0');
    return word(BigInt(offset));
  });
  return { to, data: `0x${selector}${heads.join('')}${tail}` };
}

function word(value: string | bigint): string {
  return BigInt(value).toString(16).padStart(64, '0');
}

function words(answer: Hex | null | undefined, count: number): bigint[] | null {
  if (!answer || byteLength(answer) !== 32 * count) return null;
  return Array.from({ length: count }, (_, index) =>
    BigInt(`0x${answer.slice(2 + 64 * index, 66 + 64 * index)}`),
  );
}

const textOf = (answer: Hex) => only(TEXT, answer);
const bytesOf = (answer: Hex) => only(DATA, answer);

function only<T extends typeof TEXT | typeof DATA>(of: T, answer: Hex) {
  try {
    return decodeStrict(of, answer)[0];
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function yes(word: bigint): boolean {
  return word !== 0n;
}

function amount(word: bigint): bigint {
  return word;
}

function address(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0').slice(-40)}`;
}
