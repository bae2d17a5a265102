// What the ledger finds that an owner must hear of: a contradiction, silence on chain, an end that they
// asked for and the chain now shows.

import { endedHere, endWords } from '../audit/ending';
import { dateWords } from '../chain/time';
import type { Proof } from '../memory/claim';
import type { State } from '../memory/state';
import { nameOf } from '../protocol/status';
import { type Condition, RANK, shortName } from './condition';

export function ledgerConditions(state: State): Condition[] {
  const away = new Set(state.golems.flatMap((one) => (one.dismissed ? [one.golem.id] : [])));
  return state.claims
    .filter(({ golem }) => !away.has(golem))
    .flatMap((proof) => [...lies(proof, state), ...silence(proof, state), ...ending(proof, state)]);
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
      native: `${shortName(name)}: control plane contradicted`,
      title: `${name}: the control plane is contradicted`,
      body: `${words} Checked against: ${source}.`,
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
      body: `${name} last reported to its oracle on ${dateWords(proof.silent.reportedAt)}, longer ago than its lease allows (block ${proof.seen.block}). It cannot spend until it reports again. That is silence, not death.`,
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
      native: `${shortName(name)} is ended, proven on chain`,
      title: `${name} is ended, proven on chain`,
      body: `You ended ${name} here. The chain shows it at block ${proof.seen.block}: ${endWords(proof)}.`,
    },
  ];
}

function nameFor(state: State, golem: string): string {
  const record = recordFor(state, golem);
  return record ? nameOf(record.golem) : golem;
}

function recordFor({ golems }: State, golem: string) {
  return golems.find((one) => one.golem.id === golem);
}
