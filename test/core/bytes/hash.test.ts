import * as viem from 'viem';
import { describe, expect, it } from 'vitest';
import { getAddress, hashMessage, isAddress, keccak256 } from '../../../src/core/bytes/hash';
import { hexToString, numberToHex, stringToHex } from '../../../src/core/bytes/hex';

const SAMPLES = ['0x', '0x00', `0x${'ab'.repeat(200)}`] as const;

describe('hashes', () => {
  it.each(SAMPLES)('of %.12s are viem’s', (data) => {
    expect(keccak256(data)).toBe(viem.keccak256(data));
    expect(hashMessage(data)).toBe(viem.hashMessage({ raw: data }));
  });

  it('are viem’s around the ends of the blocks of 136 bytes', () => {
    for (const length of [1, 135, 136, 137, 271, 272, 273, 1000]) {
      const data = numberToHex(2n ** BigInt(8 * length) / 255n, { size: length });
      expect(keccak256(data)).toBe(viem.keccak256(data));
    }
  });

  it('refuse half a byte', () => {
    expect(() => keccak256('0x123')).toThrow();
    expect(() => keccak256('0xzz')).toThrow();
  });
});

describe('an address', () => {
  it('gets the checksum viem gives it, however it came and however many came before', () => {
    for (let at = 0; at < 1500; at += 1) {
      const digits = viem.keccak256(viem.numberToHex(at)).slice(2, 42);
      expect(getAddress(`0x${digits}`)).toBe(viem.getAddress(`0x${digits}`));
      expect(getAddress(`0x${digits.toUpperCase()}`)).toBe(viem.getAddress(`0x${digits}`));
      for (const text of [digits, digits.toUpperCase(), getAddress(`0x${digits}`).slice(2)]) {
        expect(isAddress(`0x${text}`)).toBe(viem.isAddress(`0x${text}`));
      }
    }
  });

  it.each(['0x', '0x1234', `0x${'z'.repeat(40)}`, 'a'.repeat(42)])('is not %.8s', (text) => {
    expect(() => getAddress(text)).toThrow(RangeError);
    expect(isAddress(text)).toBe(false);
  });
});

describe('text and numbers as bytes', () => {
  it.each(['', 'plain', 'ñ – 漢 🜁', '\ud800'])('%s is viem’s', (text) => {
    expect(stringToHex(text)).toBe(viem.stringToHex(text));
    expect(hexToString(stringToHex(text))).toBe(viem.hexToString(viem.stringToHex(text)));
  });

  it('fill their size, or refuse', () => {
    expect(numberToHex(255, { size: 2 })).toBe('0x00ff');
    expect(numberToHex(4095n)).toBe('0xfff');
    expect(() => numberToHex(256, { size: 1 })).toThrow(RangeError);
    expect(() => numberToHex(-1)).toThrow(RangeError);
  });
});
