// What version 2 tells of a Golem beside its life.
import { describe, expect, it } from 'vitest';
import { aGolem, aHash, anAddress, NOW } from '../../vectors/builders';
import { aDocument, type Json, statusOf } from './documents';

const FACTS = {
  custody: 'delegation',
  rotation: { key: anAddress(0x5f), askedAt: NOW, oldKeyStopsAt: NOW + 9 },
  hold: { by: 'guardian', since: NOW, until: null },
  policy: { hash: aHash(0x70), violations: 0, lastViolationAt: null },
  ending: { reason: 'Enough', at: NOW, sessionKey: anAddress(0x5e), signature: null },
  settlement: { spent: '1', payments: 1, gasHome: '0', gasStuck: '0' },
} as const;

const read = (facts: Json) => statusOf(aDocument({ golems: [{ ...aGolem(), ...facts }] }));

describe('A Golem of version 2', () => {
  it('is read with all of them, none of them, and each as null', () => {
    const nothing = Object.fromEntries(Object.keys(FACTS).map((name) => [name, null]));

    expect(read(FACTS).golems).toEqual([{ ...aGolem(), ...FACTS }]);
    expect(read({}).golems).toEqual([aGolem()]);
    expect(read(nothing).golems).toEqual([{ ...aGolem(), ...nothing }]);
  });

  it('may be kept and held in ways nobody knows yet', () => {
    const facts = { custody: 'constellation', hold: { by: 'council', since: NOW } };

    expect(read(facts).golems).toEqual([{ ...aGolem(), ...facts }]);
  });

  it('ends in any one line, however strange: a reason hides no death', () => {
    const strange = { reason: '\u202e[x](https://evil.example)\u200b', at: NOW };

    expect(read({ ending: strange }).golems).toMatchObject([{ ending: strange }]);
    expect(read({ ending: { ...strange, reason: 'a\nb' } }).unreadable).toMatchObject([
      { path: 'golems.0.ending.reason', id: 'atlas' },
    ]);
  });

  it.each([
    ['custody', 'My Bank'],
    ['rotation', { key: '0x12', askedAt: NOW }],
    ['hold', { by: 'owner', since: NOW * 1000 }],
    ['policy', { hash: aHash(1), violations: -1 }],
    ['settlement', { spent: '-1' }],
  ])('with a broken %s is reported by that field', (name, value) => {
    expect(read({ [name]: value }).unreadable[0]?.path).toMatch(
      new RegExp(`^golems\\.0\\.${name}`),
    );
  });
});
