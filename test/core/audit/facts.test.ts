import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../src/core/audit/facts';
import { questionsOf } from '../../../src/core/audit/questions';
import { BASE, GUARDIAN, NOW, OWNER, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { aHeld, aTarget } from '../../vectors/ledger';

const held = aHeld();
const calls = questionsOf([aTarget({ held: [held] })], 98);
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');

/** Every question answered by `answers`, under its name; anything else failed. */
function facts(answers: { [name: string]: (bigint | number)[] } = {}) {
  const results = [...calls.keys()].map((key): Hex | null => {
    const words = answers[key];
    return words ? `0x${words.map(word).join('')}` : null;
  });
  return factsOf(calls, { chainId: BASE, block: 100, time: NOW, results });
}

const budget = `budget:${GUARDIAN}:1`;
const vitality = `vitality:${GUARDIAN}:atlas`;

describe('An answer', () => {
  it('carries its chain, block and time', () => {
    expect(facts()).toMatchObject({ chainId: BASE, block: 100, time: NOW });
  });

  it('is read word by word', () => {
    const read = facts({
      paused: [0],
      [`disabled:${held.hashes[0]}`]: [1],
      [`nonce:${OWNER}`]: [7],
      [`epoch:${OWNER}`]: [3],
      [budget]: [2, 0, 55, 0],
      [vitality]: [4, 9000, NOW - 60],
      [`period:${held.hashes[1]}`]: [123],
      [`held:${USDC_ON_BASE}:${OWNER}`]: [9],
      [`gas:${SESSION_KEY}`]: [11],
      'block:98': [0xabcn],
    });

    expect(read.paused).toBe(false);
    expect(read.disabled(held.hashes[0] as Hex)).toBe(true);
    expect([read.nonce(OWNER), read.epoch(OWNER)]).toEqual([7n, 3n]);
    expect(read.budget(GUARDIAN, 1n)).toMatchObject({ floor: 2n, units: 55n });
    expect(read.vitality(GUARDIAN, 'atlas')).toEqual({ phase: 'declining', reportedAt: NOW - 60 });
    expect(read.periodLeft(held.hashes[1] as Hex)).toBe(123n);
    expect(read.balance(USDC_ON_BASE, OWNER)).toBe(9n);
    expect(read.gas(SESSION_KEY)).toBe(11n);
    expect(read.blockHash(98)).toBe(`0x${word(0xabcn)}`);
  });
});

describe('What was not answered', () => {
  const none = facts();

  it('is not known, never zero and never no', () => {
    expect(none.paused).toBeNull();
    expect(none.disabled(held.hashes[0] as Hex)).toBeNull();
    expect(none.nonce(OWNER)).toBeNull();
    expect(none.budget(GUARDIAN, 1n)).toBeNull();
    expect(none.vitality(GUARDIAN, 'atlas')).toBeNull();
    expect(none.balance(USDC_ON_BASE, OWNER)).toBeNull();
    expect(none.blockHash(98)).toBeNull();
  });

  it('includes what was never asked, and answers that are too short', () => {
    expect(none.disabled(`0x${'99'.repeat(32)}`)).toBeNull();
    expect(facts({ [budget]: [2] }).budget(GUARDIAN, 1n)).toBeNull();
  });
});

describe('The oracle', () => {
  it('without a record names no phase', () => {
    expect(facts({ [vitality]: [0, 0, 0] }).vitality(GUARDIAN, 'atlas')?.phase).toBeNull();
  });

  it.each([
    [1, 'thriving'],
    [5, 'terminal'],
    [6, null],
  ])('that says %s means %s', (code, phase) => {
    expect(facts({ [vitality]: [code, 0, 1] }).vitality(GUARDIAN, 'atlas')?.phase).toBe(phase);
  });
});

describe('A block the chain has forgotten', () => {
  it('has no hash', () => {
    expect(facts({ 'block:98': [0] }).blockHash(98)).toBeNull();
  });
});
