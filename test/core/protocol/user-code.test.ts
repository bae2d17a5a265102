import { type Hex, keccak256, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import { UserCode } from '../../../src/core/protocol/fields';
import { parseUserCode, userCodeOf } from '../../../src/core/protocol/user-code';

const DIGEST: Hex = `0x${'d1'.repeat(32)}`;
const nonceOf = (number: number): Hex => toHex(number, { size: 32 });
const CODES = Array.from({ length: 300 }, (_, index) => userCodeOf(DIGEST, nonceOf(index)));

/** Written out a second time: the first ten hex digits of the hash, five bits a letter. */
function codeByOthers(digest: Hex, nonce: Hex): string {
  const hash = keccak256(`${digest}${nonce.slice(2)}`).slice(2, 12);
  const bits = [...hash].map((one) => Number.parseInt(one, 16).toString(2).padStart(4, '0'));
  const letters = (bits.join('').match(/.{5}/g) ?? []).map(
    (five) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(five, 2)],
  );
  return `BARD-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

describe('the code of a request', () => {
  it('is eight letters of the hash over digest and nonce', () => {
    for (const [index, code] of CODES.entries()) {
      expect(code).toBe(codeByOthers(DIGEST, nonceOf(index)));
      expect(check(code, UserCode)).toEqual({ ok: true, value: code });
    }
  });

  it('is one that anybody can hold theirs against', () => {
    expect(userCodeOf(`0x${'00'.repeat(32)}`, `0x${'00'.repeat(32)}`)).toBe('BARD-NMS2-HDKP');
  });

  it('is another with another nonce or digest', () => {
    expect(new Set(CODES).size).toBe(CODES.length);
    expect(userCodeOf(`0x${'d2'.repeat(32)}`, nonceOf(0))).not.toBe(CODES[0]);
  });
});

describe('a code that somebody typed', () => {
  it('is read as it was meant', () => {
    const meant = 'BARD-7F3A-K910';
    for (const typed of [
      'BARD-7F3A-K910',
      'bard-7f3a-k910',
      '7f3ak910',
      '7F3A-K9lO',
      ' bard 7f3a k9io ',
      'BARD–7F3A—K910',
      'bard7f3ak910',
      'Bard_7f3a.k910\n',
    ]) {
      expect(parseUserCode(typed)).toBe(meant);
    }
    for (const code of CODES) expect(parseUserCode(code.toLowerCase())).toBe(code);
  });

  it('may begin with the letters of its prefix', () => {
    expect(parseUserCode('BARD7F3A')).toBe('BARD-BARD-7F3A');
    expect(parseUserCode('BARD-BARD-7F3A')).toBe('BARD-BARD-7F3A');
  });

  it.each([
    '',
    'BARD',
    '7F3A',
    'BARD-7F3A-K9',
    'BARD-7F3A-K9QXX',
    'BARD-7F3A-K9QU',
    'BIRD-7F3A-K9QX',
    '7F3A-K9Q!',
    '7F3AK9Q\u0000',
    '７F3AK9QX',
    'x'.repeat(100_000),
    `7F3AK9QX${' '.repeat(64)}`,
  ])('is refused when it is none: %j', (typed) => {
    expect(parseUserCode(typed)).toBeNull();
  });
});
