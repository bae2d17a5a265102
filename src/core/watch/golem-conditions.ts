// What of one Golem its owner must hear of: death, decline, a runway that runs out, silence, no gas.
import { dateWords, durationWords } from '../chain/time';
import { healthOfGolem, isLive } from '../permissions/health';
import { type Golem, nameOf, type Permission } from '../protocol/status';
import type { Clock } from './clock';
import { type Condition, counted, RANK, shortName } from './condition';
import type { State } from './state';

const FEW_PULLS = 5;

export function golemConditions(golem: Golem, state: State, clock: Clock): Condition[] {
  // One cause, one notification: death explains the end of its permissions and heartbeats.
  if (golem.phase === 'terminal') return [deathOf(golem, state.permissions, clock)];
  return [
    ...decliningOf(golem),
    ...healthConditions(golem, state.permissions, clock),
    ...heartbeatConditions(golem, clock.now === null ? null : state.server_time),
    ...gasConditions(golem),
  ];
}

export function deathOf(golem: Golem, permissions: readonly Permission[], clock: Clock): Condition {
  const name = nameOf(golem);
  const live = permissions.filter((one) => one.golem === golem.id && isLive(one, clock.now));
  const permission =
    live.length === 0
      ? 'The control plane lists no permission of it as in force.'
      : `Not listed as revoked yet: ${counted(live.length, 'permission')}. End them on the site.`;
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
  if (health !== 'critical' && health !== 'revoked') return [];
  const name = nameOf(golem);
  const common = { golem: golem.id, key: `${health}:${golem.id}`, rank: RANK[health] };
  if (health === 'revoked') {
    return [
      {
        ...common,
        native: `${shortName(name)} has no live runway`,
        title: `${name} has no live runway`,
        body: `Every runway of ${name} is listed as revoked or has expired. It cannot be paid until you grant a new one. Source: control plane.`,
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

/**
 * Judged at the time of the last status: while no status comes in, silence is the control plane's and
 * not the Golem's. A server whose clock is doubtful cannot judge the Golem's either.
 */
function heartbeatConditions(golem: Golem, statusAt: number | null): Condition[] {
  const { heartbeat } = golem;
  if (statusAt === null || !heartbeat) return [];
  const age = statusAt - heartbeat.at;
  if (age <= 2 * heartbeat.intervalSeconds) return [];
  const name = nameOf(golem);
  return [
    {
      key: `heartbeat:${golem.id}`,
      rank: RANK.heartbeat,
      golem: golem.id,
      native: `${shortName(name)} missed its heartbeat`,
      title: `${name} missed its heartbeat`,
      body: `${name}'s last heartbeat is from ${dateWords(heartbeat.at)}, ${durationWords(age)} before the control plane's answer; one is due every ${durationWords(heartbeat.intervalSeconds)}. It may be down, or the control plane may not have heard it.`,
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
      body: `The control plane counts gas for ${counted(pulls, 'more pull')} by ${name}. Without gas it cannot use its runway.`,
    },
  ];
}
