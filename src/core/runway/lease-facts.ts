// What the chain must say before a lease is signed: one batch, one block.
import type { Address, Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import { concat, numberToHex } from '../bytes/hex';
import { FRAMEWORK } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import { type ChainAnswer, type ChainCall, MULTICALL3 } from '../chain/multicall';
import { golemIdOf } from '../protocol/messages';
import type { Grant } from './grant';

export type OracleRecord = {
  /** null = no record yet. */
  reporter: Address | null;
  nonce: bigint;
  /** 0 to 4; null = no record yet. */
  phase: number | null;
};

export type LeaseFacts = {
  chainId: number;
  block: number;
  /** Unix seconds of that block. */
  time: number;
  /** The owner's epoch: ends all leases when it moves on. */
  epoch: bigint;
  /** Lowest generation of this budget that may still spend. */
  floor: bigint;
  oracle: OracleRecord;
  /** The grant was disabled by its owner. */
  disabled: boolean;
  /** NonceEnforcer: the owner's counter. */
  nonce: bigint;
  /** What the owner holds of the leased money. */
  held: bigint;
  /** The manager the owner's account obeys; null = not a smart account. */
  manager: Address | null;
};

export type Subject = { guardian: Address; golem: string };

export function oracleCalls({ guardian, golem }: Subject): ChainCall[] {
  const record = [guardian, golemIdOf(golem)] as const;
  return [
    { to: BARDO.vitalityOracle, data: calldata('0x25fbaead', ...record) },
    { to: BARDO.vitalityOracle, data: calldata('0x3128985a', ...record) },
  ];
}

/** null = the oracle is not on this chain. `recordOf` and `getPhase`, as asked above. */
export function oracleRecordOf(results: readonly (Hex | null)[]): OracleRecord | null {
  const [reporter, nonce] = wordsOf(results[0], 3) ?? [];
  const [registered, phase] = wordsOf(results[1], 2) ?? [];
  if (reporter === undefined || nonce === undefined || registered === undefined) return null;
  if (registered === 0n) return { reporter: null, nonce, phase: null };
  return { reporter: addressOf(reporter), nonce, phase: Number(phase) };
}

export function leaseCalls(grant: Grant, subject: Subject, budgetId: bigint): ChainCall[] {
  const { owner, token, hash } = grant;
  const { delegationManager: manager, nonceEnforcer } = FRAMEWORK;
  const budget = calldata('0x22a4cb1f', manager, subject.guardian, `0x${budgetId.toString(16)}`);
  return [
    ...oracleCalls(subject),
    { to: BARDO.golemPolicyEnforcer, data: calldata('0xdc132c02', owner) },
    { to: BARDO.golemPolicyEnforcer, data: budget },
    { to: manager, data: calldata('0x2d40d052', hash) },
    { to: nonceEnforcer, data: calldata('0x2bd4ed21', manager, owner) },
    token
      ? { to: token, data: calldata('0x70a08231', owner) }
      : { to: MULTICALL3, data: calldata('0x4d2301cc', owner) },
    { to: owner, data: '0xea4d3c9b' },
  ];
}

/** null = a contract that must be there gave no answer. */
export function leaseFactsOf({ results, chainId, block, time }: ChainAnswer): LeaseFacts | null {
  const oracle = oracleRecordOf(results);
  const [epoch] = wordsOf(results[2], 1) ?? [];
  const [floor] = wordsOf(results[3], 4) ?? [];
  const [disabled] = wordsOf(results[4], 1) ?? [];
  const [nonce] = wordsOf(results[5], 1) ?? [];
  const [held] = wordsOf(results[6], 1) ?? [];
  const [manager] = wordsOf(results[7], 1) ?? [];
  if (!oracle || epoch === undefined || floor === undefined) return null;
  if (disabled === undefined || nonce === undefined || held === undefined) return null;
  return {
    ...{ chainId, block, time, epoch, floor, oracle, nonce, held },
    disabled: disabled !== 0n,
    manager: manager === undefined ? null : addressOf(manager),
  };
}

/** Selector and static words. */
function calldata(selector: Hex, ...words: readonly Hex[]): Hex {
  return concat([selector, ...words.map((word) => numberToHex(BigInt(word), { size: 32 }))]);
}

function wordsOf(data: Hex | null | undefined, count: number): bigint[] | null {
  if (!data || byteLength(data) !== 32 * count) return null;
  return Array.from({ length: count }, (_, index) =>
    BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`),
  );
}

function addressOf(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0').slice(-40)}`;
}
