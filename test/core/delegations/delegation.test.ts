import * as oracle from '@metamask/delegation-core';
import fc from 'fast-check';
import { type Hex, hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import {
  ANY_DELEGATE,
  brokenLink,
  type Delegation,
  decodeContext,
  digestOf,
  encodeContext,
  hashDelegation,
  ROOT_AUTHORITY,
} from '../../../src/core/delegations/delegation';
import { anAddress, BASE } from '../../vectors/builders';
import { aChain, aDelegation } from '../../vectors/delegations';
import { workMs } from '../../vectors/work';

const hex = (minLength: number, maxLength: number) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);
const anyDelegation: fc.Arbitrary<Delegation> = fc.record({
  delegate: hex(20, 20),
  delegator: hex(20, 20),
  authority: hex(32, 32),
  caveats: fc.array(fc.record({ enforcer: hex(20, 20), terms: hex(0, 80), args: hex(0, 40) }), {
    maxLength: 6,
  }),
  salt: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  signature: hex(0, 70),
});
const official = (delegation: Delegation) => ({
  ...delegation,
  caveats: [...delegation.caveats],
});

describe('a context', () => {
  it("is encoded and read as MetaMask's own library does", () => {
    fc.assert(
      fc.property(fc.array(anyDelegation, { maxLength: 4 }), (links) => {
        const context = encodeContext(links);

        expect(context).toBe(oracle.encodeDelegations(links.map(official)));
        expect(lower(decodeContext(context))).toEqual(lower(links));
      }),
      { numRuns: 60 },
    );
  });

  it('must be the one proper encoding of its links', () => {
    const context = encodeContext(aChain(2));

    for (const bad of [
      '0x',
      `${context}00`,
      `${context}${'00'.repeat(32)}`,
      context.slice(0, -2),
      context.slice(0, -64),
      context.replace(anAddress(0x0a).slice(2), `${anAddress(0x0a).slice(2)}00`),
      // A dirty address: bytes above the twentieth are set.
      context.replace(
        `${'00'.repeat(12)}${anAddress(0x6a).slice(2)}`,
        `${'01'.repeat(12)}${anAddress(0x6a).slice(2)}`,
      ),
    ]) {
      expect(() => decodeContext(bad as Hex), bad.slice(-20)).toThrow(Unreadable);
    }
  });

  it('is refused when it is longer than any real one', () => {
    const caveats = Array(33).fill({ enforcer: anAddress(1), terms: '0x', args: '0x' });

    expect(() => decodeContext(encodeContext(Array(9).fill(aDelegation())))).toThrow(
      '9 delegations',
    );
    expect(() => decodeContext(encodeContext([aDelegation({ caveats })]))).toThrow('33 rules');
  });

  it('never throws anything but Unreadable, and quickly, whatever the bytes', () => {
    const context = encodeContext(aChain(3));
    const started = workMs();

    fc.assert(
      fc.property(
        fc.nat(context.length / 2 - 2),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 0, max: 64 }),
        (at, byte, cut) => {
          const start = 2 + 2 * at;
          const flipped = `${context.slice(0, start)}${byte.toString(16).padStart(2, '0')}${context.slice(start + 2)}`;
          attempt(flipped.slice(0, flipped.length - cut) as Hex);
        },
      ),
      { numRuns: 300 },
    );
    for (const count of [1_000_000n, 2n ** 32n, 2n ** 255n]) attempt(listOf(count));

    expect(workMs() - started).toBeLessThan(5000);
  });
});

describe('the hash', () => {
  it("equals MetaMask's library's and viem's", () => {
    fc.assert(
      fc.property(anyDelegation, (delegation) => {
        expect(hashDelegation(delegation)).toBe(oracle.hashDelegation(official(delegation)));
        expect(digestOf(delegation, BASE)).toBe(
          hashTypedData({
            domain: {
              name: 'DelegationManager',
              version: '1',
              chainId: BASE,
              verifyingContract: FRAMEWORK.delegationManager,
            },
            primaryType: 'Delegation',
            types: {
              Caveat: [
                { name: 'enforcer', type: 'address' },
                { name: 'terms', type: 'bytes' },
              ],
              Delegation: [
                { name: 'delegate', type: 'address' },
                { name: 'delegator', type: 'address' },
                { name: 'authority', type: 'bytes32' },
                { name: 'caveats', type: 'Caveat[]' },
                { name: 'salt', type: 'uint256' },
              ],
            },
            message: delegation,
          }),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('leaves out what the redeemer adds', () => {
    const caveats = aDelegation().caveats.map((caveat) => ({ ...caveat, args: '0x1234' as Hex }));

    expect(hashDelegation(aDelegation({ caveats, signature: '0xabcd' }))).toBe(
      hashDelegation(aDelegation()),
    );
  });

  it('uses the constants of the official library', () => {
    expect(ROOT_AUTHORITY).toBe(oracle.ROOT_AUTHORITY);
    expect(ANY_DELEGATE).toBe(oracle.ANY_BENEFICIARY);
  });
});

describe('a chain', () => {
  it.each([1, 2, 3])('of %i links fits together', (links) => {
    expect(brokenLink(decodeContext(encodeContext(aChain(links))))).toBeNull();
  });

  it('is broken by a wrong parent, a wrong passer-on, or a missing root', () => {
    const [leaf, root] = aChain(2) as [Delegation, Delegation];

    expect(brokenLink([leaf])).toBe('it does not end in a root delegation');
    expect(brokenLink([{ ...leaf, authority: ROOT_AUTHORITY }, root])).toContain('another parent');
    expect(brokenLink([{ ...leaf, delegator: anAddress(0x99) }, root])).toContain('somebody else');
  });

  it('may hang below an open delegation', () => {
    const root = aDelegation({ delegate: ANY_DELEGATE });
    const leaf = aDelegation({ delegator: anAddress(0x99), authority: hashDelegation(root) });

    expect(brokenLink([leaf, root])).toBeNull();
  });
});

function attempt(context: Hex): void {
  try {
    decodeContext(context);
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
  }
}

/** A list that claims `count` entries and points all of them at itself. */
function listOf(count: bigint): Hex {
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  return `0x${word(32n)}${word(count)}${word(0n).repeat(3000)}`;
}

function lower(value: unknown): unknown {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}` : item));
  return JSON.parse(text.toLowerCase());
}
