import { describe, expect, it } from 'vitest';
import type { GolemRecord, State } from '../../../src/core/memory/state';
import type { Golem, Permission } from '../../../src/core/protocol/status';
import { golemListOf, PAGE_SIZE, pageOf } from '../../../src/core/watch/golem-list';
import { aGolem, aHash, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';
import { aRecord, aState } from '../../vectors/memory';

const DAY = 86_400;
const CLOCK = { now: NOW, skew: 0 };
const DISAGREED = { now: null, skew: 9999 };

function rows(state: Partial<State>, clock: { now: number | null; skew: number } = CLOCK) {
  return golemListOf(aState(state), clock);
}

function clade(...golems: (Partial<Golem> & { id: string })[]) {
  return {
    golems: golems.map((golem) => aRecord({ golem: aGolem(golem) })),
    permissions: golems.map(({ id }) => aPermission({ id: `${id}-runway`, golem: id })),
  };
}

describe('The order', () => {
  it('is worst first: dead, alarmed, warned, well; then phase, vitality and id', () => {
    const state = clade(
      { id: 'well-b', vitality: 50 },
      { id: 'well-a', vitality: 50 },
      { id: 'weak', vitality: 49 },
      { id: 'stable', phase: 'stable', vitality: 99 },
      { id: 'saving', phase: 'conservation' },
      { id: 'dead', phase: 'terminal' },
      { id: 'declining', phase: 'declining' },
      { id: 'dry', gasPullsLeft: 0 },
    );

    expect(rows(state).map((row) => row.record.golem.id)).toEqual([
      'dead',
      'declining',
      'dry',
      'saving',
      'stable',
      'weak',
      'well-a',
      'well-b',
    ]);
    expect(
      rows(state)
        .map((row) => row.standing)
        .slice(0, 5),
    ).toEqual(['dead', 'alarm', 'alarm', 'warning', 'well']);
  });

  it('leaves out who was put away and alarms for who is not listed', () => {
    const over = (record: Partial<GolemRecord>) => rows({ golems: [aRecord(record)] });

    expect(over({ dismissed: true })).toEqual([]);
    expect(over({ listing: 'missing' })[0]?.standing).toBe('alarm');
    expect(over({ listing: 'unreadable' })[0]?.standing).toBe('alarm');
  });
});

describe('A row', () => {
  const row = (...permissions: Partial<Permission>[]) =>
    rows({ permissions: permissions.map((over, n) => aPermission({ id: `p-${n}`, ...over })) })[0];

  it('shows the live runway that ends last, by its shortest link', () => {
    const lease = {
      generation: 1,
      budgetId: aHash(1),
      sessionKey: SESSION_KEY,
      cap: '1',
      expiresAt: NOW + 5,
    };
    const shown = row(
      { expiresAt: NOW + 4 * DAY },
      { expiresAt: NOW + 9 * DAY, lease },
      { expiresAt: NOW + 5 * DAY },
    );

    expect(shown?.runway?.id).toBe('p-2');
    expect(row({ revokedAt: NOW }, { token: null })?.runway).toBeNull();
  });

  it('can be revoked while any grant is in force, also gas money and one without a lease', () => {
    expect(row({ token: null })?.revocable).toBe(true);
    expect(row({ revokedAt: NOW }, { expiresAt: NOW })?.revocable).toBe(false);
  });

  it('notes the end the owner confirmed', () => {
    expect(rows({ revoking: [{ golem: 'atlas', at: NOW - 9 }] })[0]?.ending?.title).toBe(
      'Not ended',
    );
    expect(rows({})[0]?.ending).toBeNull();
  });
});

describe('When clocks disagree', () => {
  it('a health that hangs on time is not known, and the runway is still shown', () => {
    const [expired] = rows({ permissions: [aPermission({ expiresAt: NOW - DAY })] }, DISAGREED);

    expect(expired).toMatchObject({ health: 'unknown', standing: 'warning', revocable: true });
    expect(expired?.runway?.id).toBe('atlas-runway');
  });

  it('a revocation that the server reports is still one', () => {
    expect(rows({ permissions: [aPermission({ revokedAt: NOW })] }, DISAGREED)[0]?.health).toBe(
      'revoked',
    );
  });
});

describe('Pages', () => {
  const many = rows(
    clade(...Array.from({ length: 25 }, (_, n) => ({ id: `g-${String(n).padStart(2, '0')}` }))),
  );

  it('hold ten each and all together everyone once', () => {
    const pages = [1, 2, 3].map((page) => pageOf(many, page));

    expect(pages.map((page) => page.rows.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 5]);
    expect(pages.flatMap((page) => page.rows)).toEqual(many);
    expect(pages[0]).toMatchObject({ page: 1, pages: 3, total: 25 });
  });

  it.each([
    [0, 1],
    [-5, 1],
    [4, 3],
    [Number.NaN, 1],
    [2.9, 2],
    [Number.POSITIVE_INFINITY, 3],
  ])('number %d is page %d', (wanted, page) => {
    expect(pageOf(many, wanted).page).toBe(page);
  });

  it('of nobody is one empty page', () => {
    expect(pageOf([], 1)).toEqual({ rows: [], page: 1, pages: 1, total: 0 });
  });
});

describe('Replicants', () => {
  const family = clade(
    { id: 'atlas' },
    { id: 'atlas-b', parent: 'atlas', vitality: 10 },
    { id: 'ember', vitality: 95 },
    { id: 'ember-a', parent: 'ember', phase: 'terminal' },
    { id: 'orphan', parent: 'gone' },
  );

  it('stand below their parent, and the worst of a family gives it its place', () => {
    expect(rows(family).map((row) => [row.record.golem.id, row.nested])).toEqual([
      ['ember', false],
      ['ember-a', true],
      ['atlas', false],
      ['atlas-b', true],
      ['orphan', false],
    ]);
  });

  it('are never lost, whatever parents a server makes up', () => {
    const rings = clade(
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
      { id: 'c', parent: 'c' },
      { id: 'd', parent: 'a' },
      { id: 'e' },
      { id: 'f', parent: 'e' },
    );
    const ids = rows(rings).map((row) => row.record.golem.id);
    expect([...ids].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(ids.indexOf('f')).toBe(ids.indexOf('e') + 1);
  });
});
