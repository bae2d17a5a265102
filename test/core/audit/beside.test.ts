import { describe, expect, it } from 'vitest';
import { besideLease } from '../../../src/core/audit/beside';
import type { State } from '../../../src/core/memory/state';
import type { Grant } from '../../../src/core/runway/grant';
import { aHash, aPermission, GUARDIAN, HASH, NOW, OWNER, STRANGER } from '../../vectors/builders';
import { aHeld } from '../../vectors/ledger';
import { aLeaseRecord, aProof, aState } from '../../vectors/memory';

const held = aHeld();
const beside = (over: Partial<State>, owner = OWNER) =>
  besideLease(aState({ permissions: [], ...over }), {
    golem: 'atlas',
    grant: { hash: HASH, owner } as Grant,
    now: NOW,
  });

describe('Beside a lease that is about to be signed', () => {
  const leases = [aLeaseRecord({ context: held.context })];

  it('stands every signed byte of the Golem that this Snap knows', () => {
    const known = beside({ leases });

    expect(known.chains.map(({ hashes }) => hashes)).toEqual([held.hashes]);
    expect(known.guardians).toEqual([GUARDIAN]);
    expect(
      beside({ leases: [{ ...leases[0], golem: 'boreas' }] as State['leases'] }).chains,
    ).toEqual([]);
    expect(beside({ leases }, STRANGER).chains).toEqual([]);
  });

  it('stands nothing that the chain has shown ended', () => {
    const ends = [
      { permission: 'one', what: 'lease' as const, words: 'ended', leaf: `${held.hashes[0]}` },
    ];

    expect(beside({ leases, claims: [aProof({ ends })] }).chains).toEqual([]);
  });

  it('stands what the control plane lists and no signed byte tells', () => {
    const listed = aPermission({ delegationHashes: [...held.hashes] });
    const strange = aPermission({ id: 'strange', delegationHashes: [aHash(0x77)] });
    const over = aPermission({ id: 'over', delegationHashes: [aHash(0x78)], expiresAt: NOW });
    const own = aPermission({ id: 'own', delegationHashes: [HASH] });

    expect(beside({ leases, permissions: [listed, strange, over, own] }).unseen).toBe(1);
  });
});
