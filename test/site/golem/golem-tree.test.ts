// Which links are over: what the tree strikes through, and nothing else.
import { describe, expect, it } from 'vitest';
import { endedLinks } from '../../../site/golem/golem-tree';
import type { Permission } from '../../../src/core/protocol/status';
import { aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

const hash = (byte: string): `0x${string}` => `0x${byte.repeat(32)}`;
const [ROOT, LEASE, SLICE] = [hash('01'), hash('02'), hash('03')];
const lease = (expiresAt: number) => ({
  ...{ generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '1' },
  expiresAt,
});
const grant = (over: Partial<Permission> = {}) =>
  aPermission({
    delegationHashes: [LEASE, ROOT],
    lease: lease(NOW + 100),
    expiresAt: NOW + 200,
    ...over,
  });
const slice = (over: Partial<Permission> = {}) =>
  grant({ delegationHashes: [SLICE, LEASE, ROOT], ...over });
const ended = (permissions: Permission[], dead = false) =>
  [...endedLinks(permissions, { now: NOW, dead })].sort();

describe('a link is over', () => {
  it.each<[string, Permission[], string[]]>([
    ['never while it lives', [grant(), slice()], []],
    ['all of them with the grant', [grant({ revokedAt: NOW })], [ROOT, LEASE]],
    ['all of them when the grant expires', [grant({ expiresAt: NOW })], [ROOT, LEASE]],
    ['the lease alone when it ends', [grant({ lease: lease(NOW) })], [LEASE]],
    ['the slice alone when it is switched off', [grant(), slice({ revokedAt: NOW })], [SLICE]],
    ['the slice alone, by what its own page knows', [slice({ revokedAt: NOW })], [SLICE]],
    [
      'the grant, though a slice of it is still listed as live',
      [grant({ delegationHashes: [ROOT], lease: null, revokedAt: NOW })],
      [ROOT],
    ],
  ])('%s', (_what, permissions, over) => {
    expect(ended(permissions)).toEqual(over);
  });

  it('with the Golem’s death: its lease, and not the owner’s grant', () => {
    expect(ended([grant(), slice()], true)).toEqual([LEASE, SLICE]);
  });
});
