// What is wrong with the control plane's answers, or with getting any.
import { dateWords, MINUTE } from '../chain/time';
import type { Contradiction, State } from '../memory/state';
import {
  ALWAYS_DECIDED,
  type AlertKind,
  type Found,
  nameIn,
  RANK,
  type Scene,
  shortName,
} from './cause';
import { doubtWords } from './doubts';

/** Failures in a row before an outage is announced: one lost answer is not news. */
const OUTAGE_TICKS = 3;
const OUTAGE_SECONDS = 14 * MINUTE;

export const contradiction: AlertKind = {
  rank: RANK.contradiction,
  label: 'Contradiction',
  by: ['point'],
  undecided: ALWAYS_DECIDED,
  find: contradictionsIn,
};

export const doubt: AlertKind = {
  rank: RANK.contradiction,
  label: 'Lease',
  by: ['point'],
  undecided: ALWAYS_DECIDED,
  find: doubtsIn,
};

export const token: AlertKind = {
  rank: RANK.token,
  label: 'Access',
  by: [],
  undecided: ALWAYS_DECIDED,
  find: tokenOf,
};

export const plane: AlertKind = {
  rank: RANK.plane,
  label: 'Control plane',
  by: [],
  undecided: ALWAYS_DECIDED,
  find: outageOf,
};

function contradictionsIn({ state }: Scene): Found[] {
  return [
    ...state.contradictions
      .filter((one) => doubtWords(one) === null)
      .map((one) => {
        const name = knownName(state, one);
        return {
          ...pointOf(one),
          native: `${shortName(name ?? 'Bardo')}: status contradiction`,
          title: name ? `${name}: the status contradicts itself` : 'The status contradicts itself',
          body: one.text,
          more: "Bardo found this in the control plane's own answers. It resolved none of it by guessing.",
        };
      }),
    ...(state.failure?.kind === 'other-owner' ? [OTHER_OWNER] : []),
  ];
}

const OTHER_OWNER: Found = {
  point: { what: 'owner', of: null },
  native: 'Bardo: status of another owner',
  title: 'The status is of another owner',
  body: 'Bardo used nothing of it and is not watching your Golems meanwhile.',
  more: 'The control plane answered with the status of another owner than the one Bardo watches for.',
};

function doubtsIn({ state }: Scene): Found[] {
  return state.contradictions.flatMap((one) => {
    const doubt = doubtWords(one);
    if (!doubt) return [];
    const whose = knownName(state, one) ?? one.golem ?? 'Bardo';
    return [
      {
        ...pointOf(one),
        native: `${shortName(whose)}: ${doubt.native}`,
        title: `${whose}: ${doubt.title}`,
        body: one.text,
        more: doubt.more,
      },
    ];
  });
}

function pointOf({ what, of, golem }: Contradiction): Pick<Found, 'golem' | 'point'> {
  return { golem, point: { what, of } };
}

/** null = it is about no listed Golem. */
function knownName(state: State, { golem }: Contradiction): string | null {
  const isListed = state.golems.some((one) => one.golem.id === golem);
  return golem !== null && isListed ? nameIn(state, golem) : null;
}

function tokenOf({ state }: Scene): Found[] {
  if (state.failure?.kind !== 'rejected') return [];
  return [
    {
      native: 'Bardo lost its access. Open Bardo.',
      title: 'Bardo lost its access to your status',
      body: 'It is not watching your Golems until you reconnect on the site.',
      more: 'The control plane rejected the watch token.',
    },
  ];
}

function outageOf({ state: { failure } }: Scene): Found[] {
  if (!failure || ['rejected', 'other-owner'].includes(failure.kind)) return [];
  const long = failure.at - failure.since >= OUTAGE_SECONDS;
  if (failure.count < OUTAGE_TICKS || !long) return [];
  return [
    {
      native: 'Bardo gets no status for your Golems',
      title: 'Bardo gets no status for your Golems',
      body: `No usable answer from the control plane since ${dateWords(failure.since)}. What is shown may be out of date.`,
      more: `What went wrong last: ${failure.detail}. Deaths of Golems you leased to are still read from the chain.`,
    },
  ];
}
