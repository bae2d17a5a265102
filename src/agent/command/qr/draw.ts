// A QR code in a terminal: two rows in one line of half blocks, with a quiet zone, dark on light whatever the terminal's colours.
import type { Qr } from './qr';

const QUIET = 2;
const DARK_ON_LIGHT = '\u001b[30;107m';
const RESET = '\u001b[0m';

/** `colour` false: for terminals without; light modules are drawn, which is right on a dark background. */
export function drawn(qr: Qr, colour: boolean): string {
  const isDark = (row: number, column: number) => qr[row - QUIET]?.[column - QUIET] ?? false;
  const size = qr.length + 2 * QUIET;
  const lines = [];
  for (let row = 0; row < size; row += 2) {
    let line = '';
    for (let column = 0; column < size; column += 1) {
      const [upper, lower] = [isDark(row, column), isDark(row + 1, column)];
      line += blockOf(upper === colour, (row + 1 < size && lower) === colour);
    }
    lines.push(colour ? `${DARK_ON_LIGHT}${line}${RESET}` : line);
  }
  return lines.join('\n');
}

function blockOf(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀';
  return lower ? '▄' : ' ';
}
