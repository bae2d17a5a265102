import { describe, expect, it } from 'vitest';
import { chainSource, ProofStruct } from '../../../src/core/memory/claim';
import { check } from '../../../src/core/protocol/check';
import { aClaim, aProof } from '../../vectors/memory';

const whole = aProof({
  triedAt: 1,
  claims: [aClaim(), aClaim({ verdict: 'unproven', awaits: 2 })],
  silent: { reportedAt: 1 },
  ends: [{ permission: 'p', what: 'grant', words: 'revoked' }],
  alive: ['q'],
  left: [{ permission: 'q', amount: '1' }],
  gas: '1',
  probe: { can: 'yes', words: 'yes' },
  beat: { sequence: 1, signature: '0x', key: '0x', strange: 0 },
});

describe('A proof in the stored state', () => {
  it.each([
    ['full', whole],
    ['empty', aProof({ seen: null, phase: null })],
  ])('is read as it was written when %s', (_, proof) => {
    expect(check(JSON.parse(JSON.stringify(proof)), ProofStruct)).toEqual({
      ok: true,
      value: proof,
    });
  });

  it('is read without the times that earlier versions did not keep', () => {
    const { triedAt: _, ...earlier } = whole;

    expect(check(earlier, ProofStruct)).toMatchObject({ ok: true });
  });

  it.each([
    ['verdict', { claims: [{ ...aClaim(), verdict: 'believed' }] }],
    ['phase', { phase: 'immortal' }],
    ['end', { ends: [{ permission: 'p', what: 'rumour', words: '' }] }],
    ['answer', { probe: { can: 'maybe', words: '' } }],
  ])('is damaged with a %s that Bardo never writes', (_, over) => {
    expect(check({ ...whole, ...over }, ProofStruct)).toMatchObject({ ok: false });
  });
});

it('names the block as its source', () => {
  expect(chainSource(123)).toBe('chain · block 123');
});
