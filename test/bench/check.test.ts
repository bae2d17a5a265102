// A heartbeat is bounded, however many Golems there are and however slowly chain and control plane answer:
// the next one comes after five minutes and must find this one over.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_TARGETS } from '../../src/core/audit/turns';
import { checkWorld, type Pace } from './check-world';

const INTERVAL = 300_000;
const QUICK: Pace = { chainMs: 0, planeMs: 0, unknown: false };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How long it takes by the clock of the stand-ins. */
async function timed(golems: number, pace: Partial<Pace>) {
  const world = await checkWorld(golems, { ...QUICK, ...pace });
  const started = Date.now();
  let done = false;
  const checking = world.runCheck().then(() => {
    done = true;
  });
  while (!done && Date.now() - started < 2 * INTERVAL) await vi.advanceTimersByTimeAsync(500);
  await checking;
  return { ms: Date.now() - started, ...world };
}

describe('With five hundred Golems', () => {
  it('one check hears of the life of all, and looks at sixteen with a bounded number of questions', async () => {
    const { counts, state } = await timed(500, {});

    expect(state().golems).toHaveLength(500);
    expect(state().vitals).toHaveLength(500);
    expect(state().claims).toHaveLength(MAX_TARGETS);
    expect(counts).toEqual({ chain: 12, plane: 1, probes: 8 });
  });

  it('it is over in time when every answer of the chain comes just before its deadline', async () => {
    const { ms, counts, state } = await timed(500, { chainMs: 7_900 });

    expect(ms).toBeLessThan(90_000);
    expect(counts.chain).toBeLessThanOrEqual(10);
    expect(state().claims).toHaveLength(MAX_TARGETS);
  });

  it('it is over in time when the chain never answers, and says so', async () => {
    const { ms, state } = await timed(500, { chainMs: 10 * INTERVAL });

    expect(ms).toBeLessThan(20_000);
    expect(state().heads).toMatchObject([{ problem: 'the chain did not answer within 8 s' }]);
  });

  it('a control plane slow to show what was signed does not use up the time of the chain', async () => {
    const { ms, counts, state } = await timed(500, { planeMs: 14_000, unknown: true });

    expect(ms).toBeLessThan(INTERVAL / 2);
    expect(counts.chain).toBeGreaterThan(0);
    expect(state().claims).toHaveLength(MAX_TARGETS);
    expect(state().claims.every(({ seen }) => seen !== null)).toBe(true);
  });
});
