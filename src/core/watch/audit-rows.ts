// The ledger in the words of the home page: what is proven, what is not, what is false, and by what.
import { chainName } from '../chain/addresses';
import { MINUTE, whenWords } from '../chain/time';
import { chainSource, isSamePoint, type Proof } from '../memory/claim';
import { isOld, oldBlockWords } from '../memory/freshness';
import type { Vital } from '../memory/state';
import { counted } from './cause';
import type { DetailPart, DetailRow } from './detail-row';
import type { ListedGolem } from './golem-list';

const ORDER = ['contradicted', 'unproven', 'verified'] as const;

/** Longer ago than two heartbeats is not "now" any more. */
const STILL_NOW = 11 * MINUTE;

type Proven = Pick<ListedGolem, 'proof' | 'current'>;

/** Where a figure comes from once it is verified; null = it is the server's word, or was verified before it changed. */
export function sourceFor(
  { proof, current }: Proven,
  what: string,
  of: string | null = null,
): string | null {
  const claim = proof?.claims.find((one) => isSamePoint(one, { what, of }));
  return current && claim?.verdict === 'verified' ? claim.source : null;
}

/** The phase that is shown: the chain's word, the Golem's signed one, or the server's (null). */
export function phaseSource(row: ListedGolem): string | null {
  const { shown, record } = row;
  if (shown?.phase !== record.golem.phase) return sourceFor(row, 'phase');
  return `${chainSource(shown.block)}${shown.fresh ? '' : ', not fresh'}`;
}

/** A signature needs no chain: the very heartbeat that is shown was recovered, whenever that was. */
export function isSignedBeat({ proof, record }: ListedGolem): boolean {
  const claim = proof?.claims.find(({ what }) => what === 'heartbeat');
  const { heartbeat } = record.golem;
  return claim?.verdict === 'verified' && proof?.beat?.signature === heartbeat?.signature;
}

/** What a card on the list says: the checks folded into one line, and what is wrong. `local`: this computer's clock. */
export function checkLines(
  { proof, vitals }: Pick<ListedGolem, 'proof' | 'vitals'>,
  local: number,
): { text: string; wrong: boolean }[] {
  const unheard = vitals
    .filter(({ problem }) => problem !== null)
    .map((vital) => ({ text: `Life not checked: ${unheardWords(vital, local)}`, wrong: true }));
  if (!proof?.seen) {
    const why = proof?.problem ? `: ${proof.problem}` : '';
    return [...unheard, { text: `Not checked on chain${why}`, wrong: false }];
  }
  const { probe, seen, unasked, problem } = proof;
  return [
    tallyOf(proof, seen, local),
    ...(probe && probe.can !== 'yes'
      ? [{ text: `${probeQuestion(proof, local)} ${probe.words}`, wrong: false }]
      : []),
    ...unheard,
    ...(unasked
      ? [{ text: `Not asked about: ${counted(unasked, 'listed permission')}`, wrong: true }]
      : []),
    ...(problem ? [{ text: `Not reached since: ${problem}`, wrong: false }] : []),
  ];
}

/** "7 of 7 checks passed at block 123, at 14:02 UTC": a payment that would be let through is one of them. */
function tallyOf({ claims, probe }: Proof, seen: NonNullable<Proof['seen']>, local: number) {
  const count = (verdict: string) => claims.filter((one) => one.verdict === verdict).length;
  const tried = probe?.can === 'yes' ? 1 : 0;
  const [wrong, unproven] = [count('contradicted'), count('unproven')];
  const old = isOld(seen);
  const parts = [
    `${count('verified') + tried} of ${claims.length + tried} checks passed`,
    ...(wrong > 0 ? [`${wrong} contradicted`] : []),
    ...(unproven > 0 ? [`${unproven} unproven`] : []),
  ];
  const when = old
    ? `not fresh: ${oldBlockWords(seen)}`
    : `block ${seen.block}, ${whenWords(seen.at, local)}`;
  return { text: `${parts.join(', ')} (${when})`, wrong: wrong > 0 || old };
}

/** "Now" is only what was just asked: an older answer is told with its block. */
function probeQuestion({ seen, problem }: Proof, local: number): string {
  if (!seen) return 'Could it spend?';
  const isNow = problem === null && !isOld(seen) && Math.abs(local - seen.at) <= STILL_NOW;
  if (isNow) return 'Could it spend right now?';
  return `Could it spend at block ${seen.block}, ${whenWords(isOld(seen) ? seen.time : seen.at, local)}?`;
}

/** "MetaMask's endpoint for this chain fails, last heard at 14:02 UTC, block 90 of Base" */
function unheardWords({ chainId, seen, problem }: Vital, local: number): string {
  const last = seen ? `${whenWords(seen.at, local)}, block ${seen.block}` : 'never';
  return `${problem}, last heard ${last} of ${chainName(chainId)}`;
}

/** The one question that is asked of every Golem leased here on every check. */
function vitalRow(vital: Vital, local: number): DetailRow {
  const { phase, seen, problem } = vital;
  if (problem !== null || !seen)
    return wordsRow('Life not checked', unheardWords(vital, local), 'Bardo');
  const words = phase ?? 'no record yet';
  if (isOld(seen)) return wordsRow('Life, not fresh', words, `${oldBlockWords(seen)} · chain`);
  return wordsRow(
    'Life by its oracle',
    words,
    `${chainSource(seen.block)}, ${whenWords(seen.at, local)}`,
  );
}

export function auditPart({ proof, vitals }: ListedGolem, local: number): DetailPart[] {
  const lives = vitals.map((vital) => vitalRow(vital, local));
  if (!proof) return lives.length > 0 ? [{ heading: 'Checked by Bardo', rows: lives }] : [];
  const at = provenWords(proof, local);
  const rows = [...proof.claims]
    .sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
    .map(({ verdict, words, source }) => wordsRow(labelOf(verdict), words, `${source}, ${at}`));
  return [
    {
      heading: 'Checked by Bardo',
      rows: [
        ...lives,
        ...(proof.problem ? [wordsRow('Not reached', proof.problem, at)] : []),
        ...(proof.seen && isOld(proof.seen) ? [notFresh(proof.seen)] : []),
        ...(proof.probe && proof.seen
          ? [
              wordsRow(
                probeQuestion(proof, local),
                proof.probe.words,
                chainSource(proof.seen.block),
              ),
            ]
          : []),
        ...rows,
      ],
    },
  ];
}

/** A proof by an old block is of that block's time. */
function provenWords({ seen }: Proof, local: number): string {
  if (!seen) return 'never proven';
  return `last proven ${whenWords(isOld(seen) ? seen.time : seen.at, local)}`;
}

function labelOf(verdict: (typeof ORDER)[number]): string {
  switch (verdict) {
    case 'contradicted':
      return 'Contradicted';
    case 'unproven':
      return 'Unproven';
    case 'verified':
      return 'Verified';
  }
}

export function wordsRow(label: string, value: string, source: string): DetailRow {
  return { label, value, source, kind: 'words' };
}

function notFresh(seen: NonNullable<Proof['seen']>): DetailRow {
  const words = `The newest is ${oldBlockWords(seen)}. What happened since is not known.`;
  return wordsRow('Not fresh', words, 'Bardo');
}

/** How death is told: proven, or merely reported. */
export function deathWords({ shown, name }: ListedGolem): { title: string; text: string } {
  if (shown?.phase === 'terminal') {
    return {
      title: `${name} is dead`,
      text: `The chain shows its terminal phase at block ${shown.block}. Its lease moves nothing any more.`,
    };
  }
  return {
    title: `${name} is reported dead`,
    text: 'The control plane reports its terminal phase. Not proven on chain.',
  };
}
