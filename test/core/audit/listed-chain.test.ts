import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { chainOf } from '../../../src/core/audit/listed-chain';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { readGrantedChain } from '../../../src/core/delegations/delegation-chain';
import { isSignedByKeys } from '../../../src/core/delegations/signed-by-keys';
import { BASE, GUARDIAN, NOW, OWNER, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { aDelegation, grantCaveats } from '../../vectors/delegations';
import { aSignedGrant, childLink, leaseLink, REPLICANT } from '../../vectors/leases';
import { aContext, aHeld, listed } from '../../vectors/ledger';
import { signedBy } from '../../vectors/signed';

describe('A chain of signed links', () => {
  it('is read from its bytes alone', () => {
    const held = aHeld();

    expect(held).toMatchObject({
      chainId: BASE,
      account: OWNER,
      redeemer: SESSION_KEY,
      grant: { token: USDC_ON_BASE, cap: 10_000_000n, periodSeconds: 86_400, nonce: 0n },
      lease: { guardian: GUARDIAN, terms: { cap: 5_000_000n, generation: 1n } },
    });
    expect(held.grant.expiresAt).toBe(NOW + 7 * 86_400);
    expect(held.hashes).toHaveLength(2);
    expect(held.lease?.hash).toBe(held.hashes[0]);
  });

  it('without a lease has none', () => {
    const held = readGrantedChain(encodeContext([aDelegation({ delegate: SESSION_KEY })]), BASE);

    expect(held).toMatchObject({ lease: null, redeemer: SESSION_KEY });
  });

  it('of a Replicant keeps the lease of its parent', () => {
    const grant = aDelegation();
    const lease = leaseLink(grant);
    const held = readGrantedChain(encodeContext([childLink(lease), lease, grant]), BASE);

    expect(held).toMatchObject({ redeemer: REPLICANT, lease: { guardian: GUARDIAN } });
  });

  it.each<[string, `0x${string}`]>([
    ['is no context', '0x1234'],
    ['is empty', encodeContext([])],
    ['is broken', encodeContext([leaseLink(aDelegation()), aDelegation({ salt: 1n })])],
    ['has no budget', encodeContext([aDelegation({ caveats: [] })])],
    [
      'has two budgets',
      encodeContext([aDelegation({ caveats: [...grantCaveats(), ...grantCaveats()] })]),
    ],
    ['is cut off', aContext().slice(0, -64) as `0x${string}`],
  ])('is nothing when it %s', (_name, context) => {
    expect(readGrantedChain(context, BASE)).toBeNull();
  });
});

describe('A permission of the server', () => {
  it('is the one whose bytes have its hashes', () => {
    const [one, other] = [aHeld(), aHeld({ generation: 2n })];

    expect(chainOf(listed(other), [one, other])).toBe(other);
    expect(chainOf(listed(other), [one])).toBeNull();
  });
});

describe('Signatures', () => {
  const owner = privateKeyToAccount(generatePrivateKey());

  it('hold for the chain they were made for, and for no other', async () => {
    const grant = await aSignedGrant(owner);
    const context = encodeContext([grant]);

    expect(isSignedByKeys(readGrantedChain(context, BASE) as never)).toBe(true);
    expect(isSignedByKeys(readGrantedChain(context, 1) as never)).toBe(false);
  });

  it('must all be there', async () => {
    const guardian = privateKeyToAccount(generatePrivateKey());
    const address = guardian.address.toLowerCase() as Address;
    const grant = await aSignedGrant(owner, { delegate: address });
    const link = leaseLink(grant, {}, address);
    const lease = await signedBy(guardian, link, BASE);
    const of = (first: typeof link) =>
      readGrantedChain(encodeContext([first, grant]), BASE) as never;

    expect(isSignedByKeys(of(lease))).toBe(true);
    expect(isSignedByKeys(of(link))).toBe(false);
  });
});
