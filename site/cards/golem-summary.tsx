// One Golem in the list: what it is, what it has left, what it needs.

import { agoWords, durationWords } from '../../src/core/chain/time';
import type { Golem } from '../../src/core/protocol/status';
import { endsAt, type Health } from '../../src/core/runway/health';
import { budgetOf, type GolemView, knownPhase, money } from '../golem/golem-view';
import * as store from '../owner/store';
import { linkTo } from '../routes/links';
import { words } from '../words/words';
import { Badge, type Tone } from './kit';

export function GolemSummary({ view }: { view: GolemView }) {
  const { golem, name } = view;
  return (
    <article class="golem">
      <span class="golem-head">
        <a href={linkTo('golem', golem.id)}>
          <span class="unseen">{words.golems.open}</span> {name}
        </a>
        {name === golem.id ? null : <code class="soft">{golem.id}</code>}
        <HealthBadge view={view} />
      </span>
      <LeftToday view={view} />
      <span class="soft">{lineOf(view)}</span>
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
  if (golem.phase === 'terminal') return <Badge tone="over">{words.golem.phases.terminal}</Badge>;
  if (unleased && !runway) return <Badge tone="low">{words.golem.noLease}</Badge>;
  if (health === null) return <Badge tone="calm">{words.golem.noRunway}</Badge>;
  return <Badge tone={TONES[health]}>{words.golem.healths[health]}</Badge>;
}

/** A bar and the same in words. */
export function LeftToday({ view: { golem, runway } }: { view: GolemView }) {
  if (!runway) return null;
  const { left, allowed, percent } = budgetOf(runway, golem);
  return (
    <span class="left">
      <span class="figure">
        <b>{money(runway, left)}</b>{' '}
        <small>{words.golem.left('', money(runway, allowed)).trim()}</small>
      </span>
      <progress class="meter" max={100} value={percent} aria-label={words.golem.leftShort} />
    </span>
  );
}

function lineOf({ golem, runway }: GolemView): string {
  const { heartbeat } = golem;
  const phase = knownPhase(golem);
  const now = store.now.value;
  return [
    ...(phase ? [words.golem.phases[phase]] : []),
    runway ? words.golem.ends(durationWords(endsAt(runway) - now)) : words.golem.ended,
    heartbeat ? words.golem.heartbeat(agoWords(heartbeat.at, now)) : words.golem.noHeartbeat,
  ].join(' · ');
}

export function phaseWords(golem: Golem): string {
  const phase = knownPhase(golem);
  return phase ? words.golem.phases[phase] : words.golem.noPhase;
}

function Needs({ view }: { view: GolemView }) {
  const { golem } = view;
  const needs: string[] = [];
  if (golem.phase === 'terminal') {
    if (view.revocable) needs.push(words.golem.deadOpen);
  } else {
    if (golem.phase === 'declining') needs.push(words.golem.declining);
    if (view.unleased) needs.push(words.golem.unleased);
    if (view.silent && golem.heartbeat) {
      needs.push(words.golem.silent(agoWords(golem.heartbeat.at, store.now.value)));
    }
    if (view.feed) needs.push(words.golem.feed);
    if (view.runway && golem.gasPullsLeft !== null && golem.gasPullsLeft < 5) {
      needs.push(words.golem.gasLow(golem.gasPullsLeft));
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
