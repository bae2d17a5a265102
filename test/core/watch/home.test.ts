import { describe, expect, it } from 'vitest';
import type { Failure, State } from '../../../src/core/memory/state';
import {
  awayWords,
  bannersOf,
  clockNote,
  lastingAlerts,
  nothingOf,
  provenanceOf,
  screenOf,
} from '../../../src/core/watch/home';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { anAlert, aRecord, aState, named } from '../../vectors/memory';

function titles(state: Partial<State>, local = NOW): string[] {
  return bannersOf(aState(state), local).map((banner) => banner.title);
}

function failed(kind: Failure['kind'], detail = 'it answered with code 500'): Failure {
  return { kind, detail, at: NOW, count: 1, since: NOW - 60 };
}

describe('The screen', () => {
  it('is the first run, an empty house or the Golems', () => {
    expect(screenOf(aState({ golems: [], auth_token: null }))).toBe('first-run');
    expect(screenOf(aState({ golems: [] }))).toBe('empty');
    expect(screenOf(aState({ golems: [], last_fetch_at: null }))).toBe('waiting');
    expect(screenOf(aState({ golems: [aRecord({ dismissed: true })] }))).toBe('empty');
    expect(screenOf(aState())).toBe('golems');
    expect(screenOf(aState({ auth_token: null }))).toBe('golems');
  });
});

it('An empty house says who was put away, and what of theirs may be open', () => {
  const golems = [aRecord({ dismissed: true })];

  expect(nothingOf(aState({ golems: [], permissions: [] }), NOW).text).toContain('listed yet');
  expect(nothingOf(aState({ golems }), NOW)).toEqual({
    text: 'Bardo is connected and watching. You put away 1 Golem; no other is listed. 1 grant is still open. End it on the site.',
    open: true,
  });
  expect(nothingOf(aState({ golems, permissions: [] }), NOW)).toEqual({
    text: expect.stringContaining('No permission of yours is known to be in force.'),
    open: false,
  });
});

it('A list says what is open of Golems that were put away', () => {
  const golems = [aRecord(), aRecord({ golem: aGolem({ id: 'away' }), dismissed: true })];
  const permissions = [aPermission(), aPermission({ id: 'p', golem: 'away' })];

  expect(awayWords(aState({ golems, permissions }), NOW)).toBe(
    'Of Golems you put away 1 grant is still open. End it on the site.',
  );
  expect(awayWords(aState({ golems }), NOW)).toBeNull();
});

describe('A banner', () => {
  it('is not there when all is well', () => {
    expect(titles({})).toEqual([]);
    expect(titles({}, NOW + 660)).toEqual([]);
  });

  it('admits that figures are out of date, in either direction', () => {
    expect(titles({}, NOW + 661)).toEqual(['Out of date']);
    expect(titles({}, NOW - 661)).toEqual(['Out of date']);
    expect(bannersOf(aState(), NOW + 7200)[0]?.text).toBe(
      'These figures are from 21 Sep 2026 14:13 UTC. Refresh to see the present.',
    );
  });

  it.each([
    ['rejected', 'Not watching: token rejected', 'danger'],
    ['other-owner', 'Contradiction: another owner', 'danger'],
    ['unreachable', 'Control plane unreachable', 'warning'],
    ['slow', 'No usable status', 'warning'],
    ['busy', 'No usable status', 'warning'],
    ['too-large', 'No usable status', 'warning'],
    ['unreadable', 'No usable status', 'warning'],
    ['refused', 'No usable status', 'warning'],
  ] as const)('tells a failure of kind %s as "%s"', (kind, title, severity) => {
    expect(bannersOf(aState({ failure: failed(kind) }), NOW)).toMatchObject([{ title, severity }]);
  });

  it('says in words what went wrong and since when', () => {
    expect(bannersOf(aState({ failure: failed('refused') }), NOW)[0]?.text).toContain(
      'no usable answer: it answered with code 500. Since 21 Sep 2026 14:12 UTC.',
    );
  });

  it('shows one contradiction and counts the rest', () => {
    const contradictions = [1, 2, 3].map((n) => ({
      what: `k-${n}`,
      of: null,
      text: `Text ${n}.`,
      golem: null,
    }));

    expect(bannersOf(aState({ contradictions }), NOW)).toMatchObject([
      { severity: 'danger', text: 'Text 1. And 2 more.' },
    ]);
  });

  it('admits a blind spell for a week', () => {
    const blind = { from: NOW - 7200, to: NOW };

    expect(titles({ blind })).toEqual(['A blind spell']);
    expect(titles({ blind }, NOW + 7 * 86_400 + 1)).toEqual(['Out of date']);
  });

  it('says that stored data was set aside', () => {
    const set_aside = { at: NOW, reason: 'its field "golems" is damaged', raw: '' };

    expect(bannersOf(aState({ set_aside }), NOW)[0]?.text).toContain(
      'its field "golems" is damaged',
    );
  });
});

describe('Provenance', () => {
  it('names source, age and that the chain was not asked', () => {
    expect(provenanceOf(aState(), NOW + 180)).toBe(
      'Source: control plane, fetched at 14:13 UTC. Not checked on chain.',
    );
    expect(provenanceOf(aState({ last_fetch_at: null }), NOW)).toBe('No status received yet.');
  });

  it('doubts ages when clocks disagree', () => {
    expect(clockNote({ now: NOW, skew: 5 })).toBeNull();
    expect(clockNote({ now: null, skew: 9999 })).toContain('not reliable');
  });
});

describe('Alerts shown', () => {
  it('are those that last, worst first and newest of equals first', () => {
    const alert_history = [
      anAlert({ ...named('old'), rank: 3, at: NOW - 9 }),
      anAlert({ ...named('new'), rank: 3 }),
      anAlert({ ...named('worst'), rank: 0 }),
      anAlert({ ...named('over'), rank: 0, clearedAt: NOW }),
    ];

    expect(lastingAlerts(aState({ alert_history })).map(({ point }) => point?.what)).toEqual([
      'worst',
      'new',
      'old',
    ]);
  });

  it('are none of a Golem that was put away', () => {
    const state = aState({ alert_history: [anAlert()], golems: [aRecord({ dismissed: true })] });

    expect(lastingAlerts(state)).toEqual([]);
  });
});

describe('Chains beside the source', () => {
  const head = (time: number, chainId = 8453) => ({
    ...{ chainId, seen: { block: 100, time, at: NOW }, problem: null, failing: 0, doubt: null },
  });

  it('are not called checked by an old block', () => {
    const stale = provenanceOf(aState({ heads: [head(NOW - 7200)] }), NOW);
    const both = provenanceOf(aState({ heads: [head(NOW), head(NOW - 7200, 10)] }), NOW);

    expect(stale).toContain(
      "Not checked on chain. Not fresh: Base at block 100, 2 h old by this computer's clock.",
    );
    expect(both).toContain(
      'Checked on chain: Base at block 100, at 14:13 UTC. Not fresh: OP Mainnet at',
    );
  });
});
