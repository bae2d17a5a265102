import fc from 'fast-check';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { emptyState } from '../../../src/core/memory/state';
import { parseState } from '../../../src/core/memory/stored';
import { withDeaths } from '../../../src/core/watch/absorb';
import { RANK } from '../../../src/core/watch/cause';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import {
  aLeaseRecord,
  anAlert,
  aProof,
  aRecord,
  aState,
  aVital,
  TOKEN,
} from '../../vectors/memory';

/** As versions before 4 wrote it. */
function packed(key: string, rank: number, golem: string | null) {
  const { kind: _kind, chainId: _chain, point: _point, ...alert } = anAlert({ rank, golem });
  return { ...alert, key, pending: [] };
}

describe('Stored state', () => {
  it('is empty before the first save', () => {
    expect(parseState(null, NOW)).toEqual(emptyState());
    expect(parseState(undefined, NOW)).toEqual(emptyState());
  });

  it('comes back as it was saved', () => {
    const state = aState({
      alert_history: [anAlert()],
      contradictions: [{ what: 'clock', of: null, text: 'x', golem: null }],
      failure: { kind: 'slow', detail: 'x', at: NOW, count: 1, since: NOW },
      revoking: [{ golem: 'atlas', at: NOW }],
      blind: { from: NOW - 5, to: NOW },
    });

    expect(parseState(JSON.parse(JSON.stringify(state)), NOW)).toEqual(state);
  });

  it('of the unversioned draft crosses over with its token alone', () => {
    const draft = {
      golems: { atlas: {} },
      permissions: {},
      alert_history: [],
      auth_token: TOKEN,
      last_fetch_at: 3,
    };

    expect(parseState(draft, NOW)).toEqual({ ...emptyState(), auth_token: TOKEN });
    expect(parseState({ ...draft, auth_token: null }, NOW)).toEqual(emptyState());
  });

  it('of 0.1.0 crosses over whole, and nothing in it is announced again', () => {
    const { vitals: _vitals, unasked: _unasked, refused: _refused, ...second } = aState();
    const old = (key: string, rank: number, golem: string | null = 'atlas') => {
      const { label: _label, more: _more, ...alert } = packed(key, rank, golem);
      return alert;
    };
    const { fingerprint, ...proof } = aProof({ golem: 'nyx', phase: 'terminal' });
    const head = { chainId: 8453, seen: { block: 7, time: NOW, at: NOW }, problem: null };
    const lease = (by: string, context: Hex) => ({ ...aLeaseRecord(), by, context });
    const stored = {
      ...second,
      version: 2,
      golems: [aRecord(), aRecord({ golem: aGolem({ id: 'nyx', phase: 'terminal' }) })],
      alert_history: [old('died:nyx', 0, 'nyx'), old('died:atlas', 0), old('plane', 9, null)],
      claims: [{ ...proof, mark: fingerprint }],
      heads: [head],
      leases: [lease('signed', '0x01'), lease('restored', '0x02')],
      revoking: [{ golem: 'atlas', at: NOW }],
    };

    const state = parseState(JSON.parse(JSON.stringify(stored)), NOW);

    expect(state.set_aside).toBeNull();
    for (const kept of ['golems', 'permissions', 'auth_token', 'owner', 'revoking']) {
      expect(state[kept as 'golems'], kept).toEqual(stored[kept as 'golems']);
    }
    expect(state.claims).toEqual([{ ...proof, fingerprint }]);
    expect(state.heads).toEqual([{ ...head, failing: 0, doubt: null }]);
    expect(state.leases.map(({ by, context }) => [by, context])).toEqual([
      ['signed', '0x01'],
      ['shown', '0x02'],
    ]);
    // Proven there, merely reported, and of the control plane.
    expect(state.alert_history.map(({ rank }) => rank)).toEqual([
      RANK.died,
      RANK.diedReported,
      RANK.plane,
    ]);
  });

  it('of before, with text where bytes belong, loses that alone', () => {
    const sound = aLeaseRecord();
    const stored = { ...aState(), version: 3, alert_history: [], contradictions: [], claims: [] };
    const leases = [{ ...sound, context: 'signed' }, sound];

    const state = parseState({ ...stored, owner: 'Ada', leases }, NOW);

    expect(state).toEqual({ ...aState(), ...stored, version: 4, owner: null, leases: [sound] });
  });

  it('of 0.1.0 with a false report of a death tells the true one', () => {
    const { vitals: _vitals, unasked: _unasked, refused: _refused, ...second } = aState();
    const reported = packed('died:atlas', 0, 'atlas');
    const state = parseState({ ...second, version: 2, alert_history: [reported] }, NOW);

    const [alert] = withDeaths(
      { ...state, vitals: [aVital({ phase: 'terminal' })] },
      NOW + 300,
    ).alert_history;

    expect(alert).toMatchObject({ rank: RANK.died, pending: ['native', 'inApp'] });
  });

  it('of a newer Bardo is set aside whole and said to be newer', () => {
    const state = parseState({ ...aState(), version: 7, wonders: true }, NOW);

    expect(state).toEqual({ ...emptyState(), set_aside: state.set_aside });
    expect(state.set_aside).toMatchObject({
      at: NOW,
      reason: 'it was written by a newer Bardo (state version 7)',
    });
    expect(state.set_aside?.raw).toContain('"wonders":true');
  });

  it.each([
    ['golems', [{ ...aState().golems[0], seenAt: 'yesterday' }]],
    ['permissions', [{ ...aPermission(), cap: '-1' }]],
    ['alert_history', {}],
    ['auth_token', 7],
    ['sent', { native: [], inApp: [null] }],
    ['history', 'x'],
    ['version', '1'],
    ['surplus', true],
  ])('with a damaged %s is set aside, and the field is named', (field, value) => {
    const state = parseState({ ...aState(), [field]: value }, NOW);

    expect(state.auth_token).toBeNull();
    expect(state.set_aside?.reason).toMatch(new RegExp(`^its field "${field}.*" is damaged$`));
  });
});

describe('Any stored state', () => {
  it('is bounded when set aside', () => {
    const state = parseState({ ...aState(), version: 9, filler: 'x'.repeat(1_000_000) }, NOW);

    expect(state.set_aside?.raw).toHaveLength(65_536);
  });

  it('never crashes Bardo and never lets anything foreign in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const state = parseState(stored, NOW);
        expect(parseState(state, NOW)).toEqual(state);
        if (stored !== null) expect(state.set_aside ?? state.auth_token).not.toBeUndefined();
      }),
    );
  });
});
