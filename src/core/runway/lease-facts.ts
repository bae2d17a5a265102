// What the chain must say before a lease is signed: one batch, one block.
import type { Address, Hex } from 'viem';
import type { ChainAnswer, ChainCall } from '../chain/multicall';
import * as QUESTIONS from '../chain/questions';
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
  const golemId = golemIdOf(golem);
  return [QUESTIONS.record.ask(guardian, golemId), QUESTIONS.phase.ask(guardian, golemId)];
}

/** null = the oracle is not on this chain. */
export function oracleRecordOf(results: readonly (Hex | null)[]): OracleRecord | null {
  const record = QUESTIONS.record.read(results[0]);
  const said = QUESTIONS.phase.read(results[1]);
  if (!record || !said) return null;
  return { ...record, reporter: said.phase === null ? null : record.reporter, phase: said.phase };
}

export function leaseCalls(grant: Grant, subject: Subject, budgetId: bigint): ChainCall[] {
  const { owner, token, hash } = grant;
  return [
    ...oracleCalls(subject),
    QUESTIONS.epoch.ask(owner),
    QUESTIONS.budget.ask(subject.guardian, budgetId),
    QUESTIONS.disabled.ask(hash),
    QUESTIONS.nonce.ask(owner),
    token ? QUESTIONS.balance.ask(token, owner) : QUESTIONS.coins.ask(owner),
    QUESTIONS.manager.ask(owner),
  ];
}

/** null = a contract that must be there gave no answer. */
export function leaseFactsOf({ results, chainId, block, time }: ChainAnswer): LeaseFacts | null {
  const oracle = oracleRecordOf(results);
  const epoch = QUESTIONS.epoch.read(results[2]);
  const budget = QUESTIONS.budget.read(results[3]);
  const disabled = QUESTIONS.disabled.read(results[4]);
  const nonce = QUESTIONS.nonce.read(results[5]);
  const held = QUESTIONS.balance.read(results[6]);
  const manager = QUESTIONS.manager.read(results[7]);
  if (!oracle || !budget || epoch === null) return null;
  if (disabled === null || nonce === null || held === null) return null;
  const { floor } = budget;
  return { chainId, block, time, epoch, floor, oracle, disabled, nonce, held, manager };
}
