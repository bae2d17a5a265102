// Everything the home page says besides the Golems themselves: which of its states it is in.
import { believed } from '../audit/believe';
import { chainName } from '../chain/addresses';
import { DAY, dateWords, MINUTE, type Moment, whenWords } from '../chain/time';
import { isOld, oldBlockWords } from '../memory/freshness';
import type { Alert, State } from '../memory/state';
import { HISTORY_KINDS, type HistoryEntry } from '../protocol/status';
import { isLive } from '../runway/health';
import { counted, listed, putAway, RANK } from './cause';
import { UNCHECKED, unaskedWords } from './chain-causes';
import type { Clock } from './clock';
import { doubtWords } from './doubts';
import { openGrantWords } from './permission-words';
import { LASTING, unreadWords } from './unread';

export type Banner = { severity: 'danger' | 'warning' | 'info'; title: string; text: string };

/** `first-run`: never connected; `waiting`: no status yet; `empty`: connected, no Golem; `golems`: something to list. */
export type Screen = 'first-run' | 'waiting' | 'empty' | 'golems';

/** Older than two checks: said loudly, because a stale number shown as fresh is a lie. */
const STALE_SECONDS = 11 * MINUTE;

/** A blind spell is old news after a week. */
const BLIND_SHOWN = 7 * DAY;

export function screenOf(state: State): Screen {
  if (state.golems.some((record) => !record.dismissed)) return 'golems';
  if (state.auth_token === null) return 'first-run';
  return state.last_fetch_at === null ? 'waiting' : 'empty';
}

/** `open`: a grant is in force, so that there is something to end on the site. */
export type Nothing = { text: string; open: boolean };

/** Who was put away was listed: its grants may be open, and its runway was not the first. */
export function nothingOf(told: State, now: Moment): Nothing {
  const away = told.golems.filter(({ dismissed }) => dismissed).length;
  if (away === 0) {
    const text = 'Bardo is connected and watching; no Golem of yours is listed yet.';
    return { text, open: false };
  }
  const open = believed(told).permissions.filter((one) => isLive(one, now));
  const rest =
    open.length === 0
      ? 'No permission of yours is known to be in force.'
      : openGrantWords(open, now);
  const text = `Bardo is connected and watching. You put away ${counted(away, 'Golem')}; no other is listed. ${rest}`;
  return { text, open: open.length > 0 };
}

/** Of Golems that were put away while others are listed; null = none of them has a grant in force. */
export function awayWords(told: State, now: Moment): string | null {
  const away = putAway(told);
  const open = believed(told).permissions.filter((one) => away.has(one.golem) && isLive(one, now));
  if (open.length === 0) return null;
  return `Of Golems you put away ${openGrantWords(open, now)}`;
}

export function bannersOf(state: State, local: number): Banner[] {
  return [
    ...setAsideBanner(state),
    ...failureBanner(state),
    ...lieBanner(state),
    ...contradictionBanner(state),
    ...uncheckedBanner(state),
    ...unreadBanner(state),
    ...refusedBanner(state, local),
    ...staleBanner(state, local),
    ...blindBanner(state, local),
  ];
}

/** "Source: control plane, fetched at 14:02 UTC. Checked on chain: Base at block 123, at 14:02 UTC." */
export function provenanceOf(state: State, local: number): string {
  if (state.last_fetch_at === null) return 'No status received yet.';
  return `Source: control plane, fetched ${whenWords(state.last_fetch_at, local)}. ${chainWords(state, local)}`;
}

/** Which chains answered, what is strange about it, and why another did not. */
function chainWords({ heads, golems, claims }: State, local: number): string {
  const seen = heads.flatMap(({ chainId, seen: at, problem, doubt }) =>
    at && problem === null && !isOld(at)
      ? [
          `${chainName(chainId)} at block ${at.block}, ${whenWords(at.at, local)}${doubt ? ` (doubtful: ${doubt})` : ''}`,
        ]
      : [],
  );
  const old = heads.flatMap(({ chainId, seen: at, problem }) =>
    at && problem === null && isOld(at) ? [`${chainName(chainId)} at ${oldBlockWords(at)}`] : [],
  );
  const silent = heads.flatMap(({ chainId, problem }) =>
    problem === null ? [] : [`${chainName(chainId)}: ${problem}`],
  );
  return [
    seen.length > 0 ? `Checked on chain: ${listed(seen)}.` : 'Not checked on chain.',
    ...(old.length > 0 ? [`Not fresh: ${listed(old)}.`] : []),
    ...(silent.length > 0 ? [`No answer from ${listed(silent)}.`] : []),
    ...waitingWords(golems, claims, local),
  ].join(' ');
}

/** With many Golems a check reaches some of them only. */
function waitingWords(golems: State['golems'], claims: State['claims'], local: number): string[] {
  const shown = golems.filter(({ dismissed }) => !dismissed);
  const at = new Map(claims.map(({ golem, seen }) => [golem, seen?.at ?? 0]));
  const recent = shown.filter(({ golem }) => local - (at.get(golem.id) ?? 0) <= STALE_SECONDS);
  if (recent.length === 0 || recent.length === shown.length) return [];
  return [`${recent.length} of ${shown.length} Golems were looked at lately; each says when.`];
}

/** What waits for an answer stands in its own list. */
export function alertTitles(state: State): string[] {
  const troubles = lastingAlerts(state).filter(({ rank }) => rank < RANK.asks);
  return troubles.map(({ title }) => title);
}

/** Alerts whose cause still lasts, worst first; none of a Golem that was put away. */
export function lastingAlerts(state: State): Alert[] {
  const away = putAway(state);
  return state.alert_history
    .filter((alert) => alert.clearedAt === null && !away.has(alert.golem ?? ''))
    .sort((a, b) => a.rank - b.rank || b.at - a.at);
}

function setAsideBanner({ set_aside: aside }: State): Banner[] {
  if (!aside) return [];
  const text = `Bardo's stored data could not be read: ${aside.reason}. It is set aside and not used. Reconnect on the site.`;
  return [{ severity: 'warning', title: 'Stored data was set aside', text }];
}

function failureBanner({ failure }: State): Banner[] {
  if (!failure) return [];
  const since = `Since ${dateWords(failure.since)}.`;
  if (failure.kind === 'rejected') {
    const text = `The control plane rejected Bardo's watch token. ${since} Reconnect on the site to watch again.`;
    return [{ severity: 'danger', title: 'Not watching: token rejected', text }];
  }
  if (failure.kind === 'other-owner') {
    const text = `The control plane ${failure.detail.replace(/^it /, '')}. ${since} Bardo used nothing of it.`;
    return [{ severity: 'danger', title: 'Contradiction: another owner', text }];
  }
  const text = `The control plane gave no usable answer: ${failure.detail}. ${since} Bardo keeps trying; what you see below is older.`;
  const title = failure.kind === 'unreachable' ? 'Control plane unreachable' : 'No usable status';
  return [{ severity: 'warning', title, text }];
}

function staleBanner(state: State, local: number): Banner[] {
  const at = state.last_fetch_at;
  if (at === null || Math.abs(local - at) <= STALE_SECONDS) return [];
  const text = `These figures are from ${dateWords(at)}. Refresh to see the present.`;
  return [{ severity: 'warning', title: 'Out of date', text }];
}

function contradictionBanner({ contradictions }: State): Banner[] {
  const heads = new Map<string, string[]>();
  for (const one of contradictions) {
    const title = doubtWords(one)?.heading ?? 'The status contradicts itself';
    heads.set(title, [...(heads.get(title) ?? []), one.text]);
  }
  return [...heads].map(([title, [first, ...rest]]) => {
    const more = rest.length > 0 ? ` And ${rest.length} more.` : '';
    return { severity: 'danger', title, text: `${first}${more}` };
  });
}

/** A chain that did not answer once is told beside the source; here it stands when it lasts. */
function uncheckedBanner({ unasked }: State): Banner[] {
  if (!unasked || (unasked.permissions === 0 && unasked.checks < UNCHECKED)) return [];
  const text = `${unaskedWords(unasked)} What you signed here is asked about first; the rest takes turns and is unproven until then.`;
  return [{ severity: 'warning', title: 'Not everything was checked', text }];
}

/** Louder when it lasts: most are read at the next try. */
function unreadBanner({ unread = [] }: State): Banner[] {
  if (unread.length === 0) return [];
  const severity = unread.some(({ checks }) => checks >= LASTING) ? 'warning' : 'info';
  return [{ severity, title: 'The control plane has gaps', text: unreadWords(unread) }];
}

/** A notice that never came is not missed by who waits for it: the reason stands here for a day. */
function refusedBanner({ refused }: State, local: number): Banner[] {
  if (!refused || local - refused.at > DAY) return [];
  const text = `MetaMask refused a notice ${whenWords(refused.at, local)}: ${refused.words}. Look here for what happened.`;
  return [{ severity: 'warning', title: 'A notice was refused', text }];
}

/** What the chain or a signature disproves comes before everything else about the Golems. */
function lieBanner({ claims, golems }: State): Banner[] {
  const away = putAway({ golems });
  const shown = claims.filter(({ golem }) => !away.has(golem));
  const lies = shown.flatMap(({ golem, claims: own }) =>
    own.flatMap(({ verdict, words }) => (verdict === 'contradicted' ? [`${golem}: ${words}`] : [])),
  );
  const [first, ...rest] = lies;
  if (!first) return [];
  const more = rest.length > 0 ? ` And ${rest.length} more.` : '';
  return [
    { severity: 'danger', title: 'The control plane is contradicted', text: `${first}${more}` },
  ];
}

function blindBanner({ blind, history, last_fetch_at: heard }: State, local: number): Banner[] {
  if (!blind || local - blind.to > BLIND_SHOWN) return [];
  const meanwhile = history.filter(({ at }) => at >= blind.from && at <= blind.to);
  const text = `Bardo was not watching from ${dateWords(blind.from)} to ${dateWords(blind.to)}. It cannot while the browser is closed, the computer sleeps or Bardo is off. ${(heard ?? 0) < blind.to ? NOT_HEARD : replayWords(meanwhile)}`;
  return [{ severity: 'info', title: 'A blind spell', text }];
}

const NOT_HEARD = 'What happened meanwhile is not known: the control plane has not answered since.';

const NEWER = 'of a newer kind';

/** What happened in a blind spell, as the server tells it afterwards: "2 redeemed, 1 died". */
function replayWords(entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return 'The control plane lists nothing that happened meanwhile.';
  const known: readonly string[] = HISTORY_KINDS;
  const counts = [...known, NEWER].map((kind) => ({
    kind,
    count: entries.filter((entry) => (known.includes(entry.kind) ? entry.kind : NEWER) === kind)
      .length,
  }));
  const parts = counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  return `Meanwhile, by the control plane's history: ${parts.join(', ')}.`;
}

/** What the clock allows us to say about ages; shown beside them when it is doubtful. */
export function clockNote(clock: Clock): string | null {
  return clock.now !== null ? null : 'Clocks disagree: ages and expiries are not reliable.';
}
