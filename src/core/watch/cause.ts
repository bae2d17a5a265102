// One cause an owner must hear of.
import { nameOf } from '../protocol/status';

/** Lower is worse: it goes out first when the wallet's rate limit is short. */
export const RANK = {
  /** Shown by the oracle under a guardian of ours: nobody can make it up. */
  died: 0,
  /** Shown under a guardian that only shown bytes name, and merely reported. */
  diedShown: 1,
  diedReported: 2,
  contradiction: 3,
  revoked: 4,
  declining: 5,
  critical: 6,
  heartbeat: 7,
  silent: 8,
  gas: 9,
  unchecked: 10,
  token: 11,
  plane: 12,
} as const;

export type Cause = {
  /** Names the cause: "declining:atlas". One key, one announcement while it lasts. */
  key: string;
  rank: number;
  /** Golem's id, for the link. */
  golem: string | null;
  /** At most 49 characters: all a native notification holds. */
  native: string;
  /** The news in one sentence without its full stop, subject first: the wallet's list begins with it. */
  title: string;
  /** What must be known beside it; stands after the news in the list, and does not repeat it. */
  body: string;
  /** Heads the opened notice: what kind of news it is. */
  label: string;
  /** What the opened notice adds: figures and their sources. */
  more: string;
};

/** The name in a sentence. One of three words or more could itself read as news ("Ember is dead"): it is quoted. */
export function calledOf(golem: { id: string; name: string }): string {
  const name = nameOf(golem);
  return name.trim().split(/\s+/).length > 2 ? `“${name}”` : name;
}

/** Names are at most 24 characters, 26 in quotes; an id shown in place of a bad name may be longer. */
export function shortName(name: string): string {
  return name.length <= 26 ? name : `${name.slice(0, 15)}…${name.slice(-8)}`;
}

/** As many as one can read; the rest is counted. */
export function listed(parts: readonly string[]): string {
  const more = parts.length - MAX_LISTED;
  const shown = parts.slice(0, MAX_LISTED).join('; ');
  return more > 0 ? `${shown}; and ${more} more` : shown;
}

const MAX_LISTED = 6;

/** "1 pull", "3 pulls" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
