// Answers of the chain, by the questions they answer. Whatever was not answered is null: not known, never zero.
import type { Hex } from 'viem';
import type { ChainAnswer } from '../chain/multicall';
import type { LeaseBudget } from '../chain/questions';
import * as QUESTIONS from '../chain/questions';
import { PHASES, type Phase } from '../protocol/status';
import type { Calls } from './questions';

export type Vitality = {
  /** null = the oracle has no record. */
  phase: Phase | null;
  reportedAt: number;
};

export type Facts = {
  chainId: number;
  block: number;
  time: number;
  disabled: (hash: string) => boolean | null;
  nonce: (owner: string) => bigint | null;
  epoch: (owner: string) => bigint | null;
  /** Lowest generation that may spend, and units counted in the window. */
  budget: (
    guardian: string,
    budgetId: bigint | string,
  ) => Pick<LeaseBudget, 'floor' | 'units'> | null;
  vitality: (guardian: string, golem: string) => Vitality | null;
  /** Base units left in the grant's own period. */
  periodLeft: (root: string) => bigint | null;
  balance: (token: string, owner: string) => bigint | null;
  gas: (key: string) => bigint | null;
  paused: boolean | null;
  /** That a smart account obeys; null = it names none. */
  manager: (owner: string) => string | null;
  blockHash: (block: number) => Hex | null;
};

/** However it was asked. */
type Asked<T> = { read: (answer: Hex | null) => T | null };

export function factsOf(calls: Calls, answer: ChainAnswer): Facts {
  const keys = [...calls.keys()];
  const results = new Map(keys.map((key, index) => [key, answer.results[index] ?? null]));
  const read = <T>(asked: Asked<T>, key: string): T | null => asked.read(results.get(key) ?? null);
  return {
    chainId: answer.chainId,
    block: answer.block,
    time: answer.time,
    disabled: (hash) => read(QUESTIONS.disabled, `disabled:${hash}`),
    nonce: (owner) => read(QUESTIONS.nonce, `nonce:${owner}`),
    epoch: (owner) => read(QUESTIONS.epoch, `epoch:${owner}`),
    budget: (guardian, budgetId) => read(QUESTIONS.budget, `budget:${guardian}:${budgetId}`),
    vitality: (guardian, golem) => {
      const life = read(QUESTIONS.vitality, `vitality:${guardian}:${golem}`);
      return life && { phase: PHASES[life.phasePlusOne - 1] ?? null, reportedAt: life.reportedAt };
    },
    periodLeft: (root) => read(QUESTIONS.available, `period:${root}`),
    balance: (token, owner) => read(QUESTIONS.balance, `held:${token}:${owner}`),
    gas: (key) => read(QUESTIONS.coins, `gas:${key}`),
    manager: (owner) => read(QUESTIONS.manager, `manager:${owner}`),
    paused: read(QUESTIONS.paused, 'paused'),
    blockHash: (block) => {
      const hash = read(QUESTIONS.blockHash, `block:${block}`);
      return hash ? `0x${hash.toString(16).padStart(64, '0')}` : null;
    },
  };
}
