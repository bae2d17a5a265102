// Status documents as a control plane sends them, and values that belong in none.
import { parseStatus, type Status } from '../../../src/core/protocol/status';
import { aStatus } from '../../vectors/builders';

export type Json = Record<string, unknown>;

/** A document as it comes from the wire: no `unreadable`, any field replaced. */
export function aDocument(over: Json = {}): Json {
  const { unreadable: _, ...status } = aStatus();
  return JSON.parse(JSON.stringify({ ...status, ...over }));
}

export function statusOf(input: unknown): Status {
  const result = parseStatus(input);
  if (!result.ok) throw new Error(result.reason);
  return result.status;
}

export const HOSTILE: unknown[] = [
  undefined,
  null,
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0.5,
  1e21,
  2 ** 53,
  '',
  'NaN',
  '-1',
  '0x',
  ' ',
  '1e3',
  '__proto__',
  '[x](https://evil.example)',
  'a'.repeat(100_000),
  [],
  [null],
  {},
  { length: 1 },
];
