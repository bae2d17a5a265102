// Arithmetic of QR codes: the field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1, and Reed-Solomon remainders in it.
const POWERS: number[] = [];
const LOGS: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  POWERS[power] = value;
  LOGS[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}

export function product(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return POWERS[((LOGS[a] ?? 0) + (LOGS[b] ?? 0)) % 255] ?? 0;
}

/** Highest power first, without the leading 1: the product of (x - 2^i) for i below `degree`. */
function generator(degree: number): number[] {
  let known = [1];
  for (let root = 0; root < degree; root += 1) {
    const factor = POWERS[root] ?? 0;
    known = [...known, 0].map((value, at) => value ^ product(known[at - 1] ?? 0, factor));
  }
  return known.slice(1);
}

/** The error correction of a block: what is left of it divided by the generator. */
export function correction(block: readonly number[], count: number): number[] {
  const divisor = generator(count);
  let rest = Array<number>(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ product(divisor[at] ?? 0, factor));
  }
  return rest;
}
