// The ledger in the words of the home page: what is proven, what is not, what is false, and by what.
import { agoWords, MINUTE } from '../chain/time';
import { chainSource, type Proof } from '../memory/claim';
import type { DossierPart, DossierRow } from './dossier-row';
import type { RosterRow } from './roster';

const ORDER = ['contradicted', 'unproven', 'verified'] as const;

/** Longer ago than two heartbeats is not "now" any more. */
const STILL_NOW = 11 * MINUTE;

type Proven = Pick<RosterRow, 'proof' | 'current'>;

/** Where a figure comes from once it is verified; null = it is the server's word, or was verified before it changed. */
export function sourceFor({ proof, current }: Proven, key: string): string | null {
  const claim = proof?.claims.find((one) => one.key === key);
  return current && claim?.verdict === 'verified' ? claim.source : null;
}

/** The phase that is shown: the chain's word, the Golem's signed one, or the server's (null). */
export function phaseSource(row: RosterRow): string | null {
  const { proof, record } = row;
  const shown = proof?.seen && proof.phase === record.golem.phase;
  return shown ? chainSource(proof.seen?.block ?? 0) : sourceFor(row, 'phase');
}

/** A signature needs no chain: the very heartbeat that is shown was recovered, whenever that was. */
export function isSignedBeat({ proof, record }: RosterRow): boolean {
  const claim = proof?.claims.find(({ key }) => key === 'heartbeat');
  const { heartbeat } = record.golem;
  return claim?.verdict === 'verified' && proof?.beat?.signature === heartbeat?.signature;
}

export function heartbeatSource(row: RosterRow): string {
  return isSignedBeat(row) ? `signed by ${row.name}` : 'server';
}

/** What a card on the list says: the probe, and how the claims stand. `local`: this computer's clock. */
export function checkLines(
  { proof }: RosterRow,
  local: number,
): { text: string; wrong: boolean }[] {
  if (!proof?.seen) {
    const why = proof?.problem ? `: ${proof.problem}` : '';
    return [{ text: `Not checked on chain${why}`, wrong: false }];
  }
  const count = (verdict: string) => proof.claims.filter((one) => one.verdict === verdict).length;
  const wrong = count('contradicted');
  const when = `${chainSource(proof.seen.block)}, ${agoWords(proof.seen.at, local)}`;
  const tally = `${when}: ${count('verified')} verified, ${count('unproven')} unproven, ${wrong} contradicted`;
  return [
    ...(proof.probe
      ? [{ text: `${probeQuestion(proof, local)} ${proof.probe.words}`, wrong: false }]
      : []),
    { text: tally, wrong: wrong > 0 },
    ...(proof.problem ? [{ text: `Not reached since: ${proof.problem}`, wrong: false }] : []),
  ];
}

/** "Now" is only what was just asked: an older answer is told with its block. */
function probeQuestion({ seen, problem }: Proof, local: number): string {
  const isNow = seen && problem === null && Math.abs(local - seen.at) <= STILL_NOW;
  if (isNow) return 'Could it spend right now?';
  return `Could it spend at block ${seen?.block}, ${agoWords(seen?.at ?? 0, local)}?`;
}

export function ledgerPart(proof: Proof | null, local: number): DossierPart[] {
  if (!proof) return [];
  const at = proof.seen ? `last proven ${agoWords(proof.seen.at, local)}` : 'never proven';
  const rows = [...proof.claims]
    .sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
    .map(({ verdict, words, source }) => row(labelOf(verdict), words, `${source}, ${at}`));
  return [
    {
      heading: 'Checked by Bardo',
      rows: [
        ...(proof.problem ? [row('Not reached', proof.problem, at)] : []),
        ...(proof.probe && proof.seen
          ? [row(probeQuestion(proof, local), proof.probe.words, chainSource(proof.seen.block))]
          : []),
        ...rows,
      ],
    },
  ];
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

function row(label: string, value: string, source: string): DossierRow {
  return { label, value, source, kind: 'words' };
}

/** How death is told: proven, or merely reported. */
export function deathWords({ proof, name }: RosterRow): { title: string; text: string } {
  if (proof?.phase === 'terminal' && proof.seen) {
    return {
      title: `${name} is dead`,
      text: `The chain shows its terminal phase at block ${proof.seen.block}. Its lease moves nothing any more.`,
    };
  }
  return {
    title: `${name} is reported dead`,
    text: 'The control plane reports its terminal phase. Not proven on chain.',
  };
}
