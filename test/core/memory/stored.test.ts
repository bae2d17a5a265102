import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyState } from '../../../src/core/memory/state';
import { parseState } from '../../../src/core/memory/stored';
import { aPermission, NOW } from '../../vectors/builders';
import { anAlert, aState, TOKEN } from '../../vectors/memory';

describe('Stored state', () => {
  it('is empty before the first save', () => {
    expect(parseState(null, NOW)).toEqual(emptyState());
    expect(parseState(undefined, NOW)).toEqual(emptyState());
  });

  it('comes back as it was saved', () => {
    const state = aState({
      alert_history: [anAlert()],
      contradictions: [{ key: 'clock', text: 'x', golem: null }],
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
