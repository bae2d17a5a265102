// Just enough of semantic versions to know whether the installed Snap is recent enough.
type Version = [number, number, number];

/** `range`: a version, `^1.2.3` (same first non-zero part) or `~1.2.3` (same minor). Pre-releases count as their version. */
export function satisfies(version: string, range: string): boolean {
  const wanted = parse(range.replace(/^[\^~]/, ''));
  const have = parse(version);
  if (!wanted || !have) return false;
  if (compare(have, wanted) < 0) return false;
  if (range.startsWith('^')) {
    const fixed = wanted.findIndex((part) => part > 0);
    return wanted.slice(0, fixed + 1).every((part, index) => part === have[index]);
  }
  if (range.startsWith('~')) return have[0] === wanted[0] && have[1] === wanted[1];
  return compare(have, wanted) === 0;
}

function parse(text: string): Version | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number);
  return parts ? (parts as Version) : null;
}

function compare(a: Version, b: Version): number {
  const index = a.findIndex((part, at) => part !== b[at]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
