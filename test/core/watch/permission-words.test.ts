// What the home page says of a Golem's permissions, and never says while a grant is open.
import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { golemListOf } from '../../../src/core/watch/golem-list';
import { aGolem, aHash, aPermission, BASE, NOW, SESSION_KEY } from '../../vectors/builders';
import { aHeld, listed } from '../../vectors/ledger';
import { aLeaseRecord, anOrder, aProof, aRecord, aState, aVital } from '../../vectors/memory';

const said = (over: Partial<State>, now = NOW) =>
  golemListOf(aState(over), { now, skew: 0 })[0]?.permission;

const held = aHeld();
const leases = [aLeaseRecord({ context: held.context })];
const whole = listed(held);
const stopped = listed(held, { lease: whole.lease && { ...whole.lease, expiresAt: NOW - 60 } });
const end = (what: 'grant' | 'lease') => [{ permission: whole.id, what, words: 'ended' }];

describe('A lease that is over', () => {
  const permissions = [stopped];

  it('leaves its grant open, and is not called revoked', () => {
    const claims = [aProof({ ends: end('lease') })];

    expect(said({ leases, permissions, claims })).toBe('lease ended, grant still open');
    expect(said({ leases, permissions: [whole] }, NOW + 4 * 86_400)).toBe(
      'lease expired, grant still open',
    );
  });

  it('by the control plane alone is told as its word', () => {
    expect(said({ leases, permissions })).toBe(
      "lease ended by the control plane's word, not seen on chain; grant still open",
    );
  });

  it('because the owner ended it here is told so until the chain shows it', () => {
    const revoking = [{ golem: 'atlas', at: NOW }];
    const orders = [anOrder()];

    expect(said({ leases, permissions, revoking, orders })).toBe(
      'ended by you here, not seen on chain yet',
    );
    const claims = [aProof({ ends: end('lease') })];
    expect(said({ leases, permissions, revoking, orders, claims })).toBe(
      'lease ended, grant still open',
    );
    // Approved where no guardian could sign: nothing was ended here.
    expect(said({ leases, permissions, revoking })).toBe(
      "lease ended by the control plane's word, not seen on chain; grant still open",
    );
    expect(said({ leases, permissions: [whole], revoking })).toBe('healthy');
  });
});

describe('A grant that is over', () => {
  it('is called by what ended it', () => {
    const revoked = aPermission({ revokedAt: NOW - 1 });
    const expired = aPermission({ id: 'old', expiresAt: NOW - 1 });

    expect(said({ permissions: [revoked] })).toBe('revoked');
    expect(said({ permissions: [expired] })).toBe('expired');
    expect(said({ permissions: [revoked, expired] })).toBe('revoked or expired');
    expect(said({ permissions: [stopped], claims: [aProof({ ends: end('grant') })] })).toBe(
      'revoked',
    );
  });
});

describe('The permission of a dead Golem', () => {
  const golems = [aRecord({ golem: aGolem({ phase: 'terminal' }) })];
  const vitals = [aVital({ phase: 'terminal', chainId: BASE })];
  const dead = (permissions: State['permissions'], over: Partial<State> = {}) =>
    said({ golems, vitals, permissions, ...over });
  const lease = {
    generation: 1,
    budgetId: '2',
    sessionKey: SESSION_KEY,
    cap: '1',
    expiresAt: NOW + 9,
  };

  it('never reads healthy, and says which grants are open', () => {
    const gas = aPermission({
      id: 'gas',
      token: null,
      lease,
      delegationHashes: [aHash(1), aHash(2)],
    });

    expect(dead([whole])).toBe("can't spend: dead. Its grant is still open");
    expect(dead([whole, gas])).toBe("can't spend: dead. Its 2 grants are still open");
    expect(dead([{ ...whole, revokedAt: NOW - 1 }])).toBe(
      'dead. No grant of it is known to be open',
    );
  });

  it('may still be spent where no lease stands over it, and on another chain', () => {
    expect(dead([aPermission({ lease: null })])).toBe(
      'dead on Base. Its grant is still open and may still be spent',
    );
    expect(dead([{ ...whole, chainId: 1 }])).toBe(
      'dead on Base. Its grant is still open and may still be spent',
    );
  });

  it('is not said to be stopped by a mere report', () => {
    expect(dead([whole], { vitals: [] })).toBe(
      'reported dead, not proven on chain. Its grant is still open and may still be spent',
    );
  });
});
