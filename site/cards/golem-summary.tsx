// One Golem in the list: what it is, what it has left, what it needs.

import { agoWords, durationWords } from '../../src/core/chain/time';
import type { Golem } from '../../src/core/protocol/status';
import { endsAt, type Health } from '../../src/core/runway/health';
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
        <HealthBadge view={view} />
      </span>
      <LeftToday view={view} />
      <span class="soft">{lineOf(view)}</span>
      {view.lasting ? <span class="soft">{lastsWords(view.lasting, store.now.value)}</span> : null}
      <Needs view={view} />
    </article>
  );
}

const TONES: Record<Health, Tone> = {
  healthy: 'good',
  low: 'low',
  critical: 'bad',
  revoked: 'over',
  unknown: 'calm',
};

export function HealthBadge({ view }: { view: GolemView }) {
  const { golem, health, runway, unleased } = view;
  if (golem.phase === 'terminal')
    return <Badge tone="over">{golemSummaryWords.phases.terminal}</Badge>;
  if (unleased && !runway) return <Badge tone="low">{golemSummaryWords.noLease}</Badge>;
  if (health === null) return <Badge tone="calm">{golemSummaryWords.noRunway}</Badge>;
  return <Badge tone={TONES[health]}>{golemSummaryWords.healths[health]}</Badge>;
}

/** A bar and the same in words. */
export function LeftToday({ view: { golem, runway } }: { view: GolemView }) {
  if (!runway) return null;
  const { left, allowed, percent } = budgetOf(runway, golem);
  return (
    <span class="left">
      <span class="figure">
        <b>{money(runway, left)}</b>{' '}
        <small>{golemSummaryWords.left('', money(runway, allowed)).trim()}</small>
      </span>
      <progress class="meter" max={100} value={percent} aria-label={golemSummaryWords.leftShort} />
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
