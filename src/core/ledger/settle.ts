// From "differs" to a verdict. An honest server may be some blocks behind this wallet, or ahead of it, or on
// the other side of a reorganisation. So a difference is held against the very block the server speaks of:
// if it is there too, nothing explains it. A server that names no block is given one more heartbeat.
import type { Spoken } from '../protocol/status';
import type { Claim, Finding } from './claim';
import type { Facts } from './facts';

export type Bench = {
  /** Facts of the newest block. */
  latest: Facts;
  /** The block the server speaks of; null = it names none, or there was no answer of it to judge. */
  spoken: Spoken | null;
  /** Findings at that block; null = it could not be asked. */
  atSpoken: readonly Finding[] | null;
  /** The claims of the last look. */
  before: readonly Claim[];
};

const ONCE = ' · seen once';

/** `fresh` false: the server did not answer, so old words of it are not judged. */
export function settle(findings: readonly Finding[], bench: Bench | null, fresh: boolean): Claim[] {
  return findings.map((finding) => {
    if (finding.verdict !== 'differs') return { ...finding, verdict: finding.verdict };
    if (!bench || !fresh) return { ...finding, verdict: 'unproven' };
    return settleOne(finding, bench);
  });
}

function settleOne(finding: Finding, { latest, spoken, atSpoken, before }: Bench): Claim {
  const unproven = (why: string): Claim => ({
    ...finding,
    verdict: 'unproven',
    words: `${finding.words} ${why}`,
  });
  if (!spoken || !atSpoken) return twice(finding, before);
  if (spoken.block > latest.block)
    return unproven('It speaks of a newer block than this wallet sees.');
  const hash = latest.blockHash(spoken.block);
  if (hash !== null && hash !== spoken.hash)
    return unproven('It speaks of a block this chain dropped.');
  const still = atSpoken.find(({ key }) => key === finding.key)?.verdict;
  if (still === 'differs' || still === 'contradicted')
    return { ...finding, verdict: 'contradicted' };
  return unproven(`It speaks of block ${spoken.block} and may not know yet.`);
}

function twice(finding: Finding, before: readonly Claim[]): Claim {
  const last = before.find(({ key }) => key === finding.key);
  const seen = last?.source.endsWith(ONCE) || last?.verdict === 'contradicted';
  if (seen) return { ...finding, verdict: 'contradicted' };
  return { ...finding, verdict: 'unproven', source: `${finding.source}${ONCE}` };
}
