import { type AbiParameter, encodeAbiParameters, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeStrict, Unreadable } from '../../../src/core/decoders/abi';
import { hasCanonicalLayout } from '../../../src/core/decoders/layout';

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
  const encoded = encodeAbiParameters(
    params as never,
    [
      [
        { a: '0x', d: [part, { ...part, c: [] }] },
        { a: `0x${'ab'.repeat(33)}`, d: [part, part] },
      ],
      7,
      '0x01',
    ] as never,
  );

  it('accepts what an encoder writes, nested and empty parts included', () => {
    expect(hasCanonicalLayout(params, encoded)).toBe(true);
    expect(hasCanonicalLayout([], '0x')).toBe(true);
  });

  it('refuses a byte more, a byte less, and any changed offset or length', () => {
    expect(hasCanonicalLayout(params, `${encoded}00`)).toBe(false);
    expect(hasCanonicalLayout(params, encoded.slice(0, -2))).toBe(false);
    const moved = `0x${word(0x80)}${encoded.slice(66)}`;
    expect(hasCanonicalLayout(params, moved)).toBe(false);
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
    const started = performance.now();

    expect(() => decodeStrict([{ type: 'bytes[]' }], data)).toThrow(Unreadable);
    expect(() => decodeStrict([{ type: 'string[][]' }], data)).toThrow(Unreadable);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
