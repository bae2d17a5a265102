import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeStrict, Unreadable } from '../../../src/core/bytes/abi';
import { workMs } from '../../vectors/work';

const word = (value: number) => value.toString(16).padStart(64, '0');

describe('canonical layout', () => {
  const pair = {
    name: 'd',
    type: 'tuple[2]',
    components: [
      { name: 'b', type: 'address' },
      { name: 'c', type: 'string[]' },
    ],
  };
  const params: AbiParameter[] = [
    { type: 'tuple[]', components: [{ name: 'a', type: 'bytes' }, pair] },
    { type: 'uint8' },
    { type: 'bytes' },
  ];
  const part = {
    b: `0x${'11'.repeat(20)}`,
    c: ['one', '', 'a string that is longer than one word'],
  };
  const values = [
    [
      { a: '0x', d: [part, { ...part, c: [] }] },
      { a: `0x${'ab'.repeat(33)}`, d: [part, part] },
    ],
    7,
    '0x01',
  ];
  const encoded = encodeAbiParameters(params as never, values as never);

  it('accepts what an encoder writes, nested and empty parts included', () => {
    expect(decodeStrict(params, encoded)).toEqual(values);
    expect(decodeStrict([], '0x')).toEqual([]);
  });

  it('refuses a byte more, a byte less, and any changed offset or length', () => {
    const moved: Hex = `0x${word(0x80)}${encoded.slice(66)}`;
    for (const data of [`${encoded}00`, encoded.slice(0, -2), moved] as Hex[]) {
      expect(() => decodeStrict(params, data)).toThrow(Unreadable);
    }
  });
});

describe('offsets made to exhaust memory', () => {
  const shared = (count: number, tail: string) =>
    `0x${word(0x20)}${word(count)}${word(count * 32).repeat(count)}${tail}` as Hex;

  it.each([
    ['two thousand items sharing one long tail', shared(1900, word(60_000) + 'ab'.repeat(60_000))],
    ['an array that claims a million items', `0x${word(0x20)}${word(1_000_000)}` as Hex],
    ['an array that claims 2^32 - 1 items', `0x${word(0x20)}${word(2 ** 32 - 1)}` as Hex],
    ['an offset that points at itself', `0x${word(0)}`.padEnd(2 + 64 * 4000, '0') as Hex],
    ['every word the same offset', `0x${word(0x20).repeat(4000)}` as Hex],
  ])('refuses %s at once', (_name, data) => {
    const started = workMs();

    expect(() => decodeStrict([{ type: 'bytes[]' }], data)).toThrow(Unreadable);
    expect(() => decodeStrict([{ type: 'string[][]' }], data)).toThrow(Unreadable);
    expect(workMs() - started).toBeLessThan(1000);
  });
});

describe('one word', () => {
  const ONES = 'f'.repeat(64);

  it.each([
    ['bool', word(2)],
    ['uint8', word(256)],
    ['uint48', `${'0'.repeat(51)}1${'0'.repeat(12)}`],
    ['int8', word(128)],
    ['int16', `${'f'.repeat(60)}7fff`],
    ['address', `${'0'.repeat(23)}1${'1'.repeat(40)}`],
    ['bytes4', `${'1'.repeat(8)}${'0'.repeat(55)}1`],
  ])('of a %s is refused when %s says more than its type holds', (type, dirty) => {
    expect(() => decodeStrict([{ type }], `0x${dirty}`)).toThrow(Unreadable);
    expect(() => decodeStrict([{ type: `${type}[1]` }], `0x${dirty}`)).toThrow(Unreadable);
  });

  it.each([
    ['uint48', word(2 ** 48 - 1), 2 ** 48 - 1],
    ['uint56', word(7), 7n],
    ['uint256', ONES, 2n ** 256n - 1n],
    ['int24', ONES, -1],
    ['int256', `8${'0'.repeat(63)}`, -(2n ** 255n)],
    ['bytes32', ONES, `0x${ONES}`],
    ['bool', word(1), true],
  ])('of a %s reads as viem reads it', (type, digits, value) => {
    expect(decodeStrict([{ type }], `0x${digits}`)).toEqual([value]);
    expect(decodeAbiParameters([{ type }], `0x${digits}`)).toEqual([value]);
  });

  it.each([
    ['text that is not UTF-8', 'ff'],
    ['text that begins with a byte order mark', 'efbbbf41'],
  ])('%s is not read', (_name, text) => {
    const data: Hex = `0x${word(32)}${word(text.length / 2)}${text.padEnd(64, '0')}`;

    expect(() => decodeStrict([{ type: 'string' }], data)).toThrow(Unreadable);
  });
});
