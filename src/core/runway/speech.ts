// What a dialog says before a guardian signs: plain sentences and whole addresses, nothing else.

export type SpeechPart = { heading: string; lines: string[] };

export type Speech = {
  /** What it does, in a few words. */
  title: string;
  severity: 'danger' | 'warning' | 'info';
  /** The one sentence that must be read. */
  verdict: string;
  /** What else decides: it stands on the first screen, because the window is as long as all its parts. */
  decision: string[];
  parts: SpeechPart[];
  addresses: { label: string; value: string }[];
  /** Where the facts come from. */
  source: string;
};

/** "Atlas (atlas-1)": the site may name two Golems alike, ids it cannot. `name` is already a plain one. */
export function calledWords(golem: string, name: string): string {
  return name === golem ? golem : `${name} (${golem})`;
}
