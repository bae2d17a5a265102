// State to the causes an owner must hear of. A cause has a key; the same key is never announced twice
// while the cause lasts. Causes are read from the state as it is, not from the step that led to it,
// so a crash between two heartbeats loses none.
import { dateWords, durationWords, MINUTE } from '../chain/time';
import { healthOfGolem } from '../permissions/health';
import { type Golem, nameOf, type Permission } from '../protocol/status';
import type { Clock } from './clock';
import type { GolemRecord, State } from './state';

/** Lower is worse: it goes out first when the wallet's rate limit is short. */
export const RANK = {
  died: 0,
  contradiction: 1,
  revoked: 2,
  declining: 3,
  critical: 4,
  heartbeat: 5,
  gas: 6,
  token: 7,
  plane: 8,
} as const;

export type Condition = {
  key: string;
  rank: number;
  /** Golem's id, for the link. */
  golem: string | null;
  /** At most 49 characters: all a native notification holds. */
  native: string;
  title: string;
  body: string;
};

/** Failures in a row before an outage is announced: one lost answer is not news. */
const OUTAGE_TICKS = 3;
const OUTAGE_SECONDS = 14 * MINUTE;
const FEW_PULLS = 5;

export function conditionsOf(state: State, clock: Clock): Condition[] {
  return [
    ...state.golems
      .filter((record) => !record.dismissed && record.listing === 'listed')
      .flatMap((record) => golemConditions(record, state, clock)),
    ...absentDead(state),
    ...state.contradictions.map((one) => ({
      key: `contradiction:${one.key}`,
      rank: RANK.contradiction,
      golem: one.golem,
      native: `${subject(state, one.golem)}: status contradiction`,
      title: 'The status contradicts itself',
      body: one.text,
    })),
    ...planeConditions(state),
  ];
}

/** The dead are announced even if the server stops listing them before we could. */
function absentDead(state: State): Condition[] {
  return state.golems
    .filter((one) => !one.dismissed && one.listing !== 'listed' && one.golem.phase === 'terminal')
    .map((one) => deathOf(one, state.permissions));
}

function golemConditions(record: GolemRecord, state: State, clock: Clock): Condition[] {
  const { golem } = record;
  // One cause, one notification: death explains the end of its permissions and heartbeats.
  if (golem.phase === 'terminal') return [deathOf(record, state.permissions)];
  return [
    ...decliningOf(golem),
    ...healthConditions(golem, state.permissions, clock),
    ...heartbeatConditions(golem, clock),
    ...gasConditions(golem),
  ];
}

function deathOf({ golem }: GolemRecord, permissions: readonly Permission[]): Condition {
  const name = nameOf(golem);
  const live = permissions.filter((one) => one.golem === golem.id && one.revokedAt === null);
  const permission =
    live.length === 0
      ? 'The control plane lists no permission of it as unrevoked.'
      : `${live.length} permission(s) are not listed as revoked yet: end them on the site.`;
  const knowledge = golem.knowledgeRecord ? ` Knowledge record: ${golem.knowledgeRecord}.` : '';
  return {
    key: `died:${golem.id}`,
    rank: RANK.died,
    golem: golem.id,
    native: `${shortName(name)} is reported dead`,
    title: `${name} is reported dead`,
    body: `The control plane reports ${name} in its terminal phase. ${permission}${knowledge} Not checked on chain.`,
  };
}

function decliningOf(golem: Golem): Condition[] {
  if (golem.phase !== 'declining') return [];
  const name = nameOf(golem);
  return [
    {
      key: `declining:${golem.id}`,
      rank: RANK.declining,
      golem: golem.id,
      native: `${shortName(name)} is declining`,
      title: `${name} is declining`,
      body: `The control plane reports ${name} as declining, vitality ${golem.vitality} of 100. A declining Golem may spend a tenth of its cap.`,
    },
  ];
}

function healthConditions(
  golem: Golem,
  permissions: readonly Permission[],
  clock: Clock,
): Condition[] {
  const health = healthOfGolem(golem, permissions, clock.now);
  if (!clock.agreed || (health !== 'critical' && health !== 'revoked')) return [];
  const name = nameOf(golem);
  const common = { golem: golem.id, key: `${health}:${golem.id}`, rank: RANK[health] };
  if (health === 'revoked') {
    return [
      {
        ...common,
        native: `${shortName(name)} has no live permission`,
        title: `${name} has no live permission`,
        body: `Every permission of ${name} is listed as revoked or has expired. It cannot be paid until you grant a new runway. Source: control plane.`,
      },
    ];
  }
  return [
    {
      ...common,
      native: `${shortName(name)}: runway critical`,
      title: `${name}'s runway is critical`,
      body: `Less than 10 % of today's cap or less than a day is left for ${name}. Source: control plane.`,
    },
  ];
}

function heartbeatConditions(golem: Golem, clock: Clock): Condition[] {
  const { heartbeat } = golem;
  if (!clock.agreed || !heartbeat) return [];
  const age = clock.now - heartbeat.at;
  if (age <= 2 * heartbeat.intervalSeconds) return [];
  const name = nameOf(golem);
  return [
    {
      key: `heartbeat:${golem.id}`,
      rank: RANK.heartbeat,
      golem: golem.id,
      native: `${shortName(name)} missed its heartbeat`,
      title: `${name} missed its heartbeat`,
      body: `${name}'s last heartbeat is from ${dateWords(heartbeat.at)}, ${durationWords(age)} ago; one is due every ${durationWords(heartbeat.intervalSeconds)}. It may be down, or the control plane may not have heard it.`,
    },
  ];
}

function gasConditions(golem: Golem): Condition[] {
  const pulls = golem.gasPullsLeft;
  if (pulls === null || pulls >= FEW_PULLS) return [];
  const name = nameOf(golem);
  return [
    {
      key: `gas:${golem.id}`,
      rank: RANK.gas,
      golem: golem.id,
      native: `${shortName(name)} is running out of gas`,
      title: `${name} is running out of gas`,
      body: `The control plane counts gas for ${pulls} more pull(s) by ${name}. Without gas it cannot use its runway.`,
    },
  ];
}

function planeConditions(state: State): Condition[] {
  const { failure } = state;
  if (!failure) return [];
  if (failure.kind === 'rejected') {
    return [
      {
        key: 'token',
        rank: RANK.token,
        golem: null,
        native: 'Bardo lost its access. Open Bardo.',
        title: 'Bardo lost its access to your status',
        body: 'The control plane rejected the watch token. Bardo is not watching your Golems until you reconnect on the site.',
      },
    ];
  }
  const long = failure.at - failure.since >= OUTAGE_SECONDS;
  if (failure.count < OUTAGE_TICKS || !long) return [];
  return [
    {
      key: 'plane',
      rank: RANK.plane,
      golem: null,
      native: 'Bardo gets no status for your Golems',
      title: 'Bardo gets no status for your Golems',
      body: `No usable answer from the control plane since ${dateWords(failure.since)} (${failure.detail}). What is shown may be out of date.`,
    },
  ];
}

function subject(state: State, golemId: string | null): string {
  const record = state.golems.find((one) => one.golem.id === golemId);
  return record ? shortName(nameOf(record.golem)) : 'Bardo';
}

/** Names are at most 24 characters; an id shown in place of a bad name may be longer. */
function shortName(name: string): string {
  return name.length <= 24 ? name : `${name.slice(0, 15)}…${name.slice(-8)}`;
}
