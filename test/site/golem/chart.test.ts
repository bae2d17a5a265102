// The drawing of a chart: round figures at its axis, and nothing drawn larger or smaller than it is.
import { describe, expect, it } from 'vitest';
import { type Bar, drawingOf } from '../../../site/golem/chart';

const FRAME = { width: 100, height: 100 };
const bar = (...amounts: bigint[]): Bar => ({
  startAt: 0,
  parts: amounts.map((amount, index) => ({ key: `g${index}`, amount })),
});
const figures = (bars: Bar[], cap: bigint | null = null) =>
  drawingOf(bars, cap, FRAME).ticks.map(({ amount }) => amount);

describe('the axis', () => {
  it.each([
    [7n, [0n, 2n, 4n, 6n, 8n]],
    [10n, [0n, 5n, 10n]],
    [2_400_000n, [0n, 1_000_000n, 2_000_000n, 3_000_000n]],
    [1n, [0n, 1n]],
    [10n ** 30n, [0n, 5n * 10n ** 29n, 10n ** 30n]],
  ])('of %d has round figures', (most, ticks) => {
    expect(figures([bar(most)])).toEqual(ticks);
  });

  it('is there though nothing was spent', () => {
    expect(figures([bar(0n)])).toEqual([0n, 1n]);
    expect(figures([])).toEqual([0n, 1n]);
  });

  it('reaches up to the cap', () => {
    const { ticks, capY } = drawingOf([bar(1n)], 10n, FRAME);

    expect(ticks.at(-1)).toEqual({ amount: 10n, y: 0 });
    expect(capY).toBe(0);
    expect(drawingOf([bar(1n)], null, FRAME).capY).toBeNull();
  });
});

describe('a bar', () => {
  it('is as high as its amount, its parts on top of each other', () => {
    const [drawn] = drawingOf([bar(2n, 4n)], 8n, FRAME).bars;

    expect(drawn?.total).toBe(6n);
    expect(drawn?.rects.map(({ y, height }) => [y, height])).toEqual([
      [75, 25],
      [25, 50],
    ]);
  });

  it('is drawn for the least that was spent, and not for nothing', () => {
    const { bars } = drawingOf([bar(1n), bar(0n), bar(1_000_000n)], null, FRAME);

    expect(bars.map(({ rects }) => rects.length)).toEqual([1, 0, 1]);
    expect(bars[0]?.rects[0]?.height).toBeGreaterThanOrEqual(1);
  });

  it('stays within its day', () => {
    const { bars } = drawingOf(
      Array.from({ length: 30 }, () => bar(1n)),
      null,
      FRAME,
    );

    for (const [index, { x, width }] of bars.entries()) {
      expect(x).toBeGreaterThanOrEqual((index * 100) / 30);
      expect(x + width).toBeLessThanOrEqual(((index + 1) * 100) / 30 + 1e-9);
    }
  });
});
