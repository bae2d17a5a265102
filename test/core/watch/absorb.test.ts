// One visit to the control plane into the memory: token rules, owners, overlaps, blind spells.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import type { Status } from '../../../src/core/protocol/status';
import { type Answer, absorb, type StatusCheck, withAlerts } from '../../../src/core/watch/absorb';
import { aGolem, anAddress, aStatus, NOW, OWNER } from '../../vectors/builders';
import { aState, TOKEN } from '../../vectors/memory';

const NEXT = 'next-token-0123456789';

function visit(over: Partial<StatusCheck> = {}): StatusCheck {
  return { token: TOKEN, startedAt: NOW + 299, now: NOW + 300, rotates: true, ...over };
}

function good(over: Partial<Status> = {}): Answer {
  return { ok: true, status: aStatus({ serverTime: NOW + 300, nextToken: NEXT, ...over }) };
}

function bad(kind: 'unreachable' | 'rejected' = 'unreachable'): Answer {
  return { ok: false, kind, detail: 'no connection, or it was cut' };
}

describe('The token', () => {
  it('is replaced by its successor after a heartbeat', () => {
    expect(absorb(aState(), good(), visit()).auth_token).toBe(NEXT);
  });

  it('is kept by a refresh, which still brings the status', () => {
    const state = absorb(
      aState(),
      good({ golems: [aGolem({ vitality: 3 })] }),
      visit({ rotates: false }),
    );

    expect(state.auth_token).toBe(TOKEN);
    expect(state.golems[0]?.golem.vitality).toBe(3);
  });

  it('is kept when the answer is lost or refused', () => {
    expect(absorb(aState(), bad(), visit()).auth_token).toBe(TOKEN);
    expect(absorb(aState(), bad('rejected'), visit()).auth_token).toBe(TOKEN);
  });

  it('that was replaced meanwhile is not brought back by a slow answer', () => {
    const moved = aState({ auth_token: 'another-family-0123456789' });

    expect(absorb(moved, good(), visit()).auth_token).toBe('another-family-0123456789');
  });

  it('rotates once when two heartbeats present it at the same time', () => {
    const once = absorb(aState(), good(), visit());

    expect(absorb(once, good(), visit()).auth_token).toBe(NEXT);
  });
});

describe('An answer', () => {
  it('of another owner is believed in nothing', () => {
    const before = aState();
    const state = absorb(before, good({ owner: anAddress(0xee), golems: [] }), visit());

    expect(state).toMatchObject({
      owner: OWNER,
      auth_token: TOKEN,
      failure: { kind: 'other-owner' },
    });
    expect(state.golems).toEqual(before.golems);
  });

  it('binds a Bardo without an owner to the one it names', () => {
    expect(absorb(aState({ owner: null }), good(), visit()).owner).toBe(OWNER);
  });

  it('for a given-up token and another owner is dropped without a trace', () => {
    const moved = aState({ auth_token: 'other-owners-token-0123', owner: anAddress(0xee) });

    expect(absorb(moved, good(), visit())).toBe(moved);
  });

  it('that is older than what an overlapping visit brought is dropped', () => {
    const newer = aState({ last_fetch_at: NOW + 300, server_time: NOW + 300 });

    expect(absorb(newer, good({ serverTime: NOW + 299 }), visit())).toBe(newer);
    expect(absorb(newer, good({ serverTime: NOW + 300 }), visit())).not.toBe(newer);
  });

  it('that failed while another visit succeeded is no failure', () => {
    const newer = aState({ last_fetch_at: NOW + 300 });

    expect(absorb(newer, bad(), visit())).toBe(newer);
  });

  it('that failed for a token we gave up is no failure', () => {
    const moved = aState({ auth_token: 'another-family-0123456789' });

    expect(absorb(moved, bad('rejected'), visit())).toBe(moved);
  });
});

describe('A failure', () => {
  it('is counted from the first in a row, and forgotten with the first success', () => {
    const once = absorb(aState(), bad(), visit());
    const twice = absorb(once, bad('rejected'), visit({ startedAt: NOW + 599, now: NOW + 600 }));

    expect(twice.failure).toMatchObject({
      kind: 'rejected',
      count: 2,
      since: NOW + 300,
      at: NOW + 600,
    });
    expect(absorb(twice, good(), visit({ now: NOW + 900 })).failure).toBeNull();
  });

  it('is seen although the clock was set back after the last success', () => {
    const future = aState({ last_fetch_at: NOW + 86_400 * 365 });

    expect(absorb(future, bad(), visit()).failure?.count).toBe(1);
  });

  it('does not begin in the future after the clock was set back', () => {
    const future = absorb(aState(), bad(), visit({ now: NOW + 86_400 * 365 }));

    expect(absorb(future, bad(), visit()).failure?.since).toBe(NOW + 300);
  });
});

describe('A blind spell', () => {
  it('is noted when no heartbeat ran for more than a quarter of an hour', () => {
    const spell = (seconds: number, rotates = true) =>
      absorb(aState(), good(), visit({ now: NOW + seconds, rotates })).blind;

    expect(spell(900)).toBeNull();
    expect(spell(901)).toEqual({ from: NOW, to: NOW + 901 });
    expect(spell(901, false)).toBeNull();
  });

  it('is not invented before the first heartbeat', () => {
    expect(absorb(aState({ last_tick_at: null }), good(), visit()).blind).toBeNull();
  });
});

describe('Alerts', () => {
  it('follow from the state: a death is queued once the chain was asked about it', () => {
    const told = absorb(aState(), good({ golems: [aGolem({ phase: 'terminal' })] }), visit());
    const state = withAlerts(told, NOW);

    expect(state.alert_history).toMatchObject([
      { kind: 'died', golem: 'atlas', pending: ['native', 'inApp'] },
    ]);
  });

  it('are not repeated for a Golem whose record was unreadable for hours', () => {
    const declining = good({ golems: [aGolem({ phase: 'declining' })] });
    const unreadable = good({
      golems: [],
      permissions: [],
      unreadable: [{ list: 'golems', path: 'golems.0.name', id: 'atlas' }],
    });
    let state = withAlerts(absorb(aState(), declining, visit()), NOW);
    state = {
      ...state,
      alert_history: state.alert_history.map((one) => ({ ...one, pending: [] })),
    };
    for (const [answer, now] of [
      [unreadable, NOW + 7200],
      [declining, NOW + 14_400],
    ] as const) {
      state = withAlerts(absorb({ ...state, auth_token: TOKEN }, answer, visit({ now })), now);
    }

    const again = state.alert_history.find(({ kind }) => kind === 'declining');
    expect(again).toMatchObject({ pending: [], clearedAt: null });
  });
});

/**
 * The server's side: a token's successor is always the same value; a token's predecessor dies when
 * the token is presented 60 s or more after its issue (DESIGN §3) or after its first use; a dead
 * token ends the family.
 */
class TokenFamily {
  ended = false;
  private readonly since = [0];
  private oldest = 0;

  constructor(private readonly grace: 'from issue' | 'from first use') {}

  present(token: string, now: number): Answer {
    const n = Number(token.split('-').at(-1));
    if (this.ended || n < this.oldest) {
      this.ended = true;
      return bad('rejected');
    }
    if (this.grace === 'from first use') this.since[n] ??= now;
    else this.since[n + 1] ??= now;
    if (now - (this.since[n] ?? now) >= 60) this.oldest = Math.max(this.oldest, n);
    return good({ serverTime: NOW + now, nextToken: tokenNumber(n + 1) });
  }
}

function tokenNumber(n: number): string {
  return `watch-token-0123456789-${n}`;
}

/** Seconds: until it leaves, to the server, back. `crash`: Bardo restarts from the last write but one. */
type Trip = {
  wait: number;
  there: number;
  back: number;
  lost: boolean;
  rotates: boolean;
  crash: boolean;
};

const CALM: Trip = { wait: 300, there: 1, back: 1, lost: false, rotates: true, crash: false };

/** Every trip leaves `wait` after the one before has left; the last one after all have come home. */
function travel(trips: readonly Trip[], server: TokenFamily): State {
  let state = aState({ auth_token: tokenNumber(0), last_fetch_at: null, server_time: null });
  let disk = state;
  const events: { at: number; run: () => void }[] = [];
  const leave = (trip: Trip, startedAt: number) => {
    if (trip.crash) state = disk;
    const token = state.auth_token ?? '';
    const reached = startedAt + trip.there;
    const now = reached + trip.back;
    const visited = { token, startedAt: NOW + startedAt, now: NOW + now, rotates: trip.rotates };
    const arrive = (answer: Answer) => {
      disk = state;
      state = absorb(state, trip.lost ? bad() : answer, visited);
    };
    const present = () => {
      const answer = server.present(token, reached);
      events.push({ at: now, run: () => arrive(answer) });
    };
    events.push({ at: reached, run: present });
  };
  let clock = 0;
  for (const trip of [...trips, CALM]) {
    clock += trip.wait;
    const startedAt = clock;
    events.push({ at: startedAt, run: () => leave(trip, startedAt) });
  }
  while (events.length > 0) {
    events.sort((a, b) => a.at - b.at);
    events.shift()?.run();
  }
  return state;
}

const aTrip: fc.Arbitrary<Trip> = fc.record({
  wait: fc.oneof(fc.constant(300), fc.integer({ min: 0, max: 20 })),
  there: fc.integer({ min: 0, max: 7 }),
  back: fc.integer({ min: 0, max: 8 }),
  lost: fc.boolean(),
  rotates: fc.boolean(),
  crash: fc.constant(false),
});

describe('Bardo is never locked out', () => {
  it('by lost answers and refreshes, one visit after the other', () => {
    const alone = aTrip.map((trip) => ({ ...trip, wait: trip.wait + 15 }));
    fc.assert(
      fc.property(fc.array(alone, { maxLength: 60 }), (trips) => {
        expect(travel(trips, new TokenFamily('from issue')).failure).toBeNull();
      }),
    );
  });

  it('by visits that overlap and overtake each other, if the grace runs from first use', () => {
    fc.assert(
      fc.property(fc.array(aTrip, { maxLength: 60 }), (trips) => {
        expect(travel(trips, new TokenFamily('from first use')).failure).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it.each(['from issue', 'from first use'] as const)(
    'by a crash that lost the write of the last token, with a grace %s',
    (grace) => {
      const alone = aTrip.map((trip) => ({ ...trip, wait: trip.wait + 15 }));
      fc.assert(
        fc.property(fc.array(alone, { maxLength: 20 }), alone, (trips, trip) => {
          const life = [...trips, CALM, { ...trip, crash: true }];
          expect(travel(life, new TokenFamily(grace)).failure).toBeNull();
        }),
      );
    },
  );

  it('and holds the newest token after a calm heartbeat', () => {
    const lost: Trip = { ...CALM, lost: true };

    const state = travel([CALM, lost, lost, CALM, lost], new TokenFamily('from issue'));

    expect(state.auth_token).toBe(tokenNumber(3));
  });
});
