// What of one living Golem its owner must hear of: decline, a runway that runs out, silence, no gas.

import { isCurrent, proofFor, provenEnd, shownPhase } from '../audit/believe';
import { endedHere } from '../audit/ending';
import { dateWords, durationWords } from '../chain/time';
import { isSamePoint, type Proof } from '../memory/claim';
import type { State } from '../memory/state';
import type { Golem, Permission } from '../protocol/status';
import { isLive } from '../runway/health';
import { dueEvery, isOverdue } from '../runway/heartbeat-due';
import {
  type AlertKind,
  calledOf,
  counted,
  type Found,
  RANK,
  type Scene,
  shortName,
} from './cause';
import type { Clock } from './clock';

const FEW_PULLS = 5;

export const declining: AlertKind = {
  rank: RANK.declining,
  label: 'Decline',
  by: ['golem'],
  undecided: { unlisted: true, timeless: false },
  find: decliningOf,
};

export const critical: AlertKind = {
  rank: RANK.critical,
  label: 'Runway critical',
  by: ['golem'],
  undecided: { unlisted: true, timeless: true },
  find: criticalOf,
};

export const revoked: AlertKind = {
  rank: RANK.revoked,
  label: 'Runway ended',
  by: ['golem'],
  undecided: { unlisted: true, timeless: true },
  find: revokedOf,
};

export const heartbeat: AlertKind = {
  rank: RANK.heartbeat,
  label: 'Heartbeat',
  by: ['golem'],
  undecided: { unlisted: true, timeless: true },
  find: heartbeatOf,
};

export const gas: AlertKind = {
  rank: RANK.gas,
  label: 'Gas',
  by: ['golem'],
  undecided: { unlisted: true, timeless: false },
  find: gasOf,
};

function decliningOf({ living, state }: Scene): Found[] {
  return living
    .filter(({ golem }) => golem.phase === 'declining')
    .map(({ golem }) => {
      const name = calledOf(golem);
      const shown = shownPhase(state, golem.id);
      return {
        golem: golem.id,
        native: `${shortName(name)} is declining`,
        title: `${name} is declining`,
        body: declineWords(golem, state),
        more:
          shown?.phase === 'declining'
            ? `The chain shows it at block ${shown.block}.`
            : `The control plane reports it, with vitality ${golem.vitality} of 100.`,
      };
    });
}

/** Only a lease knows phases: MetaMask's own rules pay a declining Golem as before. */
function declineWords({ id }: Golem, { permissions }: State): string {
  const bare = permissions.some((one) => one.golem === id && one.token !== null && !one.lease);
  return bare
    ? 'No lease covers all of its runway, so the chain still lets it spend its whole cap.'
    : 'A declining Golem is limited to 10 % of its cap.';
}

function criticalOf({ living, state }: Scene): Found[] {
  return living
    .filter(({ health }) => health === 'critical')
    .map(({ golem }) => {
      const name = calledOf(golem);
      return {
        golem: golem.id,
        native: `${shortName(name)}: runway critical`,
        title: `${name}'s runway is critical`,
        body: "Less than 10 % of today's cap or less than a day is left.",
        more: leftSource(state, golem.id),
      };
    });
}

/** What the owner ended here, and the chain shows, is said once, as that. */
function revokedOf({ living, state, clock }: Scene): Found[] {
  return living
    .filter(({ golem, health }) => health === 'revoked' && !endedHere(state, golem.id))
    .map(({ golem }) => {
      const name = calledOf(golem);
      return {
        golem: golem.id,
        native: `${shortName(name)} has no live runway`,
        title: `${name} has no live runway`,
        body: noRunwayWords(golem, state, clock),
        more: endSource(state, golem.id),
      };
    });
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
      (hasTerms(proof, one.id) && one.expiresAt <= (seen?.time ?? 0)),
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
      ({ id }) => proof.left.some(({ permission }) => permission === id) && hasTerms(proof, id),
    );
  return proven && proof.seen ? `Read from the chain at block ${proof.seen.block}.` : FROM_PLANE;
}

const FROM_PLANE = 'Source: control plane.';

function runwaysFor({ permissions }: State, golem: string): Permission[] {
  return permissions.filter((one) => one.golem === golem && one.token !== null);
}

function hasTerms(proof: Proof | null, of: string): boolean {
  const terms = { what: 'terms', of };
  return (
    proof?.claims.some((one) => isSamePoint(one, terms) && one.verdict === 'verified') ?? false
  );
}

/**
 * Judged at the time of the last status: while no status comes in, silence is the control plane's and
 * not the Golem's. A server whose clock is doubtful cannot judge the Golem's either.
 */
function heartbeatOf({ living, state, clock }: Scene): Found[] {
  const { server_time: statusAt } = state;
  if (clock.now === null || statusAt === null) return [];
  return living.flatMap(({ golem }) => {
    const { heartbeat: last } = golem;
    if (!last || !isOverdue(last, statusAt)) return [];
    const age = statusAt - last.at;
    const name = calledOf(golem);
    return [
      {
        golem: golem.id,
        native: `${shortName(name)} missed its heartbeat`,
        title: `${name} missed its heartbeat`,
        body: 'It may be down, or the control plane may not have heard it.',
        more: `The last one is from ${dateWords(last.at)}, ${durationWords(age)} before the control plane's answer; one is due every ${durationWords(dueEvery(last))}.`,
      },
    ];
  });
}

function gasOf({ living }: Scene): Found[] {
  return living.flatMap(({ golem }) => {
    const { gasPullsLeft: pulls } = golem;
    if (pulls === null || pulls >= FEW_PULLS) return [];
    const name = calledOf(golem);
    return [
      {
        golem: golem.id,
        native: `${shortName(name)} is running out of gas`,
        title: `${name} is running out of gas`,
        body: 'Without gas it cannot use its runway.',
        more: `The control plane counts gas for ${counted(pulls, 'more payment')}.`,
      },
    ];
  });
}
