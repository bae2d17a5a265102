// What the audit finds of a Golem that its owner must hear of: a contradiction, silence on chain, an end that they
// asked for and the chain now shows.
import { endedHere, endWords, openGrants } from '../audit/ending';
import { dateWords } from '../chain/time';
import type { Proof } from '../memory/claim';
import type { State } from '../memory/state';
import {
  ALWAYS_DECIDED,
  type AlertKind,
  counted,
  type Found,
  nameIn,
  putAway,
  RANK,
  type Scene,
  shortName,
} from './cause';

export const lie: AlertKind = {
  rank: RANK.contradiction,
  label: 'Contradiction',
  by: ['golem', 'point'],
  undecided: ALWAYS_DECIDED,
  find: liesOf,
};

export const silent: AlertKind = {
  rank: RANK.silent,
  label: 'Silence',
  by: ['golem'],
  undecided: ALWAYS_DECIDED,
  find: silenceOf,
};

export const ended: AlertKind = {
  rank: RANK.revoked,
  label: 'End',
  by: ['golem'],
  undecided: ALWAYS_DECIDED,
  find: wholeEndsOf,
};

export const endedLease: AlertKind = {
  rank: RANK.revoked,
  label: 'End',
  by: ['golem'],
  undecided: ALWAYS_DECIDED,
  find: leaseEndsOf,
};

function liesOf({ state }: Scene): Found[] {
  return proofsOf(state).flatMap(({ golem, claims }) => {
    const name = nameIn(state, golem);
    return claims
      .filter(({ verdict }) => verdict === 'contradicted')
      .map(({ what, of, words, source }) => ({
        golem,
        point: { what, of },
        native: `${shortName(name)}: plane contradicted`,
        title: `${name}: the control plane is contradicted`,
        body: words,
        more: `Checked against: ${source}.`,
      }));
  });
}

/** Never called death: a Golem that does not report may be down, cut off or out of gas. */
function silenceOf({ state }: Scene): Found[] {
  return proofsOf(state).flatMap(({ golem, phase, silent: since, seen }) => {
    if (!since || !seen || phase === 'terminal') return [];
    const name = nameIn(state, golem);
    return [
      {
        golem,
        native: `${shortName(name)} is silent on chain`,
        title: `${name} is silent on chain`,
        body: 'It cannot spend until it reports again. That is silence, not death.',
        more: `It last reported to its oracle on ${dateWords(since.reportedAt)}, longer ago than its lease allows (block ${seen.block}).`,
      },
    ];
  });
}

function wholeEndsOf({ state }: Scene): Found[] {
  return endingsIn(state)
    .filter(({ open }) => open === 0)
    .map(({ golem, name, more }) => ({
      golem,
      native: `${shortName(name)} is ended on chain`,
      title: `${name} is ended, proven on chain`,
      body: 'You asked for its end here. None of its grants is still open.',
      more,
    }));
}

function leaseEndsOf({ state }: Scene): Found[] {
  return endingsIn(state)
    .filter(({ open }) => open > 0)
    .map(({ golem, name, open, more }) => ({
      golem,
      native: `${shortName(name)}: lease ended on chain`,
      title: `${name}'s lease is ended, proven on chain`,
      body: `You asked for its end here. ${counted(open, 'grant')} above it ${open === 1 ? 'is' : 'are'} still open: end ${open === 1 ? 'it' : 'them'} on the site.`,
      more,
    }));
}

function endingsIn(state: State) {
  return proofsOf(state).flatMap((proof) => {
    const { golem, seen } = proof;
    if (!seen || !endedHere(state, golem)) return [];
    const more = `The chain shows it at block ${seen.block}: ${endWords(proof)}.`;
    return [{ golem, name: nameIn(state, golem), open: openGrants(state, golem), more }];
  });
}

function proofsOf(state: State): Proof[] {
  const away = putAway(state);
  return state.claims.filter(({ golem }) => !away.has(golem));
}
