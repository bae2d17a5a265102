import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import type { Golem, HistoryEntry } from '../../../src/core/protocol/status';
import { mergeStatus } from '../../../src/core/watch/merge';
import {
  aGolem,
  aHash,
  anAddress,
  aPermission,
  aStatus,
  aWaiting,
  NOW,
} from '../../vectors/builders';
import { aRecord, aState, aVital } from '../../vectors/memory';

const LATER = NOW + 300;

function merged(before: Partial<State>, status: Parameters<typeof aStatus>[0] = {}): State {
  return mergeStatus(aState(before), aStatus({ serverTime: LATER, ...status }), LATER);
}

function golemIn(state: State, id = 'atlas'): Golem | undefined {
  return state.golems.find((record) => record.golem.id === id)?.golem;
}

function beating(sequence: number, over: Partial<Golem> = {}): Golem {
  const { heartbeat } = aGolem();
  return aGolem({ heartbeat: heartbeat && { ...heartbeat, sequence }, ...over });
}

describe('What waits', () => {
  it('is what the last status tells, and nothing that it told before', () => {
    const first = merged({}, { waiting: [aWaiting()] });
    expect(first.waiting).toEqual([aWaiting()]);
    expect(merged(first, { waiting: [] })).not.toHaveProperty('waiting');
  });
});

describe('A new status', () => {
  it('is remembered with the time it was fetched and the server’s own', () => {
    const failure = { kind: 'slow' as const, detail: 'x', at: NOW, count: 1, since: NOW };

    expect(merged({ failure }, { serverTime: LATER + 7, historyCursor: 'c2' })).toMatchObject({
      last_fetch_at: LATER,
      server_time: LATER + 7,
      history_cursor: 'c2',
      failure: null,
      golems: [{ seenAt: LATER, listing: 'listed' }],
    });
  });

  it('does not carry its token into memory: rotation is decided elsewhere', () => {
    expect(merged({ auth_token: 'held' }).auth_token).toBe('held');
  });
});

describe('The dead', () => {
  const dead = aRecord({ golem: aGolem({ phase: 'terminal' }) });

  it('stay dead whatever the server says later', () => {
    expect(
      golemIn(merged({ golems: [dead] }, { golems: [aGolem({ phase: 'stable' })] }))?.phase,
    ).toBe('terminal');
  });

  it('stay in memory when the server stops listing them', () => {
    expect(merged({ golems: [dead] }, { golems: [] }).golems).toMatchObject([
      { listing: 'missing' },
    ]);
  });

  it('that were put away stay away, also after a status that left them out', () => {
    const away = { ...dead, dismissed: true };
    const without = merged({ golems: [away] }, { golems: [] });
    const again = mergeStatus(without, aStatus({ golems: [dead.golem] }), LATER + 300);

    expect(again.golems).toMatchObject([{ dismissed: true, listing: 'listed' }]);
  });

  it('that were put away come back into sight when the oracle shows their life', () => {
    const away = { ...dead, dismissed: true };
    const shown = (phase: 'stable' | 'terminal', time = NOW) => {
      const vitals = [aVital({ phase, seen: { at: NOW, block: 100, time } })];
      return merged({ golems: [away], vitals }, { golems: [dead.golem] }).golems[0]?.dismissed;
    };

    expect(shown('stable')).toBe(false);
    expect(shown('terminal')).toBe(true);
    expect(shown('stable', NOW - 7200)).toBe(true);
  });

  it('that were put away and live again are shown from the start', () => {
    const away = { ...dead, dismissed: true };

    expect(merged({ golems: [away] }, { golems: [aGolem()] }).golems).toMatchObject([
      { dismissed: false, golem: { phase: 'thriving' } },
    ]);
  });
});

describe('A Golem that is not listed', () => {
  it('is kept as missing, with its permissions', () => {
    const state = merged({}, { golems: [], permissions: [] });

    expect(state.golems).toMatchObject([{ listing: 'missing', seenAt: NOW }]);
    expect(state.permissions).toEqual([aPermission()]);
  });

  it('is kept as unreadable when only its record was broken', () => {
    const unreadable = [{ list: 'golems' as const, path: 'golems.0.vitality', id: 'atlas' }];

    expect(merged({}, { golems: [], unreadable }).golems).toMatchObject([
      { listing: 'unreadable' },
    ]);
  });

  it('is not taken for unreadable because a permission of the same id was', () => {
    const unreadable = [{ list: 'permissions' as const, path: 'permissions.0.cap', id: 'atlas' }];

    expect(merged({}, { golems: [], unreadable }).golems).toMatchObject([{ listing: 'missing' }]);
  });

  it('is listed again when it comes back', () => {
    expect(merged({ golems: [aRecord({ listing: 'missing' })] }).golems).toMatchObject([
      { listing: 'listed' },
    ]);
  });

  it('cannot fill the wallet: as many are kept as may be listed, put-away ones go first', () => {
    const crowd = (from: number, count: number, dismissed = false) =>
      Array.from({ length: count }, (_, n) =>
        aRecord({ golem: aGolem({ id: `g-${from + n}` }), seenAt: NOW - from - n, dismissed }),
      );

    const state = merged({ golems: [...crowd(0, 300, true), ...crowd(300, 400)] }, { golems: [] });

    expect(state.golems).toHaveLength(500);
    expect(state.golems.filter((record) => record.dismissed)).toHaveLength(100);
  });
});

describe('A heartbeat', () => {
  it('moves on with its number', () => {
    expect(golemIn(merged({}, { golems: [beating(8)] }))?.heartbeat?.sequence).toBe(8);
  });

  it('is not replaced by an older one or by none', () => {
    expect(golemIn(merged({}, { golems: [beating(6)] }))?.heartbeat?.sequence).toBe(7);
    expect(
      golemIn(merged({}, { golems: [aGolem({ heartbeat: null })] }))?.heartbeat?.sequence,
    ).toBe(7);
  });

  it('starts anew with a rotated key', () => {
    const rotated = beating(1, { sessionKey: anAddress(0x77) });

    expect(golemIn(merged({}, { golems: [rotated] }))?.heartbeat?.sequence).toBe(1);
  });

  it('starts anew with a key that was named before and speaks in the second of the old key’s last one', () => {
    const { heartbeat } = beating(1);
    const signature = `0x${'cd'.repeat(65)}` as const;
    const spoken = aGolem({ heartbeat: heartbeat && { ...heartbeat, signature } });

    expect(golemIn(merged({}, { golems: [spoken] }))?.heartbeat?.signature).toBe(signature);
  });
});

describe('A permission that is not listed', () => {
  it('is kept while it was in force: the server never said it ended', () => {
    expect(merged({}, { permissions: [] }).permissions).toEqual([aPermission()]);
  });

  it('is forgotten once it had ended', () => {
    for (const over of [{ revokedAt: NOW }, { expiresAt: LATER }]) {
      expect(merged({ permissions: [aPermission(over)] }, { permissions: [] }).permissions).toEqual(
        [],
      );
    }
  });

  it('is forgotten when the history says it was revoked', () => {
    const revoked = {
      at: LATER,
      kind: 'revoked' as const,
      golem: 'atlas',
      permission: 'atlas-runway',
      amount: null,
      transaction: null,
    };

    expect(merged({}, { permissions: [], history: [revoked] }).permissions).toEqual([]);
  });

  it('is kept with its last terms when its record was broken', () => {
    const unreadable = [
      { list: 'permissions' as const, path: 'permissions.0.cap', id: 'atlas-runway' },
    ];

    expect(merged({}, { permissions: [], unreadable }).permissions).toEqual([aPermission()]);
  });

  it('cannot fill the wallet', () => {
    const many = Array.from({ length: 5000 }, (_, n) => aPermission({ id: `p-${n}` }));

    expect(merged({ permissions: many }, { permissions: [] }).permissions).toHaveLength(2000);
  });
});

describe('History', () => {
  const entry = (at: number): HistoryEntry => ({
    at,
    kind: 'redeemed',
    golem: 'atlas',
    permission: 'atlas-runway',
    amount: '5',
    transaction: aHash(1),
  });

  it('is told once, however often it comes', () => {
    const once = merged({ history: [entry(1)] }, { history: [entry(1), entry(2)] });

    expect(once.history).toEqual([entry(1), entry(2)]);
  });

  it('keeps the last hundred entries, oldest first', () => {
    const all = Array.from({ length: 150 }, (_, n) => entry(NOW + n));

    expect(merged({ history: all.slice(120) }, { history: all }).history).toEqual(all.slice(50));
  });
});

describe('An end confirmed here', () => {
  const revoking = [{ golem: 'atlas', at: NOW }];

  it('stays noted whatever the status says: only the chain ends it', () => {
    expect(merged({ revoking }).revoking).toEqual(revoking);
    expect(
      merged({ revoking }, { permissions: [aPermission({ revokedAt: LATER })] }).revoking,
    ).toEqual(revoking);
  });

  it('stays noted when the server merely stops listing the Golem or its permission', () => {
    expect(merged({ revoking }, { golems: [], permissions: [] }).revoking).toEqual(revoking);
    expect(merged({ revoking }, { permissions: [] }).revoking).toEqual(revoking);
  });
});
