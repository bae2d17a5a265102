// What of one Golem its owner must hear of: death, decline, a runway that runs out, silence, no gas.

import { isCurrent, proofFor, provenEnd, shownPhase } from '../audit/believe';
import { endedHere } from '../audit/ending';
import { chainName } from '../chain/addresses';
import { dateWords, durationWords } from '../chain/time';
import type { Proof } from '../memory/claim';
import type { State } from '../memory/state';
import { type Golem, nameOf, type Permission } from '../protocol/status';
import { healthOfGolem, isLive } from '../runway/health';
import { dueEvery, isOverdue } from '../runway/heartbeat-due';
import { type Cause, calledOf, counted, RANK, shortName } from './cause';
import type { Clock } from './clock';
import { openGrantWords } from './permission-words';

const FEW_PULLS = 5;

export function golemCauses(golem: Golem, state: State, clock: Clock): Cause[] {
  // One cause, one notification: death explains the end of its permissions and heartbeats.
  if (golem.phase === 'terminal') return [deathOf(golem, state, clock)];
  return [
    ...decliningOf(golem, state),
    ...healthCauses(golem, state, clock),
    ...heartbeatCauses(golem, clock.now === null ? null : state.server_time),
    ...gasCauses(golem),
  ];
}

export function deathKey(golem: string): string {
  return `died:${golem}`;
}

/** Says what the chain shows when it shows it, and that it is a mere report when not. */
export function deathOf(
  golem: Pick<Golem, 'id' | 'name'> & Partial<Golem>,
  state: State,
  clock: Clock,
): Cause {
  const { id } = golem;
  const shown = shownPhase(state, id);
  const proven = shown?.phase === 'terminal' ? shown : null;
  // A name is the server's word: one that is not like the id you leased to stands beside it.
  const renamed = proven?.own && !id.startsWith(slugOf(nameOf(golem)));
  const name = renamed ? `${calledOf(golem)} (${id})` : calledOf(golem);
  const live = state.permissions.filter((one) => one.golem === id && isLive(one, clock.now));
  const permission =
    live.length === 0
      ? 'No permission of it is known to be in force.'
      : openGrantWords(live, clock.now);
  const knowledge = golem.knowledgeRecord ? ` Knowledge record: ${golem.knowledgeRecord}.` : '';
  const words = proven ? 'is dead' : 'is reported dead';
  const isListed = state.golems.some((record) => record.golem.id === id);
  return {
    key: deathKey(id),
    rank: proven ? (proven.own ? RANK.died : RANK.diedShown) : RANK.diedReported,
    // One that was never listed has no page.
    golem: isListed ? id : null,
    native: `${shortName(renamed ? id : name)} ${words}`,
    title: `${name} ${words}`,
    body: proven
      ? `Its lease can no longer be redeemed. ${permission}`
      : `${permission} Not ${proofFor(state, id)?.seen ? 'proven' : 'checked'} on chain.`,
    label: proven ? 'Death, proven on chain' : 'Death, reported',
    more: `${proven ? `The oracle on ${chainName(proven.chainId)} shows its terminal phase at block ${proven.block}.` : 'The control plane reports its terminal phase.'} Its id: ${id}.${knowledge}`,
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function decliningOf(golem: Golem, state: State): Cause[] {
  if (golem.phase !== 'declining') return [];
  const name = calledOf(golem);
  const shown = shownPhase(state, golem.id);
  return [
    {
      key: `declining:${golem.id}`,
      rank: RANK.declining,
      golem: golem.id,
      native: `${shortName(name)} is declining`,
      title: `${name} is declining`,
      body: declineWords(golem, state),
      label: 'Decline',
      more:
        shown?.phase === 'declining'
          ? `The chain shows it at block ${shown.block}.`
          : `The control plane reports it, with vitality ${golem.vitality} of 100.`,
    },
  ];
}

/** Only a lease knows phases: MetaMask's own rules pay a declining Golem as before. */
function declineWords({ id }: Golem, { permissions }: State): string {
  const bare = permissions.some((one) => one.golem === id && one.token !== null && !one.lease);
  return bare
    ? 'No lease covers all of its runway, so the chain still lets it spend its whole cap.'
    : 'A declining Golem is limited to 10 % of its cap.';
}

function healthCauses(golem: Golem, state: State, clock: Clock): Cause[] {
  const health = healthOfGolem(golem, state.permissions, clock.now);
  if (health !== 'critical' && health !== 'revoked') return [];
  const name = calledOf(golem);
  const common = { golem: golem.id, key: `${health}:${golem.id}`, rank: RANK[health] };
  if (health === 'revoked') {
    // Ended here and proven: said once, as that.
    if (endedHere(state, golem.id)) return [];
    return [
      {
        ...common,
        native: `${shortName(name)} has no live runway`,
        title: `${name} has no live runway`,
        body: noRunwayWords(golem, state, clock),
        label: 'Runway ended',
        more: endSource(state, golem.id),
      },
    ];
  }
  return [
    {
      ...common,
      native: `${shortName(name)}: runway critical`,
      title: `${name}'s runway is critical`,
      body: "Less than 10 % of today's cap or less than a day is left.",
      label: 'Runway critical',
      more: leftSource(state, golem.id),
    },
  ];
}

/** A lease that ended took no grant with it. */
function noRunwayWords({ id }: Golem, state: State, { now }: Clock): string {
  return runwaysFor(state, id).some((one) => isLive(one, now))
    ? 'Its lease has ended, so it cannot redeem it. A grant above a lease stays open until you end it.'
    : 'Each of its runways is revoked or has expired. It cannot spend until you grant a new one.';
}

/** Proven when the chain shows the end of every runway, or has passed the end that was signed. */
function endSource(state: State, golem: string): string {
  const proof = proofFor(state, golem);
  const { seen } = proof ?? {};
  const proven = runwaysFor(state, golem).every(
    (one) =>
      provenEnd(proof, one) !== null ||
      (isVerified(proof, `terms:${one.id}`) && one.expiresAt <= (seen?.time ?? 0)),
  );
  return proven && seen ? `Proven on chain at block ${seen.block}.` : FROM_PLANE;
}

/** What is left is counted by the chain for every runway, and their ends are as signed. */
function leftSource(state: State, golem: string): string {
  const proof = proofFor(state, golem);
  const proven =
    proof !== null &&
    isCurrent(proof, state) &&
    runwaysFor(state, golem).every(
      ({ id }) =>
        proof.left.some(({ permission }) => permission === id) && isVerified(proof, `terms:${id}`),
    );
  return proven && proof.seen ? `Read from the chain at block ${proof.seen.block}.` : FROM_PLANE;
}

const FROM_PLANE = 'Source: control plane.';

function runwaysFor({ permissions }: State, golem: string): Permission[] {
  return permissions.filter((one) => one.golem === golem && one.token !== null);
}

function isVerified(proof: Proof | null, key: string): boolean {
  return proof?.claims.some((one) => one.key === key && one.verdict === 'verified') ?? false;
}

/**
 * Judged at the time of the last status: while no status comes in, silence is the control plane's and
 * not the Golem's. A server whose clock is doubtful cannot judge the Golem's either.
 */
function heartbeatCauses(golem: Golem, statusAt: number | null): Cause[] {
  const { heartbeat } = golem;
  if (statusAt === null || !heartbeat) return [];
  if (!isOverdue(heartbeat, statusAt)) return [];
  const age = statusAt - heartbeat.at;
  const name = calledOf(golem);
  return [
    {
      key: `heartbeat:${golem.id}`,
      rank: RANK.heartbeat,
      golem: golem.id,
      native: `${shortName(name)} missed its heartbeat`,
      title: `${name} missed its heartbeat`,
      body: 'It may be down, or the control plane may not have heard it.',
      label: 'Heartbeat',
      more: `The last one is from ${dateWords(heartbeat.at)}, ${durationWords(age)} before the control plane's answer; one is due every ${durationWords(dueEvery(heartbeat))}.`,
    },
  ];
}

function gasCauses(golem: Golem): Cause[] {
  const pulls = golem.gasPullsLeft;
  if (pulls === null || pulls >= FEW_PULLS) return [];
  const name = calledOf(golem);
  return [
    {
      key: `gas:${golem.id}`,
      rank: RANK.gas,
      golem: golem.id,
      native: `${shortName(name)} is running out of gas`,
      title: `${name} is running out of gas`,
      body: 'Without gas it cannot use its runway.',
      label: 'Gas',
      more: `The control plane counts gas for ${counted(pulls, 'more payment')}.`,
    },
  ];
}
