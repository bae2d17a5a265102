import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointKey } from '../../../src/core/memory/claim';
import { emptyState, type State } from '../../../src/core/memory/state';
import type { Golem, HistoryEntry, Permission, Status } from '../../../src/core/protocol/status';
import { PHASES } from '../../../src/core/protocol/status';
import { contradictionsOf } from '../../../src/core/watch/contradictions';
import { mergeStatus } from '../../../src/core/watch/merge';
import { aGolem, aHash, anAddress, aPermission, aStatus, NOW } from '../../vectors/builders';
import { aRecord, aState } from '../../vectors/memory';

function found(status: Partial<Status>, before: Partial<State> = {}, fetchedAt = NOW) {
  return contradictionsOf(aState(before), aStatus(status), fetchedAt);
}

function beat(over: Partial<NonNullable<Golem['heartbeat']>>): Golem['heartbeat'] {
  const { heartbeat } = aGolem();
  return heartbeat && { ...heartbeat, ...over };
}

describe('A status contradicts', () => {
  it('this computer’s clock beyond ten minutes', () => {
    expect(found({}, {}, NOW - 600)).toEqual([]);
    expect(found({}, {}, NOW + 601)).toMatchObject([{ what: 'clock', of: null, golem: null }]);
    expect(found({}, {}, NOW - 7200)[0]?.text).toContain('differ by 2 h');
  });

  it('itself by a Golem that is gone and never died', () => {
    expect(found({ golems: [], permissions: [] })).toMatchObject([
      { what: 'missing', of: 'atlas', golem: 'atlas' },
    ]);
  });

  it('itself by the dead that rise', () => {
    const dead = aRecord({ golem: aGolem({ phase: 'terminal' }) });

    expect(found({}, { golems: [dead] })).toMatchObject([{ what: 'risen', of: 'atlas' }]);
  });

  it('itself by a heartbeat that went back or is gone', () => {
    const back = found({ golems: [aGolem({ heartbeat: beat({ sequence: 6 }) })] });
    const gone = found({ golems: [aGolem({ heartbeat: null })] });

    expect(back).toMatchObject([{ what: 'replay', of: 'atlas' }]);
    expect(back[0]?.text).toContain('from number 7 to 6');
    expect(gone).toMatchObject([
      { what: 'replay', of: 'atlas', text: "Atlas's heartbeats, last number 7, are gone." },
    ]);
  });

  it('not itself when a new key speaks first in the second of the old key’s last heartbeat', () => {
    const first = beat({ sequence: 1, signature: `0x${'cd'.repeat(65)}` });

    expect(found({ golems: [aGolem({ heartbeat: first })] })).toEqual([]);
  });

  it('itself by an older heartbeat of an earlier second', () => {
    const older = beat({ sequence: 6, at: NOW - 86_400, signature: `0x${'cd'.repeat(65)}` });

    expect(found({ golems: [aGolem({ heartbeat: older })] })).toMatchObject([
      { what: 'replay', of: 'atlas' },
    ]);
  });

  it('itself by a heartbeat of the future', () => {
    expect(found({ golems: [aGolem({ heartbeat: beat({ at: NOW + 120 }) })] })).toEqual([]);
    expect(found({ golems: [aGolem({ heartbeat: beat({ at: NOW + 121 }) })] })).toMatchObject([
      { what: 'future', of: 'atlas' },
    ]);
  });

  it('itself by a permission of nobody', () => {
    expect(
      found({ permissions: [aPermission(), aPermission({ id: 'x', golem: 'nobody' })] }),
    ).toMatchObject([{ what: 'foreign', of: 'x' }]);
  });

  it('itself by more left than the whole cap', () => {
    expect(found({ permissions: [aPermission({ left: '10000000' })] })).toEqual([]);
    expect(found({ permissions: [aPermission({ left: '10000001' })] })).toMatchObject([
      { what: 'left', of: 'atlas-runway' },
    ]);
  });

  it('itself by a permission in force that is no longer listed', () => {
    expect(found({ permissions: [] })).toMatchObject([
      { what: 'withdrawn', of: 'atlas-runway', golem: 'atlas' },
    ]);
  });

  it('by a record that cannot be read, under one key wherever it stands in the list', () => {
    const at = (n: number) =>
      found({ unreadable: [{ list: 'permissions', path: `permissions.${n}.cap`, id: 'odd' }] });

    expect(at(3)).toMatchObject([{ what: 'unreadable', of: 'permissions:odd', golem: null }]);
    expect(at(4)[0]?.of).toBe(at(3)[0]?.of);
    expect(
      found({ unreadable: [{ list: 'golems', path: 'golems.0.id', id: null }] }),
    ).toMatchObject([{ what: 'unreadable', of: 'golems.0.id', golem: null }]);
  });
});

describe('The same signed delegation', () => {
  it.each([
    ['cap', '20000000'],
    ['expiresAt', NOW + 1],
    ['token', anAddress(0x77)],
    ['periodSeconds', 1],
    ['startAt', NOW - 5],
    ['manager', anAddress(0x77)],
    ['chainId', 1],
  ])('cannot change its %s', (field, value) => {
    const [contradiction] = found({
      permissions: [{ ...aPermission({ left: '0' }), [field]: value }],
    });

    expect(contradiction).toMatchObject({ what: 'terms', of: 'atlas-runway' });
    expect(contradiction?.text).toContain(field);
  });

  it('may be spent from, leased and revoked', () => {
    const lease = {
      generation: 1,
      budgetId: aHash(2),
      sessionKey: anAddress(1),
      cap: '1',
      expiresAt: NOW,
    };

    expect(found({ permissions: [aPermission({ left: '0', lease, revokedAt: NOW })] })).toEqual([]);
  });

  it('is another one under another hash', () => {
    expect(
      found({ permissions: [aPermission({ cap: '20000000', delegationHashes: [aHash(9)] })] }),
    ).toEqual([]);
  });
});

describe('It is no contradiction', () => {
  it('that the dead are no longer listed, or that one put away is gone', () => {
    const dead = aRecord({ golem: aGolem({ phase: 'terminal' }) });

    expect(found({ golems: [], permissions: [] }, { golems: [dead] })).toEqual([]);
    expect(
      found({ golems: [], permissions: [] }, { golems: [aRecord({ dismissed: true })] }),
    ).toEqual([]);
  });

  it('that an unreadable Golem is not listed: that was said already', () => {
    const unreadable = [{ list: 'golems' as const, path: 'golems.0.name', id: 'atlas' }];

    expect(found({ golems: [], unreadable }).map(pointKey)).toEqual(['unreadable:golems:atlas']);
  });

  it('that a rotated key counts from one, or that a guardian heals', () => {
    const healed = aGolem({
      phase: 'thriving',
      sessionKey: anAddress(0x77),
      heartbeat: beat({ sequence: 1 }),
    });

    expect(
      found({ golems: [healed] }, { golems: [aRecord({ golem: aGolem({ phase: 'declining' }) })] }),
    ).toEqual([]);
  });
});

it('a status full of contradictions is told in a bounded number of them', () => {
  const golems = Array.from({ length: 400 }, (_, n) =>
    aRecord({ golem: aGolem({ id: `g-${n}` }) }),
  );

  const all = found({ golems: [], permissions: [] }, { golems });

  expect(all).toHaveLength(101);
  expect(all.at(-1)).toMatchObject({
    what: 'more',
    of: null,
    text: 'The status holds 300 more contradictions.',
  });
});

type Life = { golem: Golem; permission: Permission; now: number; entries: HistoryEntry[] };

/** One honest step of a life: time passes, and something that may happen does. */
function live(life: Life, step: { what: number; seconds: number; amount: number }): Life {
  const { golem, permission } = life;
  const now = life.now + step.seconds;
  const happened = (kind: HistoryEntry['kind']): HistoryEntry[] => [
    { at: now, kind, golem: golem.id, permission: permission.id, amount: null, transaction: null },
  ];
  if (golem.phase === 'terminal') {
    return step.what % 2 === 0 && permission.revokedAt === null
      ? {
          ...life,
          now,
          permission: { ...permission, revokedAt: now },
          entries: happened('revoked'),
        }
      : { ...life, now, entries: [] };
  }
  switch (step.what) {
    case 0: {
      const sequence = (golem.heartbeat?.sequence ?? 0) + 1;
      return {
        ...life,
        now,
        entries: [],
        golem: { ...golem, heartbeat: beat({ at: now, sequence }) },
      };
    }
    case 1: {
      const left = BigInt(permission.left) - BigInt(step.amount);
      return {
        ...life,
        now,
        entries: happened('redeemed'),
        permission: { ...permission, left: String(left < 0n ? 0n : left) },
      };
    }
    case 2:
      return { ...life, now, entries: [], permission: { ...permission, left: permission.cap } };
    case 3:
      return {
        ...life,
        now,
        entries: happened('phase'),
        golem: { ...golem, phase: PHASES[step.amount % 5] ?? 'stable' },
      };
    case 4:
      return {
        ...life,
        now,
        entries: happened('rotated'),
        golem: { ...golem, sessionKey: `0x${now.toString(16).padStart(40, '0')}`, heartbeat: null },
      };
    case 5: {
      const id = `runway-${now}-${step.amount}`;
      const cap = String(step.amount + 1);
      const terms = { id, cap, left: cap, startAt: now, expiresAt: now + 86_400 * 7 };
      const hash = `0x${now.toString(16).padStart(64, '0')}` as const;
      return {
        ...life,
        now,
        entries: happened('revoked'),
        permission: aPermission({ ...terms, delegationHashes: [hash] }),
      };
    }
    default:
      return { ...life, now, entries: [], golem: { ...golem, vitality: step.amount % 101 } };
  }
}

it('an honest life, however it goes, contradicts nothing', () => {
  const step = fc.record({
    what: fc.nat(6),
    seconds: fc.integer({ min: 1, max: 86_400 }),
    amount: fc.nat(10_000_000),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: -600, max: 600 }),
      (steps, skew) => {
        let life: Life = {
          golem: aGolem({ heartbeat: null }),
          permission: aPermission(),
          now: NOW,
          entries: [],
        };
        let state = emptyState();
        for (const next of steps) {
          life = live(life, next);
          const status = aStatus({
            serverTime: life.now,
            golems: [life.golem],
            permissions: [life.permission],
            history: life.entries,
          });
          expect(contradictionsOf(state, status, life.now - skew)).toEqual([]);
          state = mergeStatus(state, status, life.now - skew);
        }
      },
    ),
  );
});
