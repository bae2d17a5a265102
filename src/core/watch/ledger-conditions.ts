// What the ledger finds that an owner must hear of: a contradiction, silence on chain, an end that they
// asked for and the chain now shows, and what could not be checked three times in a row.

import { endedHere, endWords } from '../audit/ending';
import { chainName } from '../chain/addresses';
import { dateWords } from '../chain/time';
import type { Proof } from '../memory/claim';
import { isOwn } from '../memory/leases';
import type { State } from '../memory/state';
import { type Condition, calledOf, counted, RANK, shortName } from './condition';

export function ledgerConditions(state: State): Condition[] {
  const away = new Set(state.golems.flatMap((one) => (one.dismissed ? [one.golem.id] : [])));
  return [
    ...state.claims
      .filter(({ golem }) => !away.has(golem))
      .flatMap((proof) => [
        ...lies(proof, state),
        ...silence(proof, state),
        ...ending(proof, state),
      ]),
    ...silentChains(state),
    ...tooMuch(state),
  ];
}

/** Checks without an answer before it is announced: one lost answer is not news. */
export const UNCHECKED = 3;

/** Chains that the owner signed for. One cause, one notice, however many Golems live there. */
function silentChains({ heads, leases }: State): Condition[] {
  const homes = new Map<number, Set<string>>();
  for (const { golem, chainId } of leases.filter(isOwn)) {
    homes.set(chainId, (homes.get(chainId) ?? new Set()).add(golem));
  }
  return heads
    .filter(({ chainId, failing }) => failing >= UNCHECKED && homes.has(chainId))
    .map(({ chainId, failing, problem, seen }) => ({
      key: `unchecked:${chainId}`,
      rank: RANK.unchecked,
      golem: null,
      native: `${shortName(chainName(chainId))} cannot be checked`,
      title: `${chainName(chainId)} cannot be checked`,
      body: `${counted(homes.get(chainId)?.size ?? 0, 'Golem')} of yours ${homes.get(chainId)?.size === 1 ? 'is' : 'are'} leased there: until it answers, a death or an end there is only what the control plane says.`,
      label: 'Not checked',
      more: `${failing} checks in a row: ${problem}. ${seen ? `Last seen at block ${seen.block} on ${dateWords(seen.at)}.` : 'It has never answered.'}`,
    }));
}

function tooMuch({ unasked }: State): Condition[] {
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
      ? [`${counted(unreached, 'Golem')} could not be reached on the chain the control plane names`]
      : []),
  ];
  return `In the last check ${parts.join('; ')}.`;
}

function lies(proof: Proof, state: State): Condition[] {
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
function silence(proof: Proof, state: State): Condition[] {
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

function ending(proof: Proof, state: State): Condition[] {
  if (!proof.seen || !endedHere(state, proof.golem)) return [];
  const name = nameFor(state, proof.golem);
  return [
    {
      key: `ended:${proof.golem}`,
      rank: RANK.revoked,
      golem: proof.golem,
      native: `${shortName(name)} is ended on chain`,
      title: `${name} is ended, proven on chain`,
      body: 'You asked for its end here.',
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
