// Answers of the chain, read word by word. Whatever was not answered is null: not known, never zero.
import type { Hex } from 'viem';
import type { ChainAnswer } from '../chain/multicall';
import { PHASES, type Phase } from '../protocol/status';
import type { Book } from './questions';

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
  budget: (guardian: string, budgetId: bigint | string) => { floor: bigint; units: bigint } | null;
  vitality: (guardian: string, golem: string) => Vitality | null;
  /** Base units left in the grant's own period. */
  periodLeft: (root: string) => bigint | null;
  balance: (token: string, owner: string) => bigint | null;
  gas: (key: string) => bigint | null;
  paused: boolean | null;
  blockHash: (block: number) => Hex | null;
};

export function factsOf(book: Book, answer: ChainAnswer): Facts {
  const keys = [...book.keys()];
  const results = new Map(keys.map((key, index) => [key, answer.results[index] ?? null]));
  const at = (key: string, index: number): bigint | null => {
    const data = results.get(key);
    const word = data?.slice(2 + 64 * index, 66 + 64 * index);
    return word?.length === 64 ? BigInt(`0x${word}`) : null;
  };
  const yes = (key: string) => {
    const value = at(key, 0);
    return value === null ? null : value !== 0n;
  };
  return {
    chainId: answer.chainId,
    block: answer.block,
    time: answer.time,
    disabled: (hash) => yes(`disabled:${hash}`),
    nonce: (owner) => at(`nonce:${owner}`, 0),
    epoch: (owner) => at(`epoch:${owner}`, 0),
    budget: (guardian, budgetId) => {
      const key = `budget:${guardian}:${budgetId}`;
      const [floor, units] = [at(key, 0), at(key, 2)];
      return floor === null || units === null ? null : { floor, units };
    },
    vitality: (guardian, golem) => {
      const key = `vitality:${guardian}:${golem}`;
      const [phasePlusOne, reportedAt] = [at(key, 0), at(key, 2)];
      if (phasePlusOne === null || reportedAt === null) return null;
      return { phase: PHASES[Number(phasePlusOne) - 1] ?? null, reportedAt: Number(reportedAt) };
    },
    periodLeft: (root) => at(`period:${root}`, 0),
    balance: (token, owner) => at(`held:${token}:${owner}`, 0),
    gas: (key) => at(`gas:${key}`, 0),
    paused: yes('paused'),
    blockHash: (block) => {
      const hash = at(`block:${block}`, 0);
      return hash === null || hash === 0n ? null : `0x${hash.toString(16).padStart(64, '0')}`;
    },
  };
}
