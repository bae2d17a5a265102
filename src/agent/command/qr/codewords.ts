// A text as the bytes of a QR code: mode and length before it, padding behind it, in blocks with their error correction,
// interleaved (ISO/IEC 18004, byte mode, level M).
import { correction } from './field';

/** Of versions 1 to 10 at level M: bytes of data, bytes of correction of each block, blocks. */
const LEVEL_M: readonly (readonly [data: number, correction: number, blocks: number])[] = [
  [16, 10, 1],
  [28, 16, 1],
  [44, 26, 1],
  [64, 18, 2],
  [86, 24, 2],
  [108, 16, 4],
  [124, 18, 4],
  [154, 22, 4],
  [182, 22, 5],
  [216, 26, 5],
];

export type Codewords = { version: number; bytes: number[] };

/** null for what is longer than a code of version 10 holds. */
export function codewordsOf(text: string): Codewords | null {
  const data = [...new TextEncoder().encode(text)];
  const version = 1 + LEVEL_M.findIndex(([room], at) => data.length + headBytes(at + 1) <= room);
  const [room, extra, blocks] = LEVEL_M[version - 1] ?? [0, 0, 0];
  if (room === 0) return null;
  return { version, bytes: interleaved(padded(data, version, room), extra, blocks) };
}

/** Four bits of mode, and a length of 8 bits or, from version 10, of 16; four bits of end at most. */
function headBytes(version: number): number {
  return version < 10 ? 2 : 3;
}

function padded(data: readonly number[], version: number, room: number): number[] {
  const length = data.length.toString(2).padStart(version < 10 ? 8 : 16, '0');
  const text = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const bits = `0100${length}${text}0000`;
  const bytes = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map(
    (eight) => Number.parseInt(eight, 2),
  );
  const filled = bytes.length;
  while (bytes.length < room) bytes.push((bytes.length - filled) % 2 === 0 ? 0xec : 0x11);
  return bytes;
}

function interleaved(data: readonly number[], extra: number, count: number): number[] {
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks = Array.from({ length: count }, (_, at) => {
    const before = at * short + Math.max(0, at - (count - longer));
    return data.slice(before, before + short + (at >= count - longer ? 1 : 0));
  });
  const corrections = blocks.map((block) => correction(block, extra));
  const rows = (lists: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, row) => lists.flatMap((one) => one[row] ?? [])).flat();
  return [...rows(blocks, short + 1), ...rows(corrections, extra)];
}
