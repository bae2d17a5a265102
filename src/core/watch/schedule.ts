// The one scheduler of notices, within the wallet's budget: 2 native per 5 minutes, 5 in-app per
// minute. Worst first; what does not fit is merged into the last one, so nothing waits for hours. The last
// place of every window is kept for the worst of news: no lesser news of the minutes before can make it wait. Whose
// alerts they are, and where their notices lead, says the edition (`Naming`).

import type { Alert } from '../memory/alert';
import { type Channel, RANK } from './cause';

export type Notice = {
  channel: Channel;
  /** Keys of the alerts this notice announces. */
  keys: string[];
  /** Native: at most 49 characters. In-app: at most 499. */
  message: string;
  /** Head and lines of the opened notice, which shows the message too. */
  title: string;
  page: string[];
  /** Page of a Golem or a request to lead to; null when it is about several or about none that is listed. */
  link:
    | { page: 'golem' | 'succession'; golem: string }
    | { page: 'request'; request: string }
    | null;
};

/** What of an edition's memory the scheduler works on. */
export type Queue = {
  alert_history: Alert[];
  /** Local times at which notices went out, for the wallet's rate limits. */
  sent: { native: number[]; inApp: number[] };
};

/** Why the wallet took the last refused notice not, other than by its rate limit. */
type Refusing = { refused: { at: number; words: string } | null };

/** The identity of a cause: one key, one announcement while it lasts. */
export type KeyOf = (alert: Pick<Alert, 'kind' | 'golem' | 'chainId' | 'point'>) => string;

export type Naming<S> = {
  keyOf: KeyOf;
  linkOf: (state: S, alert: Alert) => Notice['link'];
  /** Alerts up to this rank may take the place that is kept. */
  worstOf: (state: S) => number;
};

export const NATIVE_LIMIT = 49;
export const IN_APP_LIMIT = 499;

/**
 * The wallet's windows are 300 and 60 seconds long. After `seconds`, a little less, a check that comes early tries for
 * a place. Only after `sure`, a little more, is it counted on: what is tried and refused takes the rest with it.
 */
const BUDGET: Record<Channel, { most: number; seconds: number; sure: number }> = {
  native: { most: 2, seconds: 290, sure: 301 },
  inApp: { most: 5, seconds: 58, sure: 61 },
};

/** Places of each window that only a death may take. */
const RESERVED = 1;

export function planBy<S extends Queue>(naming: Naming<S>, state: S, now: number): Notice[] {
  const worst = naming.worstOf(state);
  const way = { keyOf: naming.keyOf, linkOf: (alert: Alert) => naming.linkOf(state, alert) };
  return (['native', 'inApp'] as const).flatMap((channel) => {
    const waiting = state.alert_history
      .filter((alert) => alert.pending.includes(channel) && concerns(alert, channel))
      .sort((a, b) => a.rank - b.rank || a.at - b.at);
    return planChannel({ ...way, channel }, waiting, worst, placesOf(state, channel, now));
  });
}

/** What is no news takes no place that news may need. */
export function hasRoom(
  { sent }: Pick<Queue, 'sent'>,
  channels: readonly Channel[],
  now: number,
): boolean {
  return channels.every((channel) => placesOf({ sent }, channel, now).likely > RESERVED);
}

/** Marks what the notices announce as sent, before they go out: a crash then cannot repeat them. */
export function markBy<S extends Queue>(
  keyOf: KeyOf,
  state: S,
  notices: readonly Notice[],
  now: number,
): S {
  const announced = (alert: Alert, channel: Channel) =>
    notices.some((notice) => notice.channel === channel && notice.keys.includes(keyOf(alert)));
  const sentTimes = (channel: Channel) => [
    ...inWindow(state.sent[channel], BUDGET[channel].sure, now),
    ...notices.filter((notice) => notice.channel === channel).map(() => now),
  ];
  return {
    ...state,
    alert_history: state.alert_history.map((alert) => ({
      ...alert,
      pending: alert.pending.filter((channel) => !announced(alert, channel)),
    })),
    sent: { native: sentTimes('native'), inApp: sentTimes('inApp') },
  };
}

/** A notice the wallet refused goes back into the queue, and its place in the window is free again. */
export function requeueBy<S extends Queue>(keyOf: KeyOf, state: S, refused: readonly Notice[]): S {
  if (refused.length === 0) return state;
  const returns = ({ channel, keys }: Notice, alert: Alert) =>
    keys.includes(keyOf(alert)) && !alert.pending.includes(channel);
  const kept = (channel: Channel) => {
    const times = state.sent[channel];
    const back = refused.filter(
      (one) => one.channel === channel && state.alert_history.some((alert) => returns(one, alert)),
    );
    return times.slice(0, Math.max(0, times.length - back.length));
  };
  return {
    ...state,
    sent: { native: kept('native'), inApp: kept('inApp') },
    alert_history: state.alert_history.map((alert) => {
      const back = refused.filter((notice) => returns(notice, alert));
      return { ...alert, pending: [...alert.pending, ...back.map(({ channel }) => channel)] };
    }),
  };
}

/** Why the wallet refused, other than by its rate limit; forgotten when it takes all again. */
export function withRefusal<S extends Refusing>(
  state: S,
  problems: readonly string[],
  at: number,
): S {
  const [words] = problems;
  if (words !== undefined) return { ...state, refused: { at, words } };
  return state.refused === null ? state : { ...state, refused: null };
}

/** What is over calls nobody any more; the list in MetaMask still gets it, marked as over. */
function concerns(alert: Alert, channel: Channel): boolean {
  return channel === 'inApp' || alert.clearedAt === null;
}

type Way = { channel: Channel; keyOf: KeyOf; linkOf: (alert: Alert) => Notice['link'] };

/** `worst`: ranks up to this one may take the place that is kept. */
function planChannel(way: Way, waiting: readonly Alert[], worst: number, places: Places): Notice[] {
  // Into the places that are sure; where there is none, all into one that is likely.
  const left = (kept: number) => Math.min(places.likely, Math.max(places.sure, kept + 1)) - kept;
  const isWorst = ({ rank }: Alert) => rank <= worst;
  const deaths = fitted(way, waiting.filter(isWorst), left(0));
  const lesser = waiting.filter((alert) => !isWorst(alert));
  return [...deaths, ...fitted(way, lesser, left(RESERVED) - deaths.length)];
}

function fitted(way: Way, waiting: readonly Alert[], left: number): Notice[] {
  if (left <= 0 || waiting.length === 0) return [];
  if (waiting.length <= left) return waiting.map((alert) => single(way, alert));
  return [
    ...waiting.slice(0, left - 1).map((alert) => single(way, alert)),
    merged(way, waiting.slice(left - 1)),
  ];
}

function single({ channel, keyOf, linkOf }: Way, alert: Alert): Notice {
  const limit = channel === 'native' ? NATIVE_LIMIT : IN_APP_LIMIT;
  const whole = channel === 'native' ? alert.native : `${newsOf(alert)}. ${alert.body}`;
  const message = cut(whole, limit);
  // What was cut off stands on the page; what stands above it is not repeated.
  const rest = message === whole ? [] : [alert.body];
  const page = [...rest, alert.more];
  return {
    channel,
    keys: [keyOf(alert)],
    message,
    title: alert.label,
    page,
    link: linkOf(alert),
  };
}

function merged({ channel, keyOf }: Way, alerts: readonly Alert[]): Notice {
  return {
    channel,
    keys: alerts.map(keyOf),
    message: channel === 'native' ? mergedNative(alerts) : joined(alerts.map(newsOf)),
    title: `${alerts.length} alerts`,
    page: alerts.slice(0, PAGE_LINES).map((alert) => `${newsOf(alert)}: ${alert.body}`),
    link: null,
  };
}

/** Of many at once the worst are spelled out; the home page has them all. */
const PAGE_LINES = 10;

/** A notice that waited until its cause had gone says so. */
function newsOf({ title, clearedAt }: Alert): string {
  return clearedAt === null ? title : `${title} (over by now)`;
}

function mergedNative(alerts: readonly Alert[]): string {
  const worst = `${alerts[0]?.native ?? ''} (+${alerts.length - 1} more)`;
  if (worst.length <= NATIVE_LIMIT) return worst;
  const what = alerts.every(({ rank }) => rank <= RANK.diedReported)
    ? 'Golems dead or reported so'
    : 'Bardo alerts';
  return `${alerts.length} ${what}. Open MetaMask.`;
}

/** As many titles as fit; the count of the rest is said, and the home page has them all. */
function joined(titles: readonly string[]): string {
  let text = '';
  for (const [index, title] of titles.entries()) {
    const next = text === '' ? title : `${text}; ${title}`;
    if (next.length > IN_APP_LIMIT - 80)
      return `${text}; and ${titles.length - index} more. Open Bardo to see all.`;
    text = next;
  }
  return `${text}.`;
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** Sending times after `now` (the clock was set back) do not count, or the budget would never return. */
function inWindow(times: readonly number[], seconds: number, now: number): number[] {
  return times.filter((at) => at <= now && now - at < seconds);
}

type Places = { likely: number; sure: number };

function placesOf({ sent }: Pick<Queue, 'sent'>, channel: Channel, now: number): Places {
  const { most, seconds, sure } = BUDGET[channel];
  const after = (window: number) => most - inWindow(sent[channel], window, now).length;
  return { likely: after(seconds), sure: after(sure) };
}
