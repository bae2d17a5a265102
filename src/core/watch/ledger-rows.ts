// The ledger in the words of the home page: what is proven, what is not, what is false, and by what.
import { agoWords } from '../chain/time';
import { chainSource, type Proof } from '../ledger/claim';
import type { DossierPart, DossierRow } from './dossier-row';
import type { RosterRow } from './roster';

const ORDER = ['contradicted', 'unproven', 'verified'] as const;

/** Where a figure comes from once it is verified; null = it is the server's word. */
export function sourceFor(proof: Proof | null, key: string): string | null {
  const claim = proof?.claims.find((one) => one.key === key);
  return claim?.verdict === 'verified' ? claim.source : null;
}

export function heartbeatSource({ proof, name }: RosterRow): string {
  return sourceFor(proof, 'heartbeat') === null ? 'server' : `signed by ${name}`;
}

/** What a card on the list says: the probe, and how the claims stand. */
export function checkLines({ proof }: RosterRow): { text: string; wrong: boolean }[] {
  if (!proof?.seen) {
    const why = proof?.problem ? `: ${proof.problem}` : '';
    return [{ text: `Not checked on chain${why}`, wrong: false }];
  }
  const count = (verdict: string) => proof.claims.filter((one) => one.verdict === verdict).length;
  const wrong = count('contradicted');
  const tally = `${chainSource(proof.seen.block)}: ${count('verified')} verified, ${count('unproven')} unproven, ${wrong} contradicted`;
  return [
    ...(proof.probe
      ? [{ text: `Could it spend right now? ${proof.probe.words}`, wrong: false }]
      : []),
    { text: tally, wrong: wrong > 0 },
  ];
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
          ? [row('Could spend now', proof.probe.words, chainSource(proof.seen.block))]
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
