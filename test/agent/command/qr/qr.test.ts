// QR codes are held against those of another maker, module by module, and drawings against their codes.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../../../src/agent/command/qr/draw';
import { type Qr, qrOf } from '../../../../src/agent/command/qr/qr';

const REQUEST = `https://bardo.ai/request/${'7f'.repeat(32)}`;

const VECTORS: [string, number, string][] = [
  ['hi', 21, '81240590f3a630b0'],
  ['http://localhost:3003/device?code=BARD-7F3A-K9QX', 33, 'f4fdf3b734fa5495'],
  [
    'https://bardo.ai/request/7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    41,
    '72b428a3302a3063',
  ],
  [
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    45,
    'b91b7e904d3e58a9',
  ],
  [
    'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy',
    49,
    '230adb2b282df71c',
  ],
  [
    'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé',
    53,
    'e0d9f033d0d9cf7b',
  ],
  [
    'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
    57,
    'f6862dc828d614e5',
  ],
];

const printOf = (qr: Qr | null) =>
  createHash('sha256')
    .update((qr ?? []).map((line) => line.map((on) => (on ? '1' : '0')).join('')).join('\n'))
    .digest('hex')
    .slice(0, 16);

describe('a QR code', () => {
  // Made by uqr 0.1.3 (level M, no border), whose versions 1, 4, 6, 7, 8, 9 and 10 these are.
  it.each(VECTORS)('of %j is what others draw', (text, size, print) => {
    const qr = qrOf(text);

    expect([qr?.length, printOf(qr)]).toEqual([size, print]);
  });

  it('is none for what is longer than 213 bytes', () => {
    expect(qrOf('z'.repeat(213))).not.toBeNull();
    expect(qrOf('z'.repeat(214))).toBeNull();
    expect(qrOf('é'.repeat(107))).toBeNull();
  });
});

describe('in a terminal', () => {
  const rows = (text: string) =>
    text
      .replaceAll('\u001b[30;107m', '')
      .replaceAll('\u001b[0m', '')
      .split('\n')
      .flatMap((line) => {
        const halves = [...line].map((one) =>
          one === '█' ? [1, 1] : one === '▀' ? [1, 0] : one === '▄' ? [0, 1] : [0, 0],
        );
        return [halves.map(([upper]) => upper), halves.map(([, lower]) => lower)];
      });

  it.each([true, false])(
    'has every module and a quiet zone around it, with colours: %s',
    (colour) => {
      const qr = qrOf(REQUEST) ?? [];
      const seen = rows(drawn(qr, colour));

      for (const [row, line] of qr.entries()) {
        for (const [column, dark] of line.entries()) {
          expect(seen[row + 2]?.[column + 2]).toBe(dark === colour ? 1 : 0);
        }
      }
      const light = colour ? 0 : 1;
      expect(
        seen
          .slice(0, 2)
          .flat()
          .every((one) => one === light),
      ).toBe(true);
      expect(seen.every((line) => line[0] === light && line.at(-1) === light)).toBe(true);
    },
  );
});
