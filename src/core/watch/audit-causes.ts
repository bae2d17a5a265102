// What the audit finds that an owner must hear of: a contradiction, silence on chain, an end that they
// asked for and the chain now shows, and what could not be checked three times in a row.

import { endedHere, endWords, openGrants } from '../audit/ending';
import { chainName } from '../chain/addresses';
import { dateWords, durationWords } from '../chain/time';
import type { Proof } from '../memory/claim';
import { isOwn } from '../memory/leases';
import type { Head, State } from '../memory/state';
import { type Cause, calledOf, counted, RANK, shortName } from './cause';

export function auditCauses(state: State): Cause[] {
  const away = new Set(state.golems.flatMap((one) => (one.dismissed ? [one.golem.id] : [])));
  return [
    ...state.claims
      .filter(({ golem }) => !away.has(golem))
      .flatMap((proof) => [
        ...lies(proof, state),
        ...silence(proof, state),
        ...ending(proof, state),
      ]),
    ...uncheckedChains(state),
    ...tooMuch(state),
  ];
}

/** Checks without an answer before it is announced: one lost answer is not news. */
export const UNCHECKED = 3;

/** Chains that the owner signed for. One cause, one notice, however many Golems live there. */
function uncheckedChains({ heads, leases }: State): Cause[] {
  const homes = new Map<number, Set<string>>();
  for (const { golem, chainId } of leases.filter(isOwn)) {
    homes.set(chainId, (homes.get(chainId) ?? new Set()).add(golem));
  }
  return heads.flatMap((head) => {
    const count = homes.get(head.chainId)?.size ?? 0;
    if (count === 0) return [];
    const leased = `${counted(count, 'Golem')} of yours ${count === 1 ? 'is' : 'are'} leased there`;
    return [...silentChain(head, leased), ...staleChain(head, leased)];
  });
}

function silentChain({ chainId, failing, problem, seen }: Head, leased: string): Cause[] {
  if (failing < UNCHECKED) return [];
  return [
    {
      key: `unchecked:${chainId}`,
      rank: RANK.unchecked,
      golem: null,
      native: `${shortName(chainName(chainId))} cannot be checked`,
      title: `${chainName(chainId)} cannot be checked`,
      body: `${leased}: until it answers, a death or an end there is only what the control plane says.`,
      label: 'Not checked',
      more: `${failing} checks in a row: ${problem}. ${seen ? `Last seen at block ${seen.block} on ${dateWords(seen.at)}.` : 'It has never answered.'}`,
    },
  ];
}

/** It answers, and always with the past: the endpoint stands still or lags, or the chain does, or our clock is ahead. */
function staleChain({ chainId, failing, stale = 0, seen }: Head, leased: string): Cause[] {
  if (stale < UNCHECKED || failing >= UNCHECKED || !seen) return [];
  return [
    {
      key: `stale:${chainId}`,
      rank: RANK.unchecked,
      golem: null,
      native: `${shortName(chainName(chainId))} shows no fresh block`,
      title: `${chainName(chainId)} shows no fresh block`,
      body: `${leased}: a death or an end after block ${seen.block} of ${dateWords(seen.time)} would not be seen.`,
      label: 'Not fresh',
      more: `${stale} checks in a row. Its newest block is ${durationWords(seen.at - seen.time)} old by this computer's clock: MetaMask's endpoint lags, the chain stands still, or this computer's clock is ahead.`,
    },
  ];
}

function tooMuch({ unasked }: State): Cause[] {
  if (!unasked || unasked.checks < UNCHECKED) return [];
  return [
    {
      key: 'unasked',
      rank: RANK.unchecked,
      golem: null,
      native: 'Bardo cannot check all that is listed',
      title: 'Bardo cannot check all that the control plane lists',
      body: 'What you signed here is checked first and every time; the rest is unproven.',
      label: 'Not checked',
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

function lies(proof: Proof, state: State): Cause[] {
  const name = nameFor(state, proof.golem);
  // One that was never listed has no page; the site's first page shows grants that nobody lists.
  const golem = recordFor(state, proof.golem) ? proof.golem : null;
  return proof.claims
    .filter(({ verdict }) => verdict === 'contradicted')
    .map(({ key, words, source }) => ({
      key: `lie:${proof.golem}:${key}`,
      rank: RANK.contradiction,
      golem,
      native: `${shortName(name)}: plane contradicted`,
      title: `${name}: the control plane is contradicted`,
      body: words,
      label: 'Contradiction',
      more: `Checked against: ${source}.`,
    }));
}

/** Never called death: a Golem that does not report may be down, cut off or out of gas. */
function silence(proof: Proof, state: State): Cause[] {
  if (!proof.silent || !proof.seen || proof.phase === 'terminal') return [];
  const name = nameFor(state, proof.golem);
  return [
    {
      key: `silent:${proof.golem}`,
      rank: RANK.silent,
      golem: proof.golem,
      native: `${shortName(name)} is silent on chain`,
      title: `${name} is silent on chain`,
      body: 'It cannot spend until it reports again. That is silence, not death.',
      label: 'Silence',
      more: `It last reported to its oracle on ${dateWords(proof.silent.reportedAt)}, longer ago than its lease allows (block ${proof.seen.block}).`,
    },
  ];
}

function ending(proof: Proof, state: State): Cause[] {
  if (!proof.seen || !endedHere(state, proof.golem)) return [];
  const name = nameFor(state, proof.golem);
  const open = openGrants(state, proof.golem);
  const words =
    open === 0
      ? {
          key: `ended:${proof.golem}`,
          native: `${shortName(name)} is ended on chain`,
          title: `${name} is ended, proven on chain`,
          body: 'You asked for its end here. None of its grants is still open.',
        }
      : {
          key: `ended-lease:${proof.golem}`,
          native: `${shortName(name)}: lease ended on chain`,
          title: `${name}'s lease is ended, proven on chain`,
          body: `You asked for its end here. ${counted(open, 'grant')} above it ${open === 1 ? 'is' : 'are'} still open: end ${open === 1 ? 'it' : 'them'} on the site.`,
        };
  return [
    {
      ...words,
      rank: RANK.revoked,
      golem: proof.golem,
      label: 'End',
      more: `The chain shows it at block ${proof.seen.block}: ${endWords(proof)}.`,
    },
  ];
}

function nameFor(state: State, golem: string): string {
  const record = recordFor(state, golem);
  return record ? calledOf(record.golem) : golem;
}

function recordFor({ golems }: State, golem: string) {
  return golems.find((one) => one.golem.id === golem);
}
