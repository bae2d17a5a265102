import { describe, expect, it } from 'vitest';
import { ENDED_GENERATION } from '../../../src/core/caveats/golem-policy';
import { type ChainFacts, type EndedBy, endedBy, endedWords } from '../../../src/core/runway/ended';
import { NOW } from '../../vectors/builders';

const facts = (over: Partial<ChainFacts> = {}): ChainFacts => ({
  at: NOW,
  disabled: false,
  endsAt: NOW + 1,
  ...over,
});
const lease = (over: Partial<NonNullable<ChainFacts['lease']>> = {}) =>
  facts({
    lease: {
      epoch: { current: 0n, signed: 0n },
      floor: 1n,
      generation: 1n,
      terminal: false,
      ...over,
    },
  });

describe('a link', () => {
  it('is alive while nothing says otherwise, until the second it ends', () => {
    expect(endedBy(facts())).toBeNull();
    expect(endedBy(facts({ endsAt: null }))).toBeNull();
    expect(endedBy(lease())).toBeNull();
    expect(endedBy(facts({ endsAt: NOW }))).toBe('expired');
    expect(endedBy(facts({ left: 0n }))).toBe('exhausted');
    expect(endedBy(facts({ left: 1n, nonce: { current: 2n, signed: 2n } }))).toBeNull();
  });

  it('is over by the owner, whatever else has happened to it', () => {
    expect(endedBy(facts({ disabled: true, endsAt: NOW }))).toBe('disabled');
    expect(endedBy(facts({ nonce: { current: 3n, signed: 2n }, endsAt: NOW }))).toBe('nonce');
    expect(endedBy(lease({ epoch: { current: 1n, signed: 0n }, terminal: true }))).toBe('epoch');
  });

  it('is over by the guardian or by death', () => {
    expect(endedBy(lease({ floor: ENDED_GENERATION }))).toBe('raised');
    expect(endedBy(lease({ floor: 2n }))).toBe('superseded');
    expect(endedBy(lease({ terminal: true }))).toBe('terminal');
  });
});

describe('an ending', () => {
  it('of a lease leaves the grant above it, and says so unless a newer lease took over', () => {
    const all: EndedBy[] = [
      'disabled',
      'nonce',
      'epoch',
      'raised',
      'superseded',
      'terminal',
      'expired',
      'exhausted',
    ];

    expect(all.filter((by) => endedWords(by).includes('stays open'))).toEqual([
      'epoch',
      'raised',
      'terminal',
    ]);
  });
});
