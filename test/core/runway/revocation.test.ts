import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advance,
  progressOf,
  type Revocation,
  type RevocationEvent,
  wantRevocation,
} from '../../../src/core/runway/revocation';
import { aHash } from '../../vectors/builders';

const TX = aHash(0x71);
const wanted = wantRevocation('atlas', aHash(0xd1), 100);
const signed: RevocationEvent = { type: 'signed', at: 101 };
const relayed: RevocationEvent = { type: 'relayed', at: 102, transaction: TX };
const proven: RevocationEvent = { type: 'proven', at: 103, block: 7, by: 'disabled' };
const failed: RevocationEvent = { type: 'failed', at: 104, reason: 'out of gas' };
const reorged: RevocationEvent = { type: 'reorged', at: 105 };
const having = (...events: RevocationEvent[]): Revocation => events.reduce(advance, wanted);
const state = (...events: RevocationEvent[]) => having(...events).step.state;

describe('a revocation', () => {
  it('goes from wanted through signed and relayed to proven', () => {
    expect([
      state(),
      state(signed),
      state(signed, relayed),
      state(signed, relayed, proven),
    ]).toEqual(['wanted', 'signed', 'relayed', 'proven']);
    expect(having(signed, relayed).transaction).toBe(TX);
  });

  it('is proven from anywhere: it may have ended by time or by another hand', () => {
    expect(state(proven)).toBe('proven');
    expect(state(failed, proven)).toBe('proven');
  });

  it('says what was being tried when it failed, and can be tried again', () => {
    const during = (...events: RevocationEvent[]) => {
      const { step } = having(...events, failed);
      return step.state === 'failed' ? step.during : step.state;
    };

    expect([during(), during(signed), during(signed, relayed)]).toEqual([
      'signing',
      'relaying',
      'mining',
    ]);
    expect(state(failed, { type: 'retried' })).toBe('wanted');
    expect(state(failed, relayed)).toBe('relayed');
  });

  it('is open again when the chain takes its block back', () => {
    expect(state(signed, relayed, proven, reorged)).toBe('relayed');
    expect(state(proven, reorged)).toBe('wanted');
    expect(state(signed, reorged)).toBe('signed');
  });

  it('once proven is moved by nothing but the chain', () => {
    const done = having(proven);

    for (const late of [
      signed,
      relayed,
      failed,
      { type: 'retried' },
      proven,
    ] as RevocationEvent[]) {
      expect(advance(done, late)).toBe(done);
    }
    expect(advance(having(relayed), signed)).toEqual(having(relayed));
    expect(advance(having(failed), failed)).toEqual(having(failed));
    expect(advance(having(signed), { type: 'retried' })).toEqual(having(signed));
  });

  it('is never called proven without proof, whatever the messages', () => {
    const any = fc.array(
      fc.constantFrom(signed, relayed, failed, reorged, { type: 'retried' } as RevocationEvent),
    );

    fc.assert(fc.property(any, (events) => state(...events) !== 'proven'));
  });
});

describe('progress', () => {
  const [open, done, lost] = [having(signed), having(proven), having(failed)];
  const words = (...list: Revocation[]) => {
    const { state: whole, words: text } = progressOf(list);
    return [whole, text];
  };

  it('counts as revoked only what the chain shows', () => {
    expect(progressOf([open, done, lost])).toMatchObject({ proven: 1, running: 1, failed: 1 });
  });

  it('tells running, partial, failed and done apart', () => {
    expect(words()).toEqual(['none', 'Nothing to end.']);
    expect(words(open, done, lost)).toEqual([
      'running',
      '1 of 3 ended on chain, the rest is under way.',
    ]);
    expect(words(done, lost)).toEqual([
      'partial',
      'Only 1 of 2 ended on chain. Try the others again.',
    ]);
    expect(words(lost)).toEqual(['failed', 'The chain shows nothing as ended yet. Try again.']);
    expect(words(done)).toEqual(['done', 'Ended on chain.']);
    expect(words(done, done)).toEqual(['done', 'All 2 ended on chain.']);
  });
});
