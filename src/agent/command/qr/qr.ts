// A text as a QR code of level M, in byte mode, up to version 10: links of up to 213 bytes.
import { codewordsOf } from './codewords';

/** Rows of modules, true = dark; without the quiet zone around it. */
export type Qr = boolean[][];
type Drawing = { size: number; dark: Qr; fixed: Qr };

/** Centres of the alignment patterns, from version 2 on. */
const ALIGNED: readonly (readonly number[])[] = [
  ...[18, 22, 26, 30, 34].map((last) => [6, last]),
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** null for a text that is too long. */
export function qrOf(text: string): Qr | null {
  const words = codewordsOf(text);
  if (!words) return null;
  const { version, bytes } = words;
  const drawing = patterns(version);
  const bits = bytes.flatMap((byte) =>
    Array.from({ length: 8 }, (_, at) => ((byte >> (7 - at)) & 1) === 1),
  );
  place(drawing, bits);
  const masked = MASKS.map((_, mask) => withMask(drawing, mask));
  return masked.reduce((best, one) => (unrest(one) < unrest(best) ? one : best));
}

function patterns(version: number): Drawing {
  const size = 17 + 4 * version;
  const blank = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const drawing = { size, dark: blank(), fixed: blank() };
  for (let at = 8; at < size - 8; at += 1) {
    set(drawing, 6, at, at % 2 === 0);
    set(drawing, at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    rings(drawing, row, column, 4);
  }
  const centres = ALIGNED[version - 2] ?? [];
  for (const row of centres) {
    for (const column of centres) {
      const isFinder = drawing.fixed[row]?.[column] && row !== 6 && column !== 6;
      const isCorner =
        (row === 6 && (column === 6 || column === size - 7)) || (column === 6 && row === size - 7);
      if (!isFinder && !isCorner) rings(drawing, row, column, 2);
    }
  }
  format(drawing, 0);
  if (version >= 7) versionBits(drawing, version);
  return drawing;
}

function set({ size, dark, fixed }: Drawing, row: number, column: number, on: boolean): void {
  if (row < 0 || column < 0 || row >= size || column >= size) return;
  (dark[row] ?? [])[column] = on;
  (fixed[row] ?? [])[column] = true;
}

/** Squares in each other; the finder's (`reach` 4) has a light border of its own. */
function rings(drawing: Drawing, row: number, column: number, reach: 2 | 4): void {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      set(drawing, row + down, column + right, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
    }
  }
}

/** Level M is 00, then the mask; ten bits of correction, and the whole turned by a fixed pattern. */
function format(drawing: Drawing, mask: number): void {
  const { size } = drawing;
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const on = ((bits >> at) & 1) === 1;
    set(drawing, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, 8, on);
    set(drawing, 8, at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, on);
  }
  set(drawing, size - 8, 8, true);
}

function versionBits(drawing: Drawing, version: number): void {
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const on = ((bits >> at) & 1) === 1;
    const [far, near] = [drawing.size - 11 + (at % 3), Math.floor(at / 3)];
    set(drawing, near, far, on);
    set(drawing, far, near, on);
  }
}

/** Of a polynomial over two elements, moved up by `degree`. */
function remainder(value: number, degree: number, divisor: number): number {
  let rest = value << degree;
  for (let at = 31; at >= degree; at -= 1) {
    if ((rest >>> at) & 1) rest ^= divisor << (at - degree);
  }
  return rest;
}

/** In pairs of columns from the right, up and down in turn; the column of the timing pattern is left out. */
function place({ size, dark, fixed }: Drawing, bits: readonly boolean[]): void {
  let at = 0;
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row]?.[column]) continue;
        (dark[row] ?? [])[column] = bits[at] ?? false;
        at += 1;
      }
    }
  }
}

function withMask({ size, dark, fixed }: Drawing, mask: number): Qr {
  const turned = MASKS[mask] ?? (() => false);
  const masked = dark.map((line, row) =>
    line.map((on, column) => (fixed[row]?.[column] ? on : on !== turned(row, column))),
  );
  format({ size, dark: masked, fixed: fixed.map((line) => [...line]) }, mask);
  return masked;
}

/** What makes a code hard to read: long runs, squares, what looks like a finder, too much of one shade. */
function unrest(qr: Qr): number {
  const columns = qr.map((_, column) => qr.map((line) => line[column] ?? false));
  const lines = [...qr, ...columns].map((line) => line.map((on) => (on ? '1' : '0')).join(''));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []);
  const finders = lines.flatMap((line) => line.match(/(?=10111010000|00001011101)/g) ?? []);
  const squares = qr.flatMap((line, row) =>
    line.filter((on, column) => {
      const corner = [qr[row]?.[column + 1], qr[row + 1]?.[column], qr[row + 1]?.[column + 1]];
      return corner.every((other) => other === on);
    }),
  );
  const dark = qr.flat().filter(Boolean).length / qr.length ** 2;
  return (
    runs.reduce((sum, run) => sum + run.length - 2, 0) +
    3 * squares.length +
    40 * finders.length +
    10 * Math.floor(Math.abs(dark - 0.5) * 20)
  );
}
