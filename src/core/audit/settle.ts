// From "differs" to a verdict. An honest server may be some blocks behind this wallet, or ahead of it, or on
// the other side of a reorganisation. So a difference is held against the very block the server speaks of:
// if it is there too, nothing explains it. A server that names no block is given one more check; one that
// names a block this wallet does not see yet, until the wallet sees one as late; one that names a dropped or an
// old block, an hour. So no choice of block hides a difference for good. A newest block that is old itself proves
// nothing about the present, and accuses nobody of not repeating it.
import { durationWords, HOUR } from '../chain/time';
import { type Claim, chainSource, type Finding, isSamePoint } from '../memory/claim';
import { isOld, oldBlockWords } from '../memory/freshness';
import type { Spoken } from '../protocol/status';
import type { Facts } from './facts';

export type Evidence = {
  now: number;
  /** Facts of the newest block. */
  latest: Facts;
  /** The block the server speaks of; null = it names none, or there was no answer of it to judge. */
  spoken: Spoken | null;
  /** Findings at that block, and its time; null = it could not be asked. */
  atSpoken: { findings: readonly Finding[]; time: number } | null;
  /** The claims of the last check. */
  before: readonly Claim[];
};

const ONCE = ' · seen once';

/** An honest server that lags so long is out of date, and its owner has to know. */
const MAX_LAG = HOUR;

/** `fresh` false: the server did not answer, so old words of it are not judged. */
export function settle(
  findings: readonly Finding[],
  evidence: Evidence | null,
  fresh: boolean,
): Claim[] {
  return findings.map((finding) => {
    if (finding.verdict === 'verified' && evidence) return held(finding, evidence);
    if (finding.verdict !== 'differs') return { ...finding, verdict: finding.verdict };
    if (!evidence || !fresh) return { ...finding, verdict: 'unproven' };
    return settleOne(finding, evidence);
  });
}

function settleOne(finding: Finding, { now, latest, spoken, atSpoken, before }: Evidence): Claim {
  const last = before.find((one) => isSamePoint(one, finding));
  if (!spoken) {
    const newest = { now, latest };
    const isDoubtful = isOld(seenIn(newest)) && last?.verdict !== 'contradicted';
    return isDoubtful ? aged(finding, newest) : twice(finding, last);
  }
  if (spoken.block > latest.block) {
    const why = `It speaks of block ${spoken.block}, newer than this wallet sees.`;
    // No block is of the future, whatever time the server gives it.
    return excused(finding, why, Math.min(spoken.at, now), { latest, last });
  }
  const hash = latest.blockHash(spoken.block);
  if (hash !== null && hash !== spoken.hash) {
    const why = `It speaks of a block ${spoken.block} this chain does not have.`;
    return excused(finding, why, latest.time + MAX_LAG, { latest, last });
  }
  if (!atSpoken) return twice(finding, last);
  const still = atSpoken.findings.find((one) => isSamePoint(one, finding))?.verdict;
  if (still === 'differs' || still === 'contradicted') {
    return { ...finding, verdict: 'contradicted' };
  }
  const age = latest.time - atSpoken.time;
  const words = `${finding.words} It speaks of block ${spoken.block}, ${durationWords(age)} old, and may not know yet.`;
  return { ...finding, verdict: age > MAX_LAG ? 'contradicted' : 'unproven', words };
}

type Newest = Pick<Evidence, 'now' | 'latest'>;

function seenIn({ now, latest: { block, time } }: Newest) {
  return { block, time, at: now };
}

/** What the chain showed holds for the present only by a block of the present; signed bytes hold at any time. */
function held(finding: Finding, newest: Newest): Claim {
  const isOfChain = finding.source === chainSource(newest.latest.block);
  if (isOfChain && isOld(seenIn(newest))) return aged(finding, newest);
  return { ...finding, verdict: 'verified' };
}

function aged(finding: Finding, newest: Newest): Claim {
  const words = `${finding.words} (not fresh: ${oldBlockWords(seenIn(newest))})`;
  return { ...finding, verdict: 'unproven', words };
}

/** What a block we cannot see may explain, it explains until `awaits`, and not anew after that. */
function excused(
  finding: Finding,
  why: string,
  awaits: number,
  { latest, last }: { latest: Facts; last: Claim | undefined },
): Claim {
  const words = `${finding.words} ${why}`;
  const waited = last?.awaits;
  if (last?.verdict === 'contradicted' || (waited !== undefined && latest.time >= waited)) {
    return { ...finding, words, verdict: 'contradicted' };
  }
  return { ...finding, words, verdict: 'unproven', awaits: waited ?? awaits };
}

function twice(finding: Finding, last: Claim | undefined): Claim {
  const seen = last?.once || last?.verdict === 'contradicted';
  if (seen) return { ...finding, verdict: 'contradicted' };
  return { ...finding, verdict: 'unproven', once: true, source: `${finding.source}${ONCE}` };
}
