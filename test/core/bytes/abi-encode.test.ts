import fc from 'fast-check';
import { type AbiParameter, encodeAbiParameters as viem } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeStrict } from '../../../src/core/bytes/abi';
import { encodeAbiParameters } from '../../../src/core/bytes/abi-encode';

const encode = (params: readonly AbiParameter[], values: readonly unknown[]) =>
  encodeAbiParameters(params as never, values as never);

type Typed = { param: AbiParameter; value: unknown };

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((list) => `0x${Buffer.from(list).toString('hex')}`);

const bits = fc.integer({ min: 1, max: 32 }).map((bytes) => 8 * bytes);

const typed = (type: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Typed> =>
  values.map((value) => ({ param: { type, name: 'x' }, value }));

const integer = (type: string, min: bigint, max: bigint, size: number) =>
  typed(
    type,
    fc.bigInt({ min, max }).map((value) => (size <= 48 ? Number(value) : value)),
  );

const atom: fc.Arbitrary<Typed> = fc.oneof(
  bits.chain((size) => integer(`uint${size}`, 0n, 2n ** BigInt(size) - 1n, size)),
  bits.chain((size) => {
    const half = 2n ** BigInt(size - 1);
    return integer(`int${size}`, -half, half - 1n, size);
  }),
  fc.integer({ min: 1, max: 32 }).chain((size) => typed(`bytes${size}`, hex(size))),
  typed('address', hex(20)),
  typed('bool', fc.boolean()),
  typed('string', fc.string({ unit: 'binary' })),
  fc.integer({ min: 0, max: 70 }).chain((size) => typed('bytes', hex(size))),
);

/** Lists repeat one value: what matters is how they are laid out. */
const { any } = fc.letrec<{ any: Typed }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc
      .tuple(tie('any'), fc.integer({ min: 0, max: 3 }), fc.boolean())
      .map(([one, count, fixed]) => ({
        param: { ...one.param, type: `${one.param.type}[${fixed && count > 0 ? count : ''}]` },
        value: Array(count).fill(one.value),
      })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((parts) => ({
      param: {
        name: 'x',
        type: 'tuple',
        components: parts.map(({ param }, index) => ({ ...param, name: `part${index}` })),
      },
      value: Object.fromEntries(parts.map(({ value }, index) => [`part${index}`, value])),
    })),
  ),
}));

const lower = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : (one as unknown))),
    (_, one) =>
      typeof one === 'string' && /^0x[0-9a-f]{40}$/i.test(one) ? one.toLowerCase() : one,
  );

describe('encoding', () => {
  it('writes what viem writes, and the strict decoder reads it back', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (items) => {
        const params = items.map(({ param }) => param);
        const values = items.map(({ value }) => value);
        const encoded = encode(params, values);

        expect(encoded).toBe(viem(params as never, values as never));
        expect(lower(decodeStrict(params, encoded))).toEqual(lower(values));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['uint8', 256],
    ['uint8', -1],
    ['uint256', 2n ** 256n],
    ['uint256', 1.5],
    ['uint256', '1'],
    ['int8', 128],
    ['bool', 1],
    ['address', '0x1234'],
    ['address', null],
    ['bytes4', '0x123456'],
    ['bytes', '0x123'],
    ['bytes', 'text'],
    ['string', 7],
    ['uint256[]', 1n],
    ['uint256[2]', [1n]],
    ['nonsense', 1n],
  ])('refuses a %s that is %s', (type, value) => {
    expect(() => encode([{ type }], [value])).toThrow(RangeError);
  });

  it('refuses a struct without one of its parts, and too many values', () => {
    const components = [{ name: 'a', type: 'uint8' }];

    expect(() => encode([{ type: 'tuple', components }], [{}])).toThrow(RangeError);
    expect(() => encode([{ type: 'tuple', components }], [null])).toThrow(RangeError);
    expect(() => encode([{ type: 'bool' }], [true, true])).toThrow(RangeError);
  });
});
