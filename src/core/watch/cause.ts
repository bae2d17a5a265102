// One cause an owner must hear of, and what a kind of alert consists of.
import type { Alert, State } from '../memory/state';
import { type Golem, nameOf } from '../protocol/status';
import type { Health } from '../runway/health';
import type { Clock } from './clock';

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
  /** No danger by itself: somebody waits for an answer. */
  asks: 13,
  strange: 14,
} as const;

/** What is found; of its fields those that tell causes of this kind apart are named in the kind's entry. */
export type Found = Partial<
  Pick<Alert, 'golem' | 'chainId' | 'point' | 'rank' | 'label' | 'request'>
> & {
  /** At most 49 characters: all a native notification holds. */
  native: string;
  /** The news in one sentence without its full stop, subject first: the wallet's list begins with it. */
  title: string;
  /** What must be known beside it; stands after the news in the list, and does not repeat it. */
  body: string;
  /** What the opened notice adds: figures and their sources. */
  more: string;
};

export type Cause = Pick<Alert, 'kind' | 'request'> & Required<Omit<Found, 'request'>>;

export type Channel = Alert['pending'][number];

/** All there is to say about one kind of alert. */
export type AlertKind = {
  /** Of a found cause too, where causes of one kind are not equally bad. */
  rank: number;
  /** Heads the opened notice: what kind of news it is. */
  label: string;
  /** What tells two causes of this kind apart: one identity, one announcement while it lasts. */
  by: readonly ('golem' | 'chainId' | 'point')[];
  /** Where its notice leads when it is of one listed Golem: to that Golem's page if not said otherwise here. */
  link?: 'succession';
  /** When it can be neither confirmed nor denied: it then neither begins nor ends, so that seeing it again is no news. */
  undecided: {
    /** The control plane does not list its Golem at the moment. */
    unlisted: boolean;
    /** The clocks disagree. */
    timeless: boolean;
  };
  find: (scene: Scene) => Found[];
};

export type Scene = {
  /** What is held to be true: the report, corrected by what the chain shows. */
  state: State;
  reported: State;
  clock: Clock;
  /** Listed, not put away and not dead: death explains the end of permissions and heartbeats. */
  living: readonly { golem: Golem; health: Health | null }[];
};

/** Where each alert goes. */
export const BOTH_CHANNELS: readonly Channel[] = ['native', 'inApp'];

/** It is known, or it is not: nothing that is out of sight for a while changes it. */
export const ALWAYS_DECIDED = { unlisted: false, timeless: false };

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

/** A Golem's name in a sentence; its id when it was never listed. */
export function nameIn({ golems }: Pick<State, 'golems'>, id: string): string {
  const record = golems.find(({ golem }) => golem.id === id);
  return record ? calledOf(record.golem) : id;
}

/** Golems that the owner has put away: nothing is said of them. */
export function putAway({ golems }: Pick<State, 'golems'>): ReadonlySet<string> {
  return new Set(golems.flatMap((one) => (one.dismissed ? [one.golem.id] : [])));
}
