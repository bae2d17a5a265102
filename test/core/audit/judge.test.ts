import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/core/audit/facts';
import { judge } from '../../../src/core/audit/judge';
import type { Target } from '../../../src/core/audit/questions';
import type { GrantedChain } from '../../../src/core/delegations/delegation-chain';
import type { Golem, Permission } from '../../../src/core/protocol/status';
import { aGolem, aHash, anAddress, NOW } from '../../vectors/builders';
import { aHeld, aTarget, listed, someFacts } from '../../vectors/ledger';

function verdicts(target: Target, facts: Facts = someFacts(), signedPhase: number | null = null) {
  const findings = judge(target, { facts, serverTime: NOW, signedPhase });
  return Object.fromEntries(findings.map(({ what, verdict }) => [what, verdict]));
}

const saying = (over: Partial<Permission>) => {
  const held = aHeld();
  return aTarget({ held: [held], permissions: [listed(held, over)] });
};
const golem = (over: Partial<Golem>) => aTarget({ golem: aGolem(over) });
const shows = (phase: 'declining' | 'terminal' | null) =>
  someFacts({ vitality: () => ({ phase, reportedAt: NOW }) });

describe('An honest status', () => {
  it('is verified line by line', () => {
    expect(verdicts(aTarget())).toEqual({
      key: 'verified',
      guardian: 'verified',
      phase: 'verified',
      terms: 'verified',
      end: 'verified',
      left: 'verified',
    });
  });

  it('may show less left than the chain counts: balance, phase and caution', () => {
    expect(verdicts(saying({ left: '1' })).left).toBe('verified');
  });

  it('may show a worse phase than the chain when the key of the Golem signed it', () => {
    expect(verdicts(golem({ phase: 'declining' }), someFacts(), 3).phase).toBe('verified');
    expect(verdicts(golem({ phase: 'declining' }), someFacts(), 2).phase).toBe('differs');
  });

  it('is not doubted about the session key while a grant to the guardian has no lease', () => {
    const leased = aHeld();
    const hashes = leased.hashes.slice(-1);
    const guardian = aGolem().guardian as GrantedChain['redeemer'];
    const held: GrantedChain = { ...leased, hashes, lease: null, redeemer: guardian };

    expect(verdicts(aTarget({ held: [held] }))).not.toHaveProperty('key');
    const direct = { ...held, redeemer: anAddress(9) };
    expect(verdicts(aTarget({ held: [direct] })).key).toBe('contradicted');
  });

  it('is not doubted for a counter that starts again between block and answer', () => {
    const facts = someFacts({ time: NOW - 4 * 3600, periodLeft: () => 0n });

    expect(verdicts(aTarget(), facts).left).toBe('unproven');
  });

  it('may list a revoked grant and a lease that the chain ended', () => {
    const disabled = someFacts({ disabled: () => true });
    expect(verdicts(saying({ revokedAt: NOW - 5, left: '0' }), disabled).end).toBe('verified');
    const lease = listed(aHeld()).lease;
    const over = lease && { lease: { ...lease, expiresAt: NOW - 5 }, left: '0' };
    const raised = someFacts({ budget: () => ({ floor: 2n, units: 0n }) });
    expect(verdicts(saying(over ?? {}), raised).end).toBe('verified');
  });
});

describe('A false status', () => {
  const lease = listed(aHeld()).lease as NonNullable<Permission['lease']>;

  it.each<[string, Target, string]>([
    ['another cap', saying({ cap: '99000000' }), 'terms'],
    ['another end', saying({ expiresAt: NOW + 99 * 86_400 }), 'terms'],
    ['another period', saying({ periodSeconds: 3600 }), 'terms'],
    ['another start', saying({ startAt: NOW - 9 }), 'terms'],
    ['another manager', saying({ manager: anAddress(9) }), 'terms'],
    ['another token', saying({ token: anAddress(9) }), 'terms'],
    ['another chain of the permission', saying({ chainId: 10 }), 'terms'],
    ['another generation', saying({ lease: { ...lease, generation: 9 } }), 'terms'],
    ['another budget', saying({ lease: { ...lease, budgetId: '9' } }), 'terms'],
    [
      'another key of the lease',
      saying({ lease: { ...lease, sessionKey: anAddress(9) } }),
      'terms',
    ],
    ['another cap of the lease', saying({ lease: { ...lease, cap: '9' } }), 'terms'],
    ['a longer lease', saying({ lease: { ...lease, expiresAt: lease.expiresAt + 1 } }), 'terms'],
    ['another session key', golem({ sessionKey: anAddress(9) }), 'key'],
    ['another guardian', golem({ guardian: anAddress(9) }), 'guardian'],
    ['another chain', golem({ chainId: 10 }), 'chain'],
  ])('with %s is contradicted by the signed bytes, whatever the block', (_name, target, key) => {
    expect(verdicts(target)[key]).toBe('contradicted');
  });

  it.each<[string, Target, Facts, string]>([
    ['a better phase', aTarget(), shows('declining'), 'phase'],
    ['a hidden death', aTarget(), shows('terminal'), 'phase'],
    ['a false death', golem({ phase: 'terminal' }), someFacts(), 'phase'],
    ['a hidden revocation', aTarget(), someFacts({ disabled: () => true }), 'end'],
    ['a hidden end of all grants', aTarget(), someFacts({ nonce: () => 1n }), 'end'],
    ['a false revocation', saying({ revokedAt: NOW - 500 }), someFacts(), 'end'],
    ['a hidden epoch', aTarget(), someFacts({ epoch: () => 1n }), 'end'],
    [
      'an old generation',
      aTarget(),
      someFacts({ budget: () => ({ floor: 2n, units: 0n }) }),
      'end',
    ],
    [
      'a false end of the lease',
      saying({ lease: { ...lease, expiresAt: NOW - 5 } }),
      someFacts(),
      'end',
    ],
    ['hidden spending', aTarget(), someFacts({ budget: () => ({ floor: 1n, units: 1n }) }), 'left'],
    ['more than the period leaves', aTarget(), someFacts({ periodLeft: () => 4_999_999n }), 'left'],
    ['a hidden grant', aTarget({ permissions: [] }), someFacts(), 'hidden'],
  ])('with %s differs from the block', (_name, target, facts, key) => {
    expect(verdicts(target, facts)[key]).toBe('differs');
  });
});

describe('Without the signed bytes', () => {
  const bare = aTarget({ held: [], permissions: [listed(aHeld())] });

  it('nothing is verified: the guardian is the word of the server, and so are the hashes', () => {
    expect(verdicts(bare)).toEqual({ phase: 'unproven', end: 'unproven' });
  });

  it('a record under a guardian the server names proves no death', () => {
    const dead = { ...bare, golem: aGolem({ phase: 'terminal' }) };
    const facts = someFacts({ vitality: () => ({ phase: 'terminal', reportedAt: NOW }) });

    expect(verdicts(dead, facts).phase).toBe('unproven');
  });

  it('a disabled hash and an overtaken generation still show', () => {
    expect(verdicts(bare, someFacts({ disabled: () => true })).end).toBe('differs');
    const raised = someFacts({ budget: () => ({ floor: 2n, units: 0n }) });
    expect(verdicts(bare, raised).end).toBe('differs');
  });

  it('a revocation stays unproven: the nonce is not known', () => {
    const target = { ...bare, permissions: [listed(aHeld(), { revokedAt: NOW - 500 })] };

    expect(verdicts(target).end).toBe('unproven');
  });

  it('other bytes than the listed hashes are not taken for them', () => {
    const target = aTarget({ permissions: [listed(aHeld(), { delegationHashes: [aHash(7)] })] });

    expect(verdicts(target).terms).toBeUndefined();
  });
});

describe('A chain that does not answer', () => {
  it('makes things unproven, never false', () => {
    const silent = someFacts({
      disabled: () => null,
      nonce: () => null,
      epoch: () => null,
      budget: () => null,
      vitality: () => null,
      periodLeft: () => null,
    });

    expect(verdicts(aTarget(), silent)).toMatchObject({ phase: 'unproven', end: 'unproven' });
    expect(Object.values(verdicts(aTarget(), silent))).not.toContain('differs');
  });
});
