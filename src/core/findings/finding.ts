// What an insight is made of. A decoder or typed-data reader returns findings; `insightOf` folds
// them into one answer whose title is the worst verdict.

import type { Level } from '../caveats/level';

/** How a value is shown: plain words are ours, `untrusted` text came from outside and may hold markdown. */
export type FactKind = 'words' | 'address' | 'untrusted';

export type Fact = { label: string; value: string; kind: FactKind };

export type Finding = {
  level: Level;
  /** Verdict and consequence in one short line: all an owner reads before the fold. */
  title: string;
  lines: string[];
  facts: Fact[];
};

export type Insight = Finding;

/** A title longer than this wraps below the part of the panel an owner sees first. */
export const MAX_TITLE = 70;

/** The first that fits; the last must. */
export function titled(...titles: [string, ...string[]]): string {
  return titles.find((title) => title.length <= MAX_TITLE) ?? titles.at(-1) ?? titles[0];
}

const RANK: Record<Level, number> = { critical: 0, warning: 1, info: 2 };

export function words(label: string, value: string): Fact {
  return { label, value, kind: 'words' };
}

export function address(label: string, value: string): Fact {
  return { label, value, kind: 'address' };
}

/** Text that somebody else wrote. Cut to a bounded length; the view shows it in a Copyable. */
export function untrusted(label: string, value: string): Fact {
  return { label, value: printable(value, 300), kind: 'untrusted' };
}

/** One insight from many findings: worst first, its title leads, the other titles become lines. */
export function insightOf(findings: readonly Finding[]): Insight | null {
  const sorted = [...findings].sort((a, b) => RANK[a.level] - RANK[b.level]);
  const [worst, ...rest] = sorted;
  if (!worst) return null;
  return {
    level: worst.level,
    title: worst.title,
    lines: distinct([
      ...worst.lines,
      ...rest.flatMap(({ title, lines }) => [...(title === worst.title ? [] : [title]), ...lines]),
    ]),
    facts: sorted.flatMap((finding) => finding.facts),
  };
}

/** A batch may say one thing many times; the facts still list each. */
function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

/** Control, bidirectional and zero-width characters are shown as their code point, never obeyed. */
export function printable(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return cut.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
