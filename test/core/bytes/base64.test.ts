import { describe, expect, it } from 'vitest';
import { base64ToHex } from '../../../src/core/bytes/base64';

describe('base64', () => {
  it('is read as any other reader reads it, for every length and byte', () => {
    for (let length = 0; length < 70; length += 1) {
      const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 89 + length * 31) % 256));
      expect(base64ToHex(bytes.toString('base64'))).toBe(`0x${bytes.toString('hex')}`);
    }
  });

  it.each(['a', 'ab', 'abc', '====', 'a===', 'ab=c', 'Zh==', 'Zm8 ', 'Zm-_', 'Zm9v\n', 'Zm9=v'])(
    'is not what has a wrong length, letter, padding or bits left over: %j',
    (text) => {
      expect(base64ToHex(text)).toBeNull();
    },
  );
});
