import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import type { HistoryEntry } from '../../../src/core/protocol/status';
import type { Clock } from '../../../src/core/watch/clock';
import { type GolemDetail, golemDetailOf } from '../../../src/core/watch/golem-detail';
import { golemListOf } from '../../../src/core/watch/golem-list';
import {
  aGolem,
  aHash,
  anAddress,
  aPermission,
  BASE,
  NOW,
  SESSION_KEY,
} from '../../vectors/builders';
import { aHeld, listed } from '../../vectors/ledger';
import { aClaim, aLeaseRecord, aProof, aRecord, aState } from '../../vectors/memory';

const DAY = 86_400;
const DISAGREED: Clock = { now: null, skew: 9999 };

function detail(over: Partial<State> = {}, clock: Clock = { now: NOW, skew: 0 }): GolemDetail {
  const state = aState(over);
  const [row] = golemListOf(state, clock);
  if (!row) throw new Error('no row');
  return golemDetailOf(row, state, clock, NOW + 180);
}

function value(of: GolemDetail, part: number, label: string): string | undefined {
  return of.parts[part]?.rows.find((row) => row.label === label)?.value;
}

describe('The detail of a Golem', () => {
  it('has a source for every figure', () => {
    const rows = detail().parts.flatMap((part) => part.rows);

    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      expect(row.value, row.label).not.toMatch(/^$|undefined|null|NaN/);
      expect(row.source, row.label).toMatch(
        /^(server|server, at 14:13 UTC|server; signature not checked|Bardo's rule on server data)$/,
      );
    }
  });

  it('tells the time of the record, not of the page', () => {
    const golems = [aRecord({ seenAt: NOW - 7200, listing: 'missing' })];

    expect(detail({ golems }).parts[0]?.rows[0]?.source).toBe('server, at 12:13 UTC');
  });

  it('never calls a signature checked', () => {
    const rows = detail().parts[0]?.rows.filter((row) => row.label.includes('eartbeat'));

    expect(rows?.map((row) => row.source)).toEqual(Array(2).fill('server; signature not checked'));
  });

  it('calls a proven heartbeat signed, and not how often one is due', () => {
    const beat = {
      sequence: 1,
      signature: aGolem().heartbeat?.signature ?? '',
      key: '',
      strange: 0,
    };
    const claims = [aProof({ beat, claims: [aClaim({ what: 'heartbeat', of: null })] })];
    const rows = detail({ claims }).parts.flatMap((part) => part.rows);
    const source = (label: string) => rows.find((row) => row.label === label)?.source;

    expect(source('Heartbeats')).toBe('signed by Atlas');
    expect(source('Expected every')).toBe('server');
  });

  it('names what is not known and what is not there', () => {
    const golem = aGolem({
      heartbeat: null,
      gasLeft: null,
      gasPullsLeft: null,
      sessionKey: null,
      guardian: null,
    });
    const bare = detail({ golems: [aRecord({ golem })], permissions: [] });

    expect(value(bare, 0, 'Last heartbeat')).toBe('never');
    expect(value(bare, 0, 'Gas left')).toBe('not known');
    expect(value(bare, 0, 'Session key')).toBe('none');
    expect(value(bare, 0, 'Permission')).toBe('no runway yet');
    expect(bare.parts).toHaveLength(1);
  });

  it('tells what is left of the gas, and apart from it how long the server says it lasts', () => {
    const told = (gasLeft: string | null, gasPullsLeft: number | null) =>
      detail({ golems: [aRecord({ golem: aGolem({ gasLeft, gasPullsLeft }) })] });

    expect(value(told('1000000000000000', 40), 0, 'Gas left')).toBe('0.001 ETH');
    expect(value(told('1000000000000000', 40), 0, 'Gas lasts for')).toBe('40 more payments');
    expect(value(told(null, 1), 0, 'Gas left')).toBe('not known');
    expect(value(told(null, 1), 0, 'Gas lasts for')).toBe('1 more payment');
    expect(value(told(null, null), 0, 'Gas lasts for')).toBeUndefined();
  });
});

describe('A permission', () => {
  it('is told in full', () => {
    const told = detail();

    expect(told.parts[1]?.heading).toBe('Runway');
    expect(value(told, 1, 'Health')).toBe('healthy');
    expect(value(told, 1, 'Cap')).toBe('10 USDC every day');
    expect(value(told, 1, 'Left in this period')).toBe('8 of 10 USDC left');
    expect(value(told, 1, 'Next reset')).toBe('22 Sep 2026 14:13 UTC');
    expect(value(told, 1, 'Until')).toBe('27 Sep 2026 14:13 UTC');
    expect(value(told, 1, 'Revoked')).toBe('no');
  });

  it.each([
    ['revoked', { revokedAt: NOW - 60 }],
    ['expired', { expiresAt: NOW }],
  ] as const)('that is %s has nothing left', (health, over) => {
    const told = detail({ permissions: [aPermission(over)] });

    expect(value(told, 1, 'Health')).toBe(health);
    expect(value(told, 1, 'Left in this period')).toBe('nothing, it has ended');
    expect(value(told, 1, 'Next reset')).toBe('none before it ends');
  });

  it('names the terms of its lease', () => {
    const lease = {
      generation: 3,
      budgetId: aHash(1),
      sessionKey: SESSION_KEY,
      cap: '5000000',
      expiresAt: NOW + DAY,
    };

    expect(value(detail({ permissions: [aPermission({ lease })] }), 1, 'Lease')).toBe(
      'generation 3, cap 5 USDC, until 22 Sep 2026 14:13 UTC',
    );
  });

  it('shows the signed end of its lease as signed, and a shorter one as the word it is', () => {
    const held = aHeld();
    const leases = [aLeaseRecord({ context: held.context })];
    const whole = listed(held);
    const stopped = listed(held, { lease: whole.lease && { ...whole.lease, expiresAt: NOW - 60 } });
    const ends = [{ permission: whole.id, what: 'lease' as const, words: 'ended by the guardian' }];
    const signed = 'generation 1, cap 5 USDC, until 24 Sep 2026 14:13 UTC';
    const told = detail({ leases, permissions: [stopped] });
    const shown = detail({ leases, permissions: [stopped], claims: [aProof({ ends })] });

    for (const one of [told, shown])
      expect(one.parts.at(-1)?.rows.find(({ label }) => label === 'Lease')?.value).toBe(signed);
    expect(value(detail({ leases, permissions: [whole] }), 1, 'Lease')).toBe(signed);
    expect(told.parts.at(-1)?.rows).toContainEqual(
      expect.objectContaining({
        label: 'Lease ends, by the server',
        value: '21 Sep 2026 14:12 UTC',
        source: 'server',
      }),
    );
    expect(shown.parts.at(-1)?.rows).toContainEqual(
      expect.objectContaining({
        label: 'Lease ended',
        value: 'ended by the guardian',
        source: 'chain · block 100',
      }),
    );
  });

  it('for gas is in the currency of the chain, one for an unknown token in base units', () => {
    const gas = aPermission({ token: null, cap: '2000000000000000', left: '1' });
    const odd = aPermission({ id: 'odd', token: anAddress(0x77), cap: '5' });
    const told = detail({ permissions: [gas, odd] });

    expect(told.parts[1]?.heading).toBe('Gas permission');
    expect(value(told, 1, 'Cap')).toBe('0.002 ETH every day');
    expect(value(told, 1, 'Left in this period')).toBe('less than 0.000001 ETH');
    expect(value(told, 2, 'Cap')).toBe('5 base units every day');
  });
});

describe('When clocks disagree', () => {
  const told = detail({ permissions: [aPermission({ expiresAt: NOW - DAY })] }, DISAGREED);

  it('nothing is judged by a comparison of times', () => {
    expect(value(told, 0, 'Permission')).toBe('not known (clocks disagree)');
    expect(value(told, 1, 'Health')).toBe('not known (clocks disagree)');
    expect(value(told, 1, 'Next reset')).toBe('not known (clocks disagree)');
    expect(value(told, 0, 'Last heartbeat')).toBe('21 Sep 2026 14:12 UTC');
  });

  it('dates stay, and a reported revocation is one', () => {
    expect(value(told, 1, 'Until')).toBe('20 Sep 2026 14:13 UTC');
    const revoked = detail({ permissions: [aPermission({ revokedAt: NOW })] }, DISAGREED);
    expect(value(revoked, 1, 'Health')).toBe('revoked');
  });
});

describe('History', () => {
  const entry = (over: Partial<HistoryEntry> = {}): HistoryEntry => ({
    at: NOW,
    kind: 'redeemed',
    golem: 'atlas',
    permission: 'atlas-runway',
    amount: '2500000',
    transaction: null,
    ...over,
  });

  it('tells amounts in the token of the permission it names', () => {
    const gas = aPermission({ id: 'gas', token: null });
    const history = [
      entry(),
      entry({ permission: 'gas', amount: '1000000000000000' }),
      entry({ permission: null }),
      entry({ kind: 'phase', permission: null, amount: null }),
    ];

    expect(detail({ permissions: [aPermission(), gas], history }).history).toEqual([
      '21 Sep 2026 14:13 UTC: phase',
      '21 Sep 2026 14:13 UTC: redeemed 2,500,000 base units of an unknown token',
      '21 Sep 2026 14:13 UTC: redeemed 0.001 ETH',
      '21 Sep 2026 14:13 UTC: redeemed 2.5 USDC',
    ]);
  });

  it('is the last ten of this Golem, newest first', () => {
    const history = Array.from({ length: 30 }, (_, n) =>
      entry({ amount: String(n), golem: n % 2 ? 'atlas' : 'nyx' }),
    );

    const told = detail({ history }).history;

    expect(told).toHaveLength(10);
    expect(told[0]).toContain('0.000029 USDC');
  });
});

describe('Blocks the control plane could not read', () => {
  const gap = (chainId: number) => ({
    ...{ chainId, from: 7, to: 9, blocks: 3 },
    ...{ since: NOW, checks: 1 },
  });
  const gaps = (over: Partial<State>) =>
    detail(over).parts.filter(({ heading }) => heading === 'Gaps of the control plane');

  it('stand on the page of a Golem that lives on their chain, and on no other', () => {
    expect(gaps({ unread: [gap(BASE)] })).toMatchObject([
      { rows: [{ value: expect.stringContaining('3 blocks of Base (7 to 9)') }] },
    ]);
    expect(gaps({ unread: [gap(1)] })).toEqual([]);
    expect(gaps({ unread: [gap(1)], leases: [aLeaseRecord({ chainId: 1 })] })).toHaveLength(1);
  });
});
