import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { believed, isCurrent, isProvenAlive } from '../../../src/core/audit/believe';
import { endedHere } from '../../../src/core/audit/ending';
import type { State } from '../../../src/core/memory/state';
import { aGolem, aHash, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';
import { aClaim, aProof, aRecord, aState } from '../../vectors/memory';

const said = (phase: 'stable' | 'declining' | 'terminal') => [
  aRecord({ golem: aGolem({ phase }) }),
];
const denied = [aClaim({ verdict: 'contradicted' })];

function phase(over: Partial<State>): string | undefined {
  return believed(aState(over)).golems[0]?.golem.phase;
}

function permission(over: Partial<State>) {
  return believed(aState(over)).permissions[0];
}

describe('Of two phases', () => {
  it('the worse one is believed', () => {
    expect(phase({ golems: said('stable'), claims: [aProof({ phase: 'declining' })] })).toBe(
      'declining',
    );
    expect(phase({ golems: said('declining'), claims: [aProof({ phase: 'stable' })] })).toBe(
      'declining',
    );
  });

  it('not the server’s when the chain denies it', () => {
    const claims = [aProof({ phase: 'stable', claims: denied })];

    expect(phase({ golems: said('terminal'), claims })).toBe('stable');
  });

  it('the server’s when the chain has none', () => {
    expect(phase({ golems: said('stable'), claims: [aProof({ phase: null })] })).toBe('stable');
    expect(phase({ golems: said('stable'), claims: [] })).toBe('stable');
  });
});

describe('A permission', () => {
  const grantEnd = { permission: 'atlas-runway', what: 'grant' as const, words: 'revoked' };

  it('is revoked once the chain shows it, whatever the server lists', () => {
    expect(permission({ claims: [aProof({ ends: [grantEnd] })] })?.revokedAt).toBe(NOW);
  });

  it('is not revoked when the chain shows it in force', () => {
    const permissions = [aPermission({ revokedAt: NOW - 9 })];

    expect(
      permission({ permissions, claims: [aProof({ alive: ['atlas-runway'] })] })?.revokedAt,
    ).toBe(null);
  });

  it('keeps the server’s revocation when the look is older than the status', () => {
    const permissions = [aPermission({ revokedAt: NOW + 300 })];
    const claims = [aProof({ alive: ['atlas-runway'] })];

    expect(permission({ permissions, claims, last_fetch_at: NOW + 600 })?.revokedAt).toBe(
      NOW + 300,
    );
  });

  it('has left what the chain counts, not what the server says', () => {
    const left = [{ permission: 'atlas-runway', amount: '5' }];

    expect(permission({ claims: [aProof({ left })] })?.left).toBe('5');
    expect(permission({ claims: [aProof({ left })], last_fetch_at: NOW + 600 })?.left).toBe(
      '8000000',
    );
  });

  it('has a lease that ends when the chain shows its end', () => {
    const lease = {
      generation: 1,
      budgetId: '1',
      sessionKey: '0x' as const,
      cap: '5',
      expiresAt: NOW + 999,
    };
    const claims = [aProof({ ends: [{ ...grantEnd, what: 'lease' }] })];
    const told = permission({ permissions: [aPermission({ lease })], claims });

    expect(told?.lease?.expiresAt).toBe(NOW);
    expect(told?.revokedAt).toBeNull();
  });
});

describe('An end that the chain showed', () => {
  const [old, fresh] = [aHash(0x01), aHash(0x02)];
  const root = aHash(0x0f);
  const lease = {
    generation: 2,
    budgetId: '1',
    sessionKey: SESSION_KEY,
    cap: '5',
    expiresAt: NOW + 999,
  };
  const ofOld = (what: 'grant' | 'lease') => ({
    claims: [aProof({ ends: [{ permission: 'atlas-runway', what, words: 'ended', leaf: old }] })],
  });
  const listedBy = (leaf: Hex) => [aPermission({ lease, delegationHashes: [leaf, root] })];

  it('is of the very bytes that were asked about: a new lease may go by the same id', () => {
    expect(permission({ permissions: listedBy(old), ...ofOld('lease') })?.lease?.expiresAt).toBe(
      NOW,
    );
    expect(permission({ permissions: listedBy(fresh), ...ofOld('lease') })?.lease?.expiresAt).toBe(
      NOW + 999,
    );
    expect(permission({ permissions: listedBy(old), ...ofOld('grant') })?.revokedAt).toBe(NOW);
    expect(permission({ permissions: listedBy(fresh), ...ofOld('grant') })?.revokedAt).toBeNull();
  });

  it('is none of what the owner ended here, when a new lease goes by the same id', () => {
    const revoking = [{ golem: 'atlas', at: NOW }];
    const ended = (leaf: Hex) =>
      endedHere(aState({ revoking, permissions: listedBy(leaf), ...ofOld('lease') }), 'atlas');

    expect(ended(old)).toBe(true);
    expect(ended(fresh)).toBe(false);
  });
});

describe('A look is of the last status', () => {
  it('when it came with it or after it, and had an answer', () => {
    expect(isCurrent(aProof(), aState())).toBe(true);
    expect(isCurrent(aProof(), aState({ last_fetch_at: NOW + 61 }))).toBe(false);
    expect(isCurrent(aProof({ problem: 'no answer' }), aState())).toBe(false);
    expect(isCurrent(aProof({ seen: null }), aState())).toBe(false);
  });

  it('and only then denies a death', () => {
    const living = (over: Partial<State>, proof = aProof()) =>
      isProvenAlive(aState({ claims: [proof], ...over }), 'atlas');

    expect(living({})).toBe(true);
    expect(living({ last_fetch_at: NOW + 300 })).toBe(false);
    expect(living({}, aProof({ problem: 'no answer' }))).toBe(false);
    expect(living({}, aProof({ phase: 'terminal' }))).toBe(false);
    expect(living({}, aProof({ phase: null }))).toBe(false);
  });
});

describe('A look by an old block', () => {
  const seen = { at: NOW, block: 100, time: NOW - 7200 };

  it('denies no death that the control plane reports, and counts nothing', () => {
    const left = [{ permission: 'atlas-runway', amount: '1' }];
    const state = aState({ claims: [aProof({ seen, left })] });

    expect(isProvenAlive(state, 'atlas')).toBe(false);
    expect(isCurrent(aProof({ seen }), state)).toBe(false);
    expect(believed(state).permissions[0]?.left).toBe(aState().permissions[0]?.left);
  });
});
