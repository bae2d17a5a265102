// The first column of SECURITY.md's table that begins with `heading`: what is promised there is held against
// what the tests do.
import { readFileSync } from 'node:fs';

export function securityColumn(heading: string): string[] {
  const lines = readFileSync('SECURITY.md', 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (start < 0) throw new Error(`SECURITY.md has no table "${heading}"`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) => (line.split('|')[1] ?? '').trim());
}
