import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/core/memory/state';
import { causesOf } from '../../../src/core/watch/causes';
import { NOW } from '../../vectors/builders';
import { aState } from '../../vectors/memory';

const CLOCK = { now: NOW, skew: 0 };

describe('A status that contradicts itself', () => {
  it('is one cause for each contradiction, named after the Golem it is about', () => {
    const contradictions = [
      { what: 'risen', of: 'atlas', text: 'Risen.', golem: 'atlas' },
      { what: 'clock', of: null, text: 'Clocks.', golem: null },
    ];

    expect(causesOf(aState({ contradictions }), CLOCK)).toMatchObject([
      {
        golem: 'atlas',
        point: { what: 'risen', of: 'atlas' },
        native: 'Atlas: status contradiction',
        body: 'Risen.',
      },
      {
        golem: null,
        point: { what: 'clock', of: null },
        native: 'Bardo: status contradiction',
        body: 'Clocks.',
      },
    ]);
  });
});

describe('The control plane', () => {
  const failure = (over: Partial<Failure>): Failure => ({
    kind: 'unreachable',
    detail: 'no connection, or it was cut',
    at: NOW,
    count: 3,
    since: NOW - 840,
    ...over,
  });

  const kinds = (one: Failure | null) =>
    causesOf(aState({ failure: one }), CLOCK).map(({ kind }) => kind);

  it('that rejects the token is told at once', () => {
    expect(kinds(failure({ kind: 'rejected', count: 1, since: NOW }))).toEqual(['token']);
  });

  it('that is out is told after three misses and fourteen minutes, not before', () => {
    expect(kinds(failure({}))).toEqual(['plane']);
    expect(kinds(failure({ count: 2 }))).toEqual([]);
    expect(kinds(failure({ since: NOW - 839 }))).toEqual([]);
    expect(kinds(null)).toEqual([]);
  });
});
