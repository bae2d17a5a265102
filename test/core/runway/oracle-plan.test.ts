import { describe, expect, it } from 'vitest';
import type { OracleRecord } from '../../../src/core/runway/lease-facts';
import { type OracleAsk, oracleSpeech, planOracle } from '../../../src/core/runway/oracle-plan';
import { anAddress, BASE, GUARDIAN, NOW, SESSION_KEY } from '../../vectors/builders';

const NONE: OracleRecord = { reporter: null, nonce: 0n, phase: null };
const OPEN: OracleRecord = { reporter: SESSION_KEY, nonce: 3n, phase: 2 };

const aScene = (record: OracleRecord) => ({
  ...{ golem: 'atlas', guardian: GUARDIAN, record, chainId: BASE, block: 9, time: NOW, now: NOW },
});
const anAsk = (over: Partial<OracleAsk> = {}): OracleAsk => ({
  ...{ act: 'register', reporter: SESSION_KEY, phase: null, score: null },
  ...over,
});
const heal = (phase: number) => anAsk({ act: 'heal', reporter: null, phase, score: 9000 });

describe('An oracle order', () => {
  it.each([
    ['a record opened twice', anAsk(), OPEN, 'open already'],
    ['a new reporter without a record', anAsk({ act: 'setReporter' }), NONE, 'no record'],
    ['the same reporter again', anAsk({ act: 'setReporter' }), OPEN, 'reports already'],
    ['no reporter', anAsk({ reporter: null }), NONE, 'no reporter'],
    ['nobody as reporter', anAsk({ reporter: anAddress(0) }), NONE, 'no reporter'],
    ['the guardian as reporter', anAsk({ reporter: GUARDIAN }), NONE, 'does not report'],
    ['a registration with a phase', anAsk({ phase: 0 }), NONE, 'only healing'],
    ['a worsening called healing', heal(3), OPEN, 'only heal'],
    ['healing the dead', heal(0), { ...OPEN, phase: 4 }, 'terminal'],
    ['healing nobody', heal(0), NONE, 'no record'],
    ['healing without a score', anAsk({ act: 'heal', reporter: null, phase: 0 }), OPEN, 'a score'],
    ['healing with a reporter', { ...heal(0), reporter: SESSION_KEY }, OPEN, 'no reporter'],
  ] as const)('is not signed for %s', (_, ask, record, words) => {
    expect(planOracle(ask, aScene(record))).toMatchObject({
      ok: false,
      reason: expect.stringContaining(words),
    });
  });

  it('carries the nonce of the record and counts for a day', () => {
    expect(planOracle(heal(1), aScene(OPEN))).toEqual({
      ok: true,
      value: {
        kind: 'Heal',
        chainId: BASE,
        message: expect.objectContaining({
          ...{ guardian: GUARDIAN, phase: 1, score: 9000, nonce: 3n },
          deadline: BigInt(NOW + 86_400),
        }),
      },
    });
  });

  it('says what it gives: the phase before and after, and what may then be spent', () => {
    const plan = planOracle(heal(1), aScene(OPEN));
    if (!plan.ok) throw new Error(plan.reason);

    const { verdict, source } = oracleSpeech('Atlas (atlas)', plan.value, aScene(OPEN));

    expect(verdict).toBe(
      "Atlas (atlas)'s phase goes from conservation to stable, vitality 90 of 100: it may then spend all of its cap.",
    );
    expect(source).toContain('block 9');
  });
});
