import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { withProofs } from '../../../src/core/audit/record';
import { aPermission, BASE, NOW } from '../../vectors/builders';
import { aProof, aState } from '../../vectors/memory';

const lease = (golem: string, context: Hex) => ({
  golem,
  chainId: BASE,
  context,
  signedAt: NOW,
  by: 'signed' as const,
});

describe('A look into the state', () => {
  it('replaces the proof of the same Golem and keeps the others', () => {
    const claims = [aProof({ gas: '1' }), aProof({ golem: 'nyx' })];
    const state = aState({ claims, leases: [lease('nyx', '0x01')] });
    const after = withProofs(state, [aProof({ gas: '2' })], [], NOW);

    expect(after.claims.map(({ golem, gas }) => [golem, gas])).toEqual([
      ['atlas', '2'],
      ['nyx', null],
    ]);
  });

  it('forgets proofs of what is neither listed nor signed for any more', () => {
    const after = withProofs(aState({ claims: [aProof({ golem: 'gone' })] }), [], [], NOW);

    expect(after.claims).toEqual([]);
  });

  it('keeps restored bytes once, before those signed here', () => {
    const state = aState({ leases: [lease('atlas', '0x02')] });
    const after = withProofs(state, [], [lease('atlas', '0x01'), lease('atlas', '0x02')], NOW);

    expect(after.leases.map(({ context }) => context)).toEqual(['0x01', '0x02']);
  });

  it('closes an end that was asked for when, and only when, the chain shows it', () => {
    const revoking = [{ golem: 'atlas', at: NOW }];
    const state = aState({ revoking, permissions: [aPermission({ revokedAt: NOW })] });
    const end = { permission: 'atlas-runway', what: 'grant' as const, words: 'revoked' };

    expect(withProofs(state, [aProof()], [], NOW).revoking).toEqual(revoking);
    expect(withProofs(state, [aProof({ ends: [end] })], [], NOW).revoking).toEqual([]);
  });
});
