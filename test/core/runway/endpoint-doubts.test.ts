import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDED_GENERATION } from '../../../src/core/caveats/golem-policy';
import {
  deadlineOf,
  epochProblem,
  floorProblem,
  nonceProblem,
  recordProblem,
  timeProblem,
} from '../../../src/core/runway/endpoint-doubts';
import type { LeaseScene } from '../../../src/core/runway/lease-scene';
import { BASE, NOW, SESSION_KEY } from '../../vectors/builders';

const DAY = 86_400;

const scene = (
  facts: Partial<LeaseScene['facts']>,
  before: { generation?: bigint; epoch?: bigint }[] = [],
): LeaseScene =>
  ({
    facts: { chainId: BASE, block: 7, time: NOW, epoch: 0n, floor: 0n, nonce: 0n, ...facts },
    before: before.map((terms) => ({ terms: { generation: 1n, epoch: 0n, ...terms } })),
    now: NOW,
  }) as unknown as LeaseScene;

describe('A floor', () => {
  it('far above the clock is refused with the endpoint as the suspect', () => {
    const problem = floorProblem(scene({ floor: ENDED_GENERATION - 2n }));

    expect(problem).toMatch(/^MetaMask's endpoint for Base lags or lies \(block 7\): .*clock/);
    expect(problem).toContain('Nothing was signed');
    expect(floorProblem(scene({ floor: 2n ** 40n }))).toContain('does not exist');
  });

  it('of an honest chain is taken: none, the past, a clock a day apart, an ended budget', () => {
    for (const floor of [0n, BigInt(NOW - 9), BigInt(NOW + DAY), ENDED_GENERATION]) {
      expect(floorProblem(scene({ floor }))).toBeNull();
    }
  });

  it('is explained by a lease of our own from a time when this clock was wrong', () => {
    const generation = BigInt(NOW + 400 * DAY);

    expect(floorProblem(scene({ floor: generation }, [{ generation }]))).toBeNull();
    expect(floorProblem(scene({ floor: generation + 1n }, [{ generation }]))).not.toBeNull();
  });

  it('never moves a generation further than a day beyond the clock', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), (floor) => {
        const taken = floorProblem(scene({ floor })) === null && floor !== ENDED_GENERATION;
        if (taken) expect(floor <= BigInt(NOW + DAY)).toBe(true);
      }),
    );
  });
});

describe('Other numbers of an endpoint', () => {
  it('an epoch behind a lease already signed, or beyond all use, is refused', () => {
    expect(epochProblem(scene({ epoch: 1n }, [{ epoch: 2n }]))).toContain('signed for 2');
    expect(epochProblem(scene({ epoch: 10n ** 9n }))).toContain('1000000000 times');
    expect(epochProblem(scene({ epoch: 3n }, [{ epoch: 2n }]))).toBeNull();
  });

  it('a nonce behind the signed one has not been seen yet; one far ahead is made up', () => {
    expect(nonceProblem(scene({ nonce: 1n }), [2n])).toContain('signed with 2');
    expect(nonceProblem(scene({ nonce: 10n ** 9n }), [2n])).toContain('times');
    expect(nonceProblem(scene({ nonce: 3n }), [2n])).toBeNull();
  });

  it('a record that is not there has no changes, and none has a million', () => {
    const at = { chainId: BASE, block: 7 };

    expect(recordProblem({ reporter: null, nonce: 5n, phase: null }, at)).toContain('5 times');
    const many = { reporter: SESSION_KEY, nonce: 2n ** 32n, phase: 0 };
    expect(recordProblem(many, at)).not.toBeNull();
    expect(recordProblem({ ...many, nonce: 7n }, at)).toBeNull();
  });

  it('a clock that alone says that something is over is not believed', () => {
    const at = (time: number, end: number) => timeProblem(scene({ time }), 'the lease', end);

    expect(at(NOW + 9 * DAY, NOW + DAY)).toContain('by its clock the lease has expired');
    expect(at(NOW + 9 * DAY, NOW)).toBeNull();
    expect(at(NOW, NOW + DAY)).toBeNull();
  });

  it('a time of the far future gives an order no longer life', () => {
    expect(deadlineOf(NOW, NOW, DAY)).toBe(BigInt(NOW + DAY));
    expect(deadlineOf(NOW + 9999 * DAY, NOW, DAY)).toBe(BigInt(NOW + 3600 + DAY));
  });
});
