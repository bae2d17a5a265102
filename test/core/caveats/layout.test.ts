import { encodePacked } from 'viem';
import { expect, it } from 'vitest';
import { layout, packedTerms } from '../../../src/core/caveats/layout';
import { anAddress } from '../../vectors/builders';

const ALL = layout(
  'address who, uint8 one, uint16 two, uint40 five, uint256 word, int8 mood, bytes4 four',
);
const FIELDS = {
  who: anAddress(7),
  one: 255,
  two: 65_535,
  five: 2n ** 40n - 1n,
  word: 2n ** 256n - 1n,
  mood: -128,
  four: '0xd09de08a',
} as const;

it('writes the fields as abi.encodePacked does, and reads them back', () => {
  const bytes = ALL.write({ ...FIELDS });

  expect(bytes).toBe(
    encodePacked(
      ['address', 'uint8', 'uint16', 'uint40', 'uint256', 'int8', 'bytes4'],
      [
        FIELDS.who,
        FIELDS.one,
        FIELDS.two,
        Number(FIELDS.five),
        FIELDS.word,
        FIELDS.mood,
        FIELDS.four,
      ],
    ),
  );
  const { who, ...rest } = ALL.read(`0xff${bytes.slice(2)}`, 1);
  expect({ ...rest, who: who.toLowerCase() }).toEqual({ ...FIELDS, who: FIELDS.who.toLowerCase() });
  expect(ALL.size).toBe((bytes.length - 2) / 2);
});

it.each([
  ['one', 256],
  ['one', -1],
  ['one', 1.5],
  ['five', 2n ** 40n],
  ['mood', 128],
  ['four', '0xd09de0'],
  ['who', '0x12'],
])('refuses to write %s as %s', (name, value) => {
  expect(() => ALL.write({ ...FIELDS, [name]: value })).toThrow(RangeError);
});

it('reads terms of exactly its length', () => {
  const { decode } = packedTerms('uint128 after, uint128 before');

  expect(decode(`0x${'01'.padStart(32, '0')}${'02'.padStart(32, '0')}`)).toEqual({
    after: 1n,
    before: 2n,
  });
  expect(() => decode(`0x${'00'.repeat(31)}`)).toThrow('31 bytes long, not 32');
  expect(() => decode('0xzz')).toThrow('not valid hexadecimal');
});
