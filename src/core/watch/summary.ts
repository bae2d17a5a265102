// What the Portal gets to see of the Snap's memory: the cached status with our own judgement, no token.

import { pointKey } from '../memory/claim';
import { isOld, oldBlockWords } from '../memory/freshness';
import type { Head, State } from '../memory/state';
import { capOf, endsAt, leftToday } from '../runway/health';
import { clockOf } from './clock';
import { golemListOf } from './golem-list';
import { lastingAlerts } from './home';
import { keyOf } from './kinds';
import { listedIn } from './notices';

export function summaryOf(state: State, local: number) {
  const clock = clockOf(state, local);
  return {
    connected: state.auth_token !== null,
    owner: state.owner,
    lastFetchAt: state.last_fetch_at,
    failure:
      state.failure === null ? null : { kind: state.failure.kind, detail: state.failure.detail },
    golems: golemListOf(state, clock).map((row) => ({
      id: row.record.golem.id,
      name: row.name,
      phase: row.record.golem.phase,
      vitality: row.record.golem.vitality,
      health: row.health,
      listing: row.record.listing,
      revoking: row.ending !== null,
      leftToday: row.runway ? leftToday(row.runway, row.record.golem.phase).toString() : null,
      cap: row.runway ? capOf(row.runway).toString() : null,
      expiresAt: row.runway ? endsAt(row.runway) : null,
      lastHeartbeatAt: row.record.golem.heartbeat?.at ?? null,
      canSpend: row.proof?.probe ?? null,
      checked: row.proof?.seen ? checkedAt(row.proof.seen) : null,
      claims: (row.proof?.claims ?? []).map(({ verdict, words, source, ...point }) => ({
        key: pointKey(point),
        verdict,
        words,
        source,
      })),
    })),
    alerts: lastingAlerts(state).map((alert) => ({
      key: keyOf(alert),
      at: alert.at,
      title: alert.title,
      body: alert.body,
      golem: listedIn(state, alert.golem),
    })),
    contradictions: state.contradictions.map((one) => one.text),
    chains: state.heads.map((head) => ({
      chainId: head.chainId,
      block: head.seen?.block ?? null,
      problem: problemOf(head),
    })),
    source: sourceWords(state),
  };
}

/** By an old block nothing is checked later than that block. */
function checkedAt(seen: NonNullable<Head['seen']>) {
  return { block: seen.block, at: isOld(seen) ? seen.time : seen.at };
}

/** A chain that answers with an old block has not answered about the present. */
function problemOf({ problem, seen }: Head): string | null {
  return problem ?? (seen && isOld(seen) ? `its newest is ${oldBlockWords(seen)}` : null);
}

/** Of each Golem `checked` says when. One chain that is silent or not fresh is enough not to say it of all. */
function sourceWords({ heads }: State): string {
  const checked = heads.length > 0 && heads.every((head) => problemOf(head) === null);
  return `control plane, ${checked ? '' : 'not '}checked on chain`;
}
