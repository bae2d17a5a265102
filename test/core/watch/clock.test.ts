import { describe, expect, it } from 'vitest';
import { clockOf } from '../../../src/core/watch/clock';
import { NOW } from '../../vectors/builders';
import { aState } from '../../vectors/memory';

const fetched = (server: number, at = NOW) => aState({ server_time: server, last_fetch_at: at });

describe('The time now', () => {
  it("is this computer's before the first answer", () => {
    const state = aState({ server_time: null, last_fetch_at: null });

    expect(clockOf(state, NOW)).toEqual({ now: NOW, skew: null });
  });

  it.each([0, 30, -30, 600, -600])('is the server’s while the two differ by %i seconds', (skew) => {
    expect(clockOf(fetched(NOW + skew), NOW + 100)).toEqual({ now: NOW + 100 + skew, skew });
  });

  it.each([601, -601, 86_400 * 365])('is not known when they differ by %i seconds', (skew) => {
    expect(clockOf(fetched(NOW + skew), NOW)).toEqual({ now: null, skew });
  });

  it("is not known when this computer's clock was set back since the last answer", () => {
    expect(clockOf(fetched(NOW), NOW - 600).now).toBe(NOW - 600);
    expect(clockOf(fetched(NOW), NOW - 601).now).toBeNull();
  });
});
