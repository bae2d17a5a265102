import { describe, expect, it } from 'vitest';
import { endOf, leaseEndOf } from '../../../src/core/audit/ends';
import type { Facts } from '../../../src/core/audit/facts';
import { ENDED_GENERATION } from '../../../src/core/caveats/golem-policy';
import { OWNER } from '../../vectors/builders';
import { aHeld, aTarget, listed, someFacts } from '../../vectors/ledger';

const held = aHeld();
const permission = listed(held);
const [leaseHash, grantHash] = held.hashes;

const grant = (facts: Partial<Facts>, bytes: typeof held | null = held) =>
  endOf(permission, bytes, OWNER, someFacts(facts));
const lease = (facts: Partial<Facts>, bytes: typeof held | null = held) =>
  leaseEndOf(permission, bytes, aTarget(), someFacts(facts));

describe('A grant is over', () => {
  it('by its own disabling or the counter of the account, and by nothing else', () => {
    expect(grant({})).toBeNull();
    expect(grant({ disabled: (hash) => hash === grantHash })).toBe('revoked by its giver on chain');
    expect(grant({ nonce: () => 1n })).toBe('ended with all grants of the account');
  });

  it('not because its lease is disabled', () => {
    expect(grant({ disabled: (hash) => hash === leaseHash })).toBeNull();
    expect(grant({ disabled: (hash) => hash === leaseHash }, null)).toBeNull();
  });

  it('or not: nobody knows when the chain did not answer', () => {
    expect(grant({ disabled: () => null })).toBe('unknown');
    expect(grant({ nonce: () => null })).toBe('unknown');
  });

  it('by the counter only when its signed bytes are known', () => {
    expect(grant({ nonce: () => 1n }, null)).toBeNull();
  });
});

describe('A lease is over', () => {
  it.each<[string, Partial<Facts>, string]>([
    ['disabled', { disabled: (hash) => hash === leaseHash }, 'revoked by its giver on chain'],
    ['by the epoch of the owner', { epoch: () => 1n }, 'ended with all leases of the owner'],
    ['replaced', { budget: () => ({ floor: 2n, units: 0n }) }, 'replaced by a newer lease'],
    [
      'ended for ever',
      { budget: () => ({ floor: ENDED_GENERATION, units: 0n }) },
      'ended for good by the guardian',
    ],
  ])('when it is %s', (_name, facts, words) => {
    expect(lease(facts)).toContain(words);
  });

  it('not at its own generation', () => {
    expect(lease({ budget: () => ({ floor: 1n, units: 0n }) })).toBeNull();
  });

  it.each<[string, Partial<Facts>]>([
    ['hash', { disabled: () => null }],
    ['epoch', { epoch: () => null }],
    ['budget', { budget: () => null }],
  ])('or not: nobody knows when the %s was not answered', (_name, facts) => {
    expect(lease(facts)).toBe('unknown');
  });

  it('by a generation under the guardian the server names, when its bytes are not known', () => {
    expect(lease({}, null)).toBeNull();
    expect(lease({ budget: () => ({ floor: 2n, units: 0n }) }, null)).toContain('replaced');
    expect(lease({ budget: () => null }, null)).toBe('unknown');
  });
});
