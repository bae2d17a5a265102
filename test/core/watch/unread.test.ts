import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { parseState } from '../../../src/core/memory/stored';
import { bannersOf } from '../../../src/core/watch/home';
import { mergeStatus } from '../../../src/core/watch/merge';
import { unread, unreadWords } from '../../../src/core/watch/unread';
import { aGolem, aHash, aStatus, BASE, NOW } from '../../vectors/builders';
import { aLeaseRecord, aState } from '../../vectors/memory';

const unreadCauses = (state: State) =>
  unread.find({ state, reported: state, clock: { now: NOW, skew: 0 }, living: [] });

type Range = { from: number; to: number };

const spoken = (ranges: Range[] | undefined, chainId = BASE) => ({
  ...{ chainId, block: 900, hash: aHash(1), at: NOW },
  ...(ranges ? { unread: ranges } : {}),
});

/** So many statuses, each with the same gaps. */
function told(state: State, chains: ReturnType<typeof spoken>[], times = 1): State {
  let next = state;
  for (let n = 0; n < times; n += 1) next = mergeStatus(next, aStatus({ chains }), NOW + 300 * n);
  return next;
}

const gap = [
  spoken([
    { from: 100, to: 101 },
    { from: 140, to: 140 },
  ]),
];

describe('Blocks the control plane could not read', () => {
  it('stand on the home page in words from the first status on', () => {
    expect(bannersOf(told(aState(), gap), NOW)).toMatchObject([
      {
        severity: 'info',
        title: 'The control plane has gaps',
        text: 'The control plane could not read 3 blocks of Base (100 to 140). What happened in them may be missing here.',
      },
    ]);
  });

  it('are an alert after three statuses in a row, one for the chain, and not before', () => {
    expect(unreadCauses(told(aState(), gap, 2))).toEqual([]);
    const lasting = told(aState(), gap, 3);
    expect(unreadCauses(lasting)).toMatchObject([
      {
        chainId: BASE,
        native: 'Base: blocks not read',
        title: 'The control plane cannot read all blocks of Base',
      },
    ]);
    expect(bannersOf(lasting, NOW + 600)[0]?.severity).toBe('warning');
  });

  it('begin a new count once they were read', () => {
    const read = told(told(aState(), gap, 2), [spoken(undefined)]);

    expect(read.unread).toBeUndefined();
    expect(unreadCauses(told(read, gap, 2))).toEqual([]);
  });

  it('of a chain the owner does not live on are no news', () => {
    expect(told(aState(), [spoken([{ from: 1, to: 2 }], 10)]).unread).toBeUndefined();
  });

  it('of a chain the owner signed for count, whether a Golem is listed there or not', () => {
    const state = aState({ leases: [aLeaseRecord({ chainId: 10 })] });

    expect(told(state, [spoken([{ from: 1, to: 2 }], 10)]).unread).toMatchObject([{ chainId: 10 }]);
  });

  it('are named one by one where there is one', () => {
    const state = told(aState(), [spoken([{ from: 7, to: 7 }])]);

    expect(unreadWords(state.unread ?? [])).toBe(
      'The control plane could not read 1 block of Base (7). What happened in it may be missing here.',
    );
  });

  it.each([
    ['reversed', [{ from: 9, to: 3 }]],
    ['endless', Array.from({ length: 16 }, () => ({ from: 0, to: Number.MAX_SAFE_INTEGER }))],
  ])('are remembered soundly when their ranges are %s', (_, ranges) => {
    const state = told(aState(), [spoken(ranges), spoken(ranges)]);

    expect(parseState(JSON.parse(JSON.stringify(state)), NOW)).toEqual(state);
    expect(state.unread).toHaveLength(1);
    expect(state.unread?.[0]?.blocks).toBeGreaterThan(6);
  });

  it('on thirty-two chains at once are counted in the words', () => {
    const golems = Array.from({ length: 32 }, (_, n) => aGolem({ id: `g-${n}`, chainId: 100 + n }));
    const chains = golems.map(({ chainId }) => spoken([{ from: 1, to: 1 }], chainId));
    const state = mergeStatus(aState(), aStatus({ golems, chains }), NOW);

    expect(unreadWords(state.unread ?? [])).toContain('; and 26 more. What happened in them');
  });
});
