import fc from 'fast-check';
import { type Hex, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { addressOfKey, signerOf, signHash } from '../../../src/core/bytes/curve';
import { concat, numberToHex } from '../../../src/core/bytes/hex';

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const KEY: Hex = `0x${'11'.repeat(32)}`;
const HASH: Hex = `0x${'22'.repeat(32)}`;

const word = (value: bigint) => numberToHex(value, { size: 32 });
/** By hand: viem's own writer refuses what it finds wrong. */
const signatureOf = (r: bigint, s: bigint, v: number) => concat([word(r), word(s), numberToHex(v)]);
const aKey = fc.bigInt(1n, N - 1n).map(word);
const aHash = fc.bigInt(0n, 2n ** 256n - 1n).map(word);
const RUNS = { numRuns: 40 };

describe('a key', () => {
  it('has viem’s address and makes viem’s signatures, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(aKey, aHash, async (key, hash) => {
        const account = privateKeyToAccount(key);

        expect(addressOfKey(key)).toBe(account.address.toLowerCase());
        expect(await signHash(hash, key)).toBe(await account.sign({ hash }));
      }),
      RUNS,
    );
  });

  it('is found again from its signature, in any case of letters', async () => {
    await fc.assert(
      fc.asyncProperty(aKey, aHash, async (key, hash) => {
        const signature = await signHash(hash, key);

        expect(signerOf(hash, signature)).toBe(addressOfKey(key));
        expect(signerOf(hash, `0x${signature.slice(2).toUpperCase()}`)).toBe(addressOfKey(key));
      }),
      RUNS,
    );
  });

  it.each([
    ['zero', word(0n)],
    ['the order of the curve', word(N)],
    ['too short', '0x11'],
    ['too long', `0x${'11'.repeat(33)}`],
    ['not hexadecimal', `0x${'zz'.repeat(32)}`],
  ] as const)('is not one that is %s', async (_, key) => {
    expect(() => addressOfKey(key)).toThrow();
    await expect(signHash(HASH, key)).rejects.toThrow();
  });

  it.each(['0x', '0x22', `0x${'22'.repeat(31)}`, `0x${'22'.repeat(33)}`] as const)(
    'signs nothing but a hash of 32 bytes: %.8s',
    async (hash) => {
      const signature = await signHash(HASH, KEY);

      await expect(signHash(hash, KEY)).rejects.toThrow(RangeError);
      expect(() => signerOf(hash, signature)).toThrow(RangeError);
    },
  );
});

describe('the signer of any 65 bytes', () => {
  it('is the one viem recovers, or nobody', async () => {
    const aNumber = fc.oneof(fc.bigInt(0n, N + 5n), fc.bigInt(0n, N / 2n), fc.constant(N - 1n));
    await fc.assert(
      fc.asyncProperty(aHash, aNumber, aNumber, fc.constantFrom(27, 28), async (hash, r, s, v) => {
        const signature = signatureOf(r, s, v);
        const oracle = await recoverAddress({ hash, signature }).catch(() => null);
        const expected = s > N / 2n ? null : (oracle?.toLowerCase() ?? null);

        expect(signerOf(hash, signature)).toBe(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('is nobody for the same signature turned over: the contracts refuse it', async () => {
    const signature = await signHash(HASH, KEY);
    const [r, s] = [2, 66].map((from) => BigInt(`0x${signature.slice(from, from + 64)}`));
    const turned = signatureOf(r ?? 0n, N - (s ?? 0n), signature.endsWith('1b') ? 28 : 27);

    expect((await recoverAddress({ hash: HASH, signature: turned })).toLowerCase()).toBe(
      addressOfKey(KEY),
    );
    expect(signerOf(HASH, turned)).toBeNull();
  });

  it.each<[string, (sound: Hex) => string]>([
    ['nothing', () => '0x'],
    ['64 bytes', (sound) => sound.slice(0, 130)],
    ['66 bytes', (sound) => `${sound}00`],
    ['v of 0', (sound) => `${sound.slice(0, 130)}00`],
    ['v of 1', (sound) => `${sound.slice(0, 130)}01`],
    ['v of 29', (sound) => `${sound.slice(0, 130)}1d`],
    ['no prefix', (sound) => sound.slice(2)],
    ['a line break at its end', (sound) => `${sound}\n`],
    ['zeros', () => `0x${'00'.repeat(64)}1b`],
    ['what is not hexadecimal', () => `0x${'zz'.repeat(64)}1b`],
  ])('is nobody for %s', async (_, broken) => {
    const sound = await signHash(HASH, KEY);

    expect(signerOf(HASH, sound)).toBe(addressOfKey(KEY));
    expect(signerOf(HASH, broken(sound) as Hex)).toBeNull();
  });
});
