// What ends and who goes on: a status with Golems of every kind beside each other.
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import type { Permission } from '../../../src/core/protocol/status';
import {
  aGolem,
  aHash,
  anAddress,
  aPermission,
  aScene,
  aStatus,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
} from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const ENDED = 2 ** 32 - 1;
const lease = (over: object = {}): NonNullable<Permission['lease']> => ({
  generation: 5,
  budgetId: '1',
  sessionKey: SESSION_KEY,
  cap: '5000000',
  expiresAt: NOW + 86_400,
  ...over,
});
const leased = (over: Partial<Permission> = {}) =>
  aPermission({ delegationHashes: [aHash(0x1e), aHash(0xd1)], lease: lease(), ...over });

const golems = [
  aGolem(),
  aGolem({ id: 'ember', name: 'Ember', guardian: anAddress(0x61), sessionKey: anAddress(0x51) }),
  aGolem({ id: 'far', name: 'Far', chainId: 1, guardian: anAddress(0x62), sessionKey: null }),
];

function say(permissions: Permission[], signature: string, args: readonly unknown[], over = {}) {
  const call = aCall(BARDO.golemPolicyEnforcer, signature, args, over);
  const scene = aScene({ chainId: call.chainId, watched: aStatus({ golems, permissions }) });
  const [finding] = findingsOf(call, scene);
  if (!finding) throw new Error('nothing was said');
  return finding;
}

const endAll = (permissions: Permission[], over = {}) =>
  say(permissions, 'endAllLeases()', [], over);
const raise = (permissions: Permission[], over: object = {}) => {
  const { manager, guardian, budgetId, generation, ...call } = {
    manager: FRAMEWORK.delegationManager as string,
    guardian: GUARDIAN as string,
    budgetId: 1n,
    generation: ENDED,
    ...over,
  };
  const args = [manager, guardian, budgetId, generation, '0x'];
  return say(permissions, 'raise(address,address,uint64,uint32,bytes)', args, call);
};

describe('the end of all leases', () => {
  it('names who stops, and leaves the grants', () => {
    const { title, lines } = endAll([leased()]);

    expect(title).toBe('Ends the leases of one Golem on Base');
    expect(lines).toEqual([
      'Atlas can no longer spend.',
      'Each needs a new lease to spend by one again.',
      "The grants MetaMask signed stay as they are; they end by MetaMask's own ways.",
    ]);
  });

  it('names who goes on: without a lease, or on another chain', () => {
    const { title, lines } = endAll([
      leased(),
      aPermission({ id: 'e', golem: 'ember' }),
      leased({ id: 'f', golem: 'far', chainId: 1 }),
    ]);

    expect(title).toBe('Ends the leases of one Golem on Base; 2 Golems go on');
    expect(lines.slice(0, 3)).toEqual([
      'Atlas can no longer spend.',
      'Ember goes on: 1 permission without a lease on Base.',
      'Far goes on: 1 permission on Ethereum.',
    ]);
  });

  it('does not say that a Golem stops which loses one of two budgets', () => {
    const { title, lines } = endAll([leased(), aPermission({ id: 'gas', token: null })]);

    expect(title).toBe('Ends the leases of one Golem on Base; Atlas goes on');
    expect(lines.join()).not.toContain('can no longer spend');
    expect(lines[0]).toBe('Atlas goes on: 1 permission without a lease on Base.');
  });

  it.each([
    ['no Golem has a lease', [aPermission()], {}],
    ['the leases are on another chain', [leased()], { chainId: 1 }],
    ['the lease is over', [leased({ lease: lease({ expiresAt: NOW - 1 }) })], {}],
    ['the grant is over', [leased({ revokedAt: NOW - 1 })], {}],
  ])('says that nothing of the owner ends when %s', (_name, permissions, over) => {
    const { title, lines } = endAll(permissions, over);

    expect(title).toMatch(/^Ends no lease of your Golems on/);
    expect(lines.join()).not.toContain('can no longer spend');
  });

  it('of another account leaves the owner’s Golems alone', () => {
    const { title, lines } = endAll([leased()], { from: STRANGER });

    expect(title).toBe('Ends every Bardo lease of this account on Base');
    expect(lines[0]).toBe('It is not the account that feeds your Golems: theirs go on.');
  });

  it('claims nothing of Golems while none is watched', () => {
    const call = aCall(BARDO.golemPolicyEnforcer, 'endAllLeases()', []);
    const [finding] = findingsOf(call, aScene({ watched: null }));

    expect(finding?.lines[0]).toBe(
      'Golems that spend from it by a lease on Base stop until they have a new one.',
    );
  });
});

describe('a raise', () => {
  it('to the last generation ends the lease for good, and a Replicant’s part of it', () => {
    const child = leased({
      id: 'slice',
      golem: 'ember',
      delegationHashes: [aHash(0x5c), aHash(0x1e), aHash(0xd1)],
    });
    const { title, lines } = raise([leased(), child]);

    expect(title).toBe('Ends the lease of Atlas for good');
    expect(lines.slice(0, 2)).toEqual([
      'Atlas, Ember can no longer spend.',
      'Nothing can be leased under this budget again.',
    ]);
  });

  it('above the lease ends it, and a newer one can follow', () => {
    const { title, lines } = raise([leased()], { generation: 6 });

    expect(title).toBe('Ends the lease of Atlas; a newer one can follow');
    expect(lines).toContain('Leases below generation 6 cannot spend any more.');
  });

  it.each([5, 4])('to generation %d leaves a lease of generation 5 as it is', (generation) => {
    const { title, lines } = raise([leased()], { generation });

    expect(title).toBe('Leaves the lease of Atlas as it is');
    expect(lines).toContain('Atlas goes on: 1 permission by a lease on Base.');
  });

  it.each([
    ['another budget', { budgetId: 2n }, 'Ends no lease of Atlas that Bardo knows'],
    [
      'another manager',
      { manager: STRANGER },
      "Ends nothing: it is for another manager than MetaMask's",
    ],
    ['a stranger', { guardian: STRANGER }, 'Ends leases of a Golem Bardo does not watch'],
    [
      'a Golem of another chain',
      { guardian: anAddress(0x62) },
      'Leaves Far as it is: it lives on another chain',
    ],
    [
      'the right Golem on another chain',
      { chainId: 1 },
      'Leaves Atlas as it is: it lives on another chain',
    ],
  ])('for %s does not say that a lease ends', (_name, over, title) => {
    const finding = raise([leased()], over);

    expect(finding.title).toBe(title);
    expect(finding.lines.join()).not.toContain('can no longer spend');
  });

  it('says that a grant without a lease goes on', () => {
    const { title, lines } = raise([aPermission()]);

    expect(title).toBe('Ends no lease of Atlas that Bardo knows');
    expect(lines).toContain('Atlas goes on: 1 permission without a lease on Base.');
  });

  it('keeps titles short for the longest names', () => {
    const long = [aGolem({ id: 'x'.repeat(64), name: '*' })];
    const permissions = [leased({ golem: 'x'.repeat(64) })];
    for (const chainId of [BASE, 1, 421_614]) {
      for (const generation of [4, 6, ENDED]) {
        const args = [FRAMEWORK.delegationManager, GUARDIAN, 1n, generation, '0x'];
        for (const call of [
          aCall(BARDO.golemPolicyEnforcer, 'endAllLeases()', [], { chainId }),
          aCall(BARDO.golemPolicyEnforcer, 'raise(address,address,uint64,uint32,bytes)', args, {
            chainId,
            from: OWNER,
          }),
        ]) {
          const scene = aScene({ chainId, watched: aStatus({ golems: long, permissions }) });
          for (const { title } of findingsOf(call, scene)) {
            expect(title.length).toBeLessThanOrEqual(70);
          }
        }
      }
    }
  });
});
