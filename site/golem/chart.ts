// Spending by day as a drawing: an axis with round figures, a bar for each day in parts, a line for the cap.
export type Bar = { startAt: number; parts: { key: string; amount: bigint }[] };

export type Rect = { key: string; x: number; y: number; width: number; height: number };
export type DrawnBar = { startAt: number; x: number; width: number; total: bigint; rects: Rect[] };
export type Drawing = {
  bars: DrawnBar[];
  /** Round amounts from 0 up, and where they stand. */
  ticks: { amount: bigint; y: number }[];
  /** null: there is no cap to draw. */
  capY: number | null;
};

export type Frame = { width: number; height: number };

/** The share of a day's width that its bar takes. */
const FILLED = 0.7;
const MAX_TICKS = 4n;
/** What was spent is never drawn as nothing. */
const THINNEST = 1;

export function drawingOf(bars: readonly Bar[], cap: bigint | null, frame: Frame): Drawing {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { amount }) => sum + amount, 0n));
  const most = [...totals, cap ?? 0n].reduce((a, b) => (a > b ? a : b), 0n);
  const step = roundStep(most);
  const top = most === 0n ? step : ((most + step - 1n) / step) * step;
  const heightOf = (amount: bigint) => Number((amount * 10_000n) / top) * (frame.height / 10_000);
  const slot = frame.width / Math.max(1, bars.length);
  return {
    bars: bars.map(({ startAt, parts }, index) => {
      const x = index * slot + (slot * (1 - FILLED)) / 2;
      const width = slot * FILLED;
      let y = frame.height;
      const rects = parts.flatMap(({ key, amount }) => {
        if (amount === 0n) return [];
        const height = Math.max(THINNEST, heightOf(amount));
        y -= height;
        return [{ key, x, y, width, height }];
      });
      return { startAt, x, width, total: totals[index] ?? 0n, rects };
    }),
    ticks: Array.from({ length: Number(top / step) + 1 }, (_, index) => {
      const amount = BigInt(index) * step;
      return { amount, y: frame.height - heightOf(amount) };
    }),
    capY: cap === null ? null : frame.height - heightOf(cap),
  };
}

/** 1, 2 or 5 times a power of ten: at most four of them reach the most. */
function roundStep(most: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    const found = [power, 2n * power, 5n * power].find((step) => step * MAX_TICKS >= most);
    if (found) return found;
  }
}
