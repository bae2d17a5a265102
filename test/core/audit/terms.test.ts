import { describe, expect, it } from 'vitest';
import { identityFindings, termsFinding } from '../../../src/core/audit/terms';
import type { Permission } from '../../../src/core/protocol/status';
import { aGolem, anAddress, NOW, USDC_ON_BASE } from '../../vectors/builders';
import { aHeld, aTarget, listed } from '../../vectors/ledger';

const held = aHeld();
const honest = listed(held);
const lease = honest.lease as NonNullable<Permission['lease']>;

describe('Terms', () => {
  it('as signed are verified', () => {
    expect(termsFinding(honest, held)).toMatchObject({
      verdict: 'verified',
      source: 'signed grant and lease',
    });
  });

  it.each<[string, Partial<Permission>]>([
    ['its chain', { chainId: 1 }],
    ['its manager', { manager: anAddress(1) }],
    ['its cap', { cap: '1' }],
    ['its period', { periodSeconds: 3600 }],
    ['its start', { startAt: 1 }],
    ['its end', { expiresAt: NOW + 99 * 86_400 }],
    ['its token', { token: null }],
    ["its lease's generation", { lease: { ...lease, generation: 2 } }],
    ["its lease's budget", { lease: { ...lease, budgetId: '2' } }],
    ["its lease's cap", { lease: { ...lease, cap: '1' } }],
    ["its lease's end", { lease: { ...lease, expiresAt: lease.expiresAt + 1 } }],
    ['its session key', { lease: { ...lease, sessionKey: anAddress(1) } }],
  ])('that misstate %s are contradicted by name', (name, over) => {
    expect(termsFinding({ ...honest, ...over }, held)).toMatchObject({
      verdict: 'contradicted',
      words: expect.stringContaining(`misstates ${name}`),
    });
  });

  it('may show a lease as over sooner: an honest server does when the chain ended it', () => {
    const sooner = { ...honest, lease: { ...lease, expiresAt: NOW - 5 } };

    expect(termsFinding(sooner, held).verdict).toBe('verified');
  });

  it('of a token are compared without regard to letters', () => {
    const shouted = { ...honest, token: `0x${USDC_ON_BASE.slice(2).toUpperCase()}` as const };

    expect(termsFinding(shouted, held).verdict).toBe('verified');
  });
});

describe('Identity', () => {
  const verdicts = (golem: Parameters<typeof aGolem>[0]) =>
    Object.fromEntries(
      identityFindings(aGolem(golem), aTarget()).map(({ what, verdict }) => [what, verdict]),
    );

  it('is what the newest lease names', () => {
    expect(verdicts({})).toEqual({ key: 'verified', guardian: 'verified' });
  });

  it('is contradicted for another chain, key or guardian', () => {
    expect(verdicts({ chainId: 1 }).chain).toBe('contradicted');
    expect(verdicts({ sessionKey: anAddress(1) }).key).toBe('contradicted');
    expect(verdicts({ guardian: null }).guardian).toBe('contradicted');
  });
});
