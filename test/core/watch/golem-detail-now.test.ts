import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { golemDetailOf } from '../../../src/core/watch/golem-detail';
import { golemListOf } from '../../../src/core/watch/golem-list';
import { aGolem, aPermission, aWaiting, BASE, NOW, SESSION_KEY } from '../../vectors/builders';
import { aProof, aRecord, aState } from '../../vectors/memory';

const DAY = 86_400;

function detail(over: Partial<State>, now: number | null = NOW) {
  const state = aState(over);
  const clock = { now, skew: 0 };
  const [row] = golemListOf(state, clock);
  if (!row) throw new Error('no row');
  return golemDetailOf(row, state, clock, NOW + 180);
}

describe('What decides', () => {
  const leased = (
    golem: Partial<ReturnType<typeof aGolem>>,
    over: object = {},
    now: number | null = NOW,
  ) => {
    const lease = {
      ...{ generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '10000000' },
      expiresAt: NOW + 6 * DAY,
    };
    const state = {
      golems: [aRecord({ golem: aGolem(golem) })],
      permissions: [aPermission({ lease })],
      ...over,
    };
    return detail(state, now);
  };
  const pace = {
    ...{ chainId: BASE, token: aPermission().token, since: NOW - 7 * DAY },
    ...{ spent: '70000000', payments: 70, complete: true, held: '5000000' },
  };

  it('says what is left, until when it lasts, and which bound comes first', () => {
    const { now } = leased({ pace, gasPullsLeft: 1000 });
    expect(now.map(({ label, value }) => [label, value])).toEqual([
      ['State', 'active'],
      ['Left', '8 of 10 USDC left'],
      ['How long', "Lasts until about 22 Sep 2026 02:13 UTC: then the owner's account is empty."],
      ['Pace', 'It spends 10 USDC a day (70 USDC in 7 days).'],
    ]);
    expect(now.at(-1)?.source).toBe('server; balance by the server');
  });

  it('says no time while clocks disagree, and nothing that is left where nothing can be spent', () => {
    const values = (of: ReturnType<typeof detail>) => of.now.map(({ value }) => value);
    expect(values(leased({}, {}, null))).toEqual([
      ...['active', '8 of 10 USDC left', 'not known (clocks disagree)'],
    ]);
    expect(values(leased({ phase: 'terminal' }))).toEqual(['stopped, grant open. End its grant']);
    expect(values(leased({}, { permissions: [aPermission()] }))).toEqual([
      'no runway yet. Give it its lease',
    ]);
  });

  it('takes the balance from the chain where the chain was asked', () => {
    const left = [{ permission: 'atlas-runway', amount: '8000000', held: '20000000' }];
    const { now } = leased({ pace, gasPullsLeft: 1000 }, { claims: [aProof({ left })] });
    expect(now.find(({ label }) => label === 'How long')?.value).toContain('23 Sep 2026 14:13 UTC');
    expect(now.at(-1)?.source).toBe('server; balance by chain · block 100');
  });

  it('says why a part is allowed only, who says so, and what helps', () => {
    expect(leased({ phase: 'declining' }).limit).toEqual({
      title: 'Limited to a tenth of its cap',
      text: 'Its phase is declining: its lease pays a tenth of its cap (reported by the control plane, not proven on chain). It cannot get better by itself: feed it and heal it on the site.',
    });
    const claims = [aProof({ phase: 'conservation' })];
    expect(leased({ phase: 'conservation' }, { claims }).limit).toMatchObject({
      title: 'Limited to half of its cap',
      text: expect.stringContaining('(proven: chain · block 100)'),
    });
    expect(leased({}).limit).toBeNull();
  });

  it('lists what this Golem asks, and nothing of others', () => {
    const waiting = [aWaiting(), aWaiting({ id: 'other', golem: 'other' })];
    expect(leased({}, { waiting }).asked.map(({ golem }) => golem)).toEqual(['atlas']);
  });
});
