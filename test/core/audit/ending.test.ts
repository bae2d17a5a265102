import { describe, expect, it } from 'vitest';
import { endedHere, endStageOf, openEndings } from '../../../src/core/audit/ending';
import type { State } from '../../../src/core/memory/state';
import { aGolem, aPermission, BASE, GUARDIAN, NOW } from '../../vectors/builders';
import { aHeld, listed } from '../../vectors/ledger';
import { anOrder, aProof, aRecord, aState } from '../../vectors/memory';

const revoking = [{ golem: 'atlas', at: NOW }];
const gas = aPermission({ id: 'gas', token: null });
const end = (permission: string, what: 'grant' | 'lease' = 'lease') => ({
  permission,
  what,
  words: what === 'grant' ? 'revoked by its giver on chain' : 'ended for good by the guardian',
});

const ended = (ends: ReturnType<typeof end>[], over: Partial<State> = {}) =>
  aState({ revoking, claims: [aProof({ ends })], ...over });

describe('An end asked for here is proven', () => {
  it('when the chain shows the end of every permission', () => {
    expect(endedHere(ended([end('atlas-runway')]), 'atlas')).toBe(true);
  });

  it('not when one of two still pays', () => {
    const permissions = [aPermission(), gas];

    expect(endedHere(ended([end('atlas-runway')], { permissions }), 'atlas')).toBe(false);
    expect(endedHere(ended([end('atlas-runway'), end('gas')], { permissions }), 'atlas')).toBe(
      true,
    );
  });

  it('not by an older lease that a newer one replaced', () => {
    const permissions = [aPermission({ id: 'old' }), aPermission()];

    expect(endedHere(ended([end('old')], { permissions }), 'atlas')).toBe(false);
  });

  it('also when the time of the others is over on chain', () => {
    const permissions = [aPermission(), aPermission({ id: 'old', expiresAt: NOW })];

    expect(endedHere(ended([end('atlas-runway')], { permissions }), 'atlas')).toBe(true);
  });

  it('not by the word of the server, and not when nobody asked for it', () => {
    const told = aState({ revoking, permissions: [aPermission({ revokedAt: NOW })] });

    expect(endedHere(told, 'atlas')).toBe(false);
    expect(endedHere(ended([end('atlas-runway')], { revoking: [] }), 'atlas')).toBe(false);
  });
});

describe('A Golem that was ended here and leased again', () => {
  const lease = { golem: 'atlas', chainId: BASE, context: '0x' as const, by: 'signed' as const };
  const endedBefore = (signedAt: number) =>
    ended([end('atlas-runway', 'grant')], {
      revoking: [],
      orders: [anOrder()],
      leases: [{ ...lease, signedAt }],
    });

  it('was not ended here a second time by whatever ends the new lease', () => {
    expect(endedHere(endedBefore(NOW - 1), 'atlas')).toBe(true);
    expect(endedHere(endedBefore(NOW + 1), 'atlas')).toBe(false);
  });
});

describe('An end is under way', () => {
  it('until the chain shows the end of the grant itself', () => {
    expect(openEndings(ended([]))).toEqual(revoking);
    expect(openEndings(ended([end('atlas-runway')]))).toEqual(revoking);
    expect(openEndings(ended([end('atlas-runway', 'grant')]))).toEqual([]);
  });

  it('whatever the server says', () => {
    const permissions = [aPermission({ revokedAt: NOW })];

    expect(openEndings(ended([], { permissions }))).toEqual(revoking);
    expect(openEndings(aState({ revoking, permissions }))).toEqual(revoking);
  });

  it('no longer when its time is over', () => {
    expect(openEndings(ended([], { permissions: [aPermission({ expiresAt: NOW })] }))).toEqual([]);
  });
});

describe('The owner is told', () => {
  const stage = (over: Partial<State>) => endStageOf(aState({ revoking, ...over }), 'atlas');

  it('nothing when no end is under way', () => {
    expect(stage({ revoking: [] })).toBeNull();
  });

  it('that nothing was signed for what has no guardian, and nothing ended', () => {
    const golems = [aRecord({ golem: aGolem({ guardian: null }) })];
    const permissions = [aPermission({ lease: null })];
    const told = stage({ golems, permissions });

    expect(told).toMatchObject({
      title: 'Not ended',
      line: 'Nothing was signed here to end it: end its grant on the site.',
      text: expect.stringMatching(/no guardian of this Bardo was there to sign it\. Only your own/),
    });
    expect(JSON.stringify(told)).not.toContain('ended it here');
  });

  it('that its guardian may live elsewhere, where one is named and this Bardo could not sign', () => {
    const golems = [aRecord({ golem: aGolem({ guardian: GUARDIAN }) })];

    for (const told of [stage({ golems }), stage({ golems: [], permissions: [listed(aHeld())] })]) {
      expect(told?.text).toContain(
        'Another recovery phrase or another Snap may hold its guardian and end its lease.',
      );
      expect(told?.text).toContain('Only your own transaction on the site ends its grant.');
    }
  });

  it('that nobody has taken the order yet, and that it is handed on', () => {
    const told = stage({ orders: [anOrder({ deliveredAt: NOW }), anOrder()] });

    expect(told?.line).toContain('has not taken the order yet');
    expect(told?.text).toContain('sends it again at every check');
  });

  it('that it was taken and its effect is not seen', () => {
    const told = stage({ orders: [anOrder({ deliveredAt: NOW })] });

    expect(told?.text).toContain('took the signed order, and Bardo has not seen its effect');
  });

  it('that the lease is over by proof, and the grant above it open', () => {
    const orders = [anOrder({ deliveredAt: NOW })];
    const told = stage({ orders, claims: [aProof({ ends: [end('atlas-runway')] })] });

    expect(told).toMatchObject({
      title: 'Lease ended, grant open',
      text: expect.stringMatching(
        /^The chain shows at block 100: ended for good by the guardian\./,
      ),
    });
  });

  it('nothing of orders of an earlier end', () => {
    const told = stage({ orders: [anOrder({ at: NOW - 3600, deliveredAt: NOW - 3600 })] });

    expect(told?.text).toContain('Only your own transaction');
  });
});
