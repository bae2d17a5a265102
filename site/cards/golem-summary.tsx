// One Golem in the list: what it is, what it has left, what it needs.

import { agoWords, DAY, durationWords } from '../../src/core/chain/time';
import type { Golem, Permission } from '../../src/core/protocol/status';
import { NEXT_WORDS, type StateName } from '../../src/core/runway/golem-state';
import { endsAt } from '../../src/core/runway/health';
import { lastsWords } from '../../src/core/runway/lasting-words';
import { budgetOf, type GolemView, knownPhase, money } from '../golem/golem-view';
import * as store from '../owner/store';
import { linkTo } from '../routes/links';
import { golemSummaryWords } from './golem-summary.words';
import { Badge, type Tone } from './kit';

export function GolemSummary({ view }: { view: GolemView }) {
  const { golem, name } = view;
  return (
    <article class="golem">
      <span class="golem-head">
        <a href={linkTo('golem', golem.id)}>
          <span class="unseen">{golemSummaryWords.open}</span> {name}
        </a>
        {name === golem.id ? null : <code class="soft">{golem.id}</code>}
        <StateBadge view={view} />
      </span>
      <LeftToday view={view} />
      <span class="soft">{lineOf(view)}</span>
      {view.lasting ? <span class="soft">{lastsWords(view.lasting, store.now.value)}</span> : null}
      <Needs view={view} />
      <Next view={view} />
    </article>
  );
}

const TONES: Record<StateName, Tone> = {
  new: 'calm',
  active: 'good',
  limited: 'low',
  held: 'held',
  stopped: 'bad',
  ended: 'over',
};

/** One word for how it stands, the same as the Snap's, wherever it is named. */
export function StateBadge({ view: { state } }: { view: GolemView }) {
  return <Badge tone={TONES[state.state]}>{golemSummaryWords.states[state.state]}</Badge>;
}

/** Without a lease nothing counts by the day where the grant counts in weeks. */
export function leftShort({ lease, periodSeconds }: Permission): string {
  const daily = lease !== null || periodSeconds === DAY;
  return daily ? golemSummaryWords.leftShort : golemSummaryWords.leftPeriod;
}

/** A bar and the same in words. */
export function LeftToday({ view: { golem, runway } }: { view: GolemView }) {
  if (!runway) return null;
  const { left, allowed, percent } = budgetOf(runway, golem);
  return (
    <span class="left">
      <span class="figure">
        <b>{money(runway, left)}</b>{' '}
        <small>{golemSummaryWords.left(leftShort(runway), money(runway, allowed))}</small>
      </span>
      <progress class="meter" max={100} value={percent} aria-label={leftShort(runway)} />
    </span>
  );
}

function lineOf({ golem, runway }: GolemView): string {
  const { heartbeat } = golem;
  const phase = knownPhase(golem);
  const now = store.now.value;
  return [
    ...(phase ? [golemSummaryWords.phases[phase]] : []),
    runway ? golemSummaryWords.ends(durationWords(endsAt(runway) - now)) : golemSummaryWords.ended,
    heartbeat
      ? golemSummaryWords.heartbeat(agoWords(heartbeat.at, now))
      : golemSummaryWords.noHeartbeat,
  ].join(' · ');
}

export function phaseWords(golem: Golem): string {
  const phase = knownPhase(golem);
  return phase ? golemSummaryWords.phases[phase] : golemSummaryWords.noPhase;
}

function Needs({ view }: { view: GolemView }) {
  const { golem } = view;
  const needs: string[] = [];
  if (golem.phase === 'terminal') {
    if (view.revocable) needs.push(golemSummaryWords.deadOpen);
  } else {
    if (golem.phase === 'declining') needs.push(golemSummaryWords.declining);
    if (view.unleased) needs.push(golemSummaryWords.unleased);
    if (view.silent && golem.heartbeat) {
      needs.push(golemSummaryWords.silent(agoWords(golem.heartbeat.at, store.now.value)));
    }
    if (view.feed) needs.push(golemSummaryWords.feed);
    if (view.runway && golem.gasPullsLeft !== null && golem.gasPullsLeft < 5) {
      needs.push(golemSummaryWords.gasLow(golem.gasPullsLeft));
    }
  }
  return needs.length === 0 ? null : (
    <span class="needs">
      {needs.map((need) => (
        <Badge key={need} tone="low">
          {need}
        </Badge>
      ))}
    </span>
  );
}

/** What helps most, one click away. A Replicant lives on its parent's grant: nothing is granted to it. */
function Next({ view: { golem, state, name } }: { view: GolemView }) {
  const { next } = state;
  if (next === null || (golem.parent !== null && next !== 'end')) return null;
  const page = next === 'end' ? 'revoke' : next === 'succeed' ? 'succession' : 'golem';
  return (
    <a class="next" href={linkTo(page, golem.id)}>
      {NEXT_WORDS[next]} <span class="unseen">{name}</span>
    </a>
  );
}
