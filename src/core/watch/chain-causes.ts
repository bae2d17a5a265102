// What could not be checked three times in a row: a chain without an answer or without a fresh block, too much listed.
import { chainName } from '../chain/addresses';
import { dateWords, durationWords } from '../chain/time';
import { isOwn } from '../memory/leases';
import type { Head, State } from '../memory/state';
import {
  ALWAYS_DECIDED,
  type AlertKind,
  counted,
  type Found,
  RANK,
  type Scene,
  shortName,
} from './cause';

/** Checks without an answer before it is announced: one lost answer is not news. */
export const UNCHECKED = 3;

export const unchecked: AlertKind = {
  rank: RANK.unchecked,
  label: 'Not checked',
  by: ['chainId'],
  undecided: ALWAYS_DECIDED,
  find: silentChains,
};

export const stale: AlertKind = {
  rank: RANK.unchecked,
  label: 'Not fresh',
  by: ['chainId'],
  undecided: ALWAYS_DECIDED,
  find: staleChains,
};

export const unasked: AlertKind = {
  rank: RANK.unchecked,
  label: 'Not checked',
  by: [],
  undecided: ALWAYS_DECIDED,
  find: tooMuch,
};

/** Chains that the owner signed for. One cause, one notice, however many Golems live there. */
function homesIn({ heads, leases }: State): { head: Head; leased: string }[] {
  const homes = new Map<number, Set<string>>();
  for (const { golem, chainId } of leases.filter(isOwn)) {
    homes.set(chainId, (homes.get(chainId) ?? new Set()).add(golem));
  }
  return heads.flatMap((head) => {
    const count = homes.get(head.chainId)?.size ?? 0;
    if (count === 0) return [];
    const leased = `${counted(count, 'Golem')} of yours ${count === 1 ? 'is' : 'are'} leased there`;
    return [{ head, leased }];
  });
}

function silentChains({ state }: Scene): Found[] {
  return homesIn(state).flatMap(({ head, leased }) => {
    const { chainId, failing, problem, seen } = head;
    if (failing < UNCHECKED) return [];
    return [
      {
        chainId,
        native: `${shortName(chainName(chainId))} cannot be checked`,
        title: `${chainName(chainId)} cannot be checked`,
        body: `${leased}: until it answers, a death or an end there is only what the control plane says.`,
        more: `${failing} checks in a row: ${problem}. ${seen ? `Last seen at block ${seen.block} on ${dateWords(seen.at)}.` : 'It has never answered.'}`,
      },
    ];
  });
}

/** It answers, and always with the past: the endpoint stands still or lags, or the chain does, or our clock is ahead. */
function staleChains({ state }: Scene): Found[] {
  return homesIn(state).flatMap(({ head, leased }) => {
    const { chainId, failing, stale = 0, seen } = head;
    if (stale < UNCHECKED || failing >= UNCHECKED || !seen) return [];
    return [
      {
        chainId,
        native: `${shortName(chainName(chainId))} shows no fresh block`,
        title: `${chainName(chainId)} shows no fresh block`,
        body: `${leased}: a death or an end after block ${seen.block} of ${dateWords(seen.time)} would not be seen.`,
        more: `${stale} checks in a row. Its newest block is ${durationWords(seen.at - seen.time)} old by this computer's clock: MetaMask's endpoint lags, the chain stands still, or this computer's clock is ahead.`,
      },
    ];
  });
}

function tooMuch({ state: { unasked } }: Scene): Found[] {
  if (!unasked || unasked.checks < UNCHECKED) return [];
  return [
    {
      native: 'Bardo cannot check all that is listed',
      title: 'Bardo cannot check all that the control plane lists',
      body: 'What you signed here is checked first and every time; the rest is unproven.',
      more: `${unaskedWords(unasked)} Since ${dateWords(unasked.since)}, ${unasked.checks} checks in a row.`,
    },
  ];
}

/** "In the last check 300 permissions of 2 Golems had no place among the questions." */
export function unaskedWords(unasked: NonNullable<State['unasked']>): string {
  const { golems, permissions, unreached } = unasked;
  const of = `${counted(permissions, 'permission')} of ${counted(golems, 'Golem')}`;
  const parts = [
    ...(permissions > 0 ? [`${of} had no place among the questions`] : []),
    ...(unreached > 0
      ? [
          `${counted(unreached, 'Golem')} could not be reached, or only by an old block, on the chain the control plane names`,
        ]
      : []),
  ];
  return `In the last check ${parts.join('; ')}.`;
}
