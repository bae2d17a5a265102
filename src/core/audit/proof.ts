// What one check of one Golem leaves behind.
import { least } from '../delegations/meter';
import { type Claim, type Finding, isSamePoint, type Proof } from '../memory/claim';
import type { Permission, Spoken } from '../protocol/status';
import { type End, endOf, leaseEndOf } from './ends';
import type { Facts } from './facts';
import { judge } from './judge';
import { leftOf } from './left';
import { chainOf } from './listed-chain';
import type { Target } from './questions';
import { type Evidence, settle } from './settle';
import { isEndOf, isOver, leasedBy, livingOf } from './targets';
import { fingerprintOf } from './turns';

export type GolemCheck = {
  now: number;
  /** The server answered in this check. */
  fresh: boolean;
  serverTime: number;
  facts: Facts | { problem: string };
  /** Facts at the block the server speaks of; null when they were not needed or not to be had. */
  atSpoken: Facts | null;
  spoken: Spoken | null;
  /** Of the heartbeat; null when its signature was not recovered this time. */
  beat: { finding: Finding; beat: Proof['beat'] } | null;
  /** Found while the signed bytes were fetched. */
  extra: readonly Finding[];
  probe: Proof['probe'];
};

/** Whether the block the server speaks of has to be asked too. */
export function needsThen(
  target: Target,
  check: Pick<GolemCheck, 'facts' | 'serverTime' | 'beat'>,
): boolean {
  const findings = findingsAt(target, check, check.facts);
  return findings.some(({ verdict }) => verdict === 'differs');
}

export function proofOf(target: Target, check: GolemCheck, before: Proof | null): Proof {
  const { facts, fresh, now } = check;
  const known = before ?? emptyProof(target);
  const fingerprint = fingerprintOf(target.golem, [...target.permissions, ...target.unasked]);
  if ('problem' in facts) {
    const own = [...check.extra, ...(check.beat ? [check.beat.finding] : [])];
    const kept = known.claims
      .filter((claim) => !own.some((one) => isSamePoint(one, claim)))
      .map((claim) => (fingerprint === known.fingerprint ? claim : outdated(claim)));
    const claims = [...settle(own, null, fresh), ...kept];
    // The fingerprint stays: whatever the server says anew is asked about first once the chain answers.
    const beat = check.beat?.beat ?? known.beat;
    return { ...known, triedAt: now, problem: facts.problem, claims, beat };
  }
  const findings = findingsAt(target, check, facts);
  const atSpoken = check.atSpoken && findingsAt(target, check, check.atSpoken);
  const evidence: Evidence = {
    now,
    latest: facts,
    spoken: check.spoken,
    atSpoken: atSpoken && { findings: atSpoken, time: check.atSpoken?.time ?? facts.time },
    before: known.claims,
  };
  return {
    ...known,
    chainId: target.chainId,
    seen: { at: now, block: facts.block, time: facts.time },
    triedAt: now,
    problem: null,
    fingerprint,
    claims: [
      ...settle([...findings, ...check.extra], evidence, fresh),
      ...keptClaims(target, known),
    ],
    ...lifeOf(target, facts, known),
    ...moneyOf(target, facts),
    unasked: waitingOf(target, known).length,
    probe: check.probe,
    beat: check.beat?.beat ?? known.beat,
  };
}

/** Those that had no place in this check, their proven ends aside: these stay. */
function waitingOf({ unasked }: Target, before: Proof): Permission[] {
  return unasked.filter((one) => !isOver(one, before));
}

/** What was contradicted stays so until it is asked about again; of the rest it is said that it was not. */
function keptClaims(target: Target, before: Proof): Claim[] {
  const waiting = waitingOf(target, before);
  if (waiting.length === 0) return [];
  const ids = new Set(waiting.map(({ id }) => id));
  const wrong = before.claims.filter(
    ({ of, verdict }) => verdict === 'contradicted' && ids.has(of ?? ''),
  );
  const all = target.permissions.length + target.unasked.length;
  const words = `${waiting.length} of ${all} listed permissions were not asked about this time: more than one check asks of one Golem`;
  return [
    { what: 'unasked', of: null, verdict: 'unproven', words, source: 'server' },
    ...wrong.slice(0, MAX_KEPT),
  ];
}

const MAX_KEPT = 20;

/** A verdict on words the server has replaced since is none on the new ones. */
function outdated(claim: Claim): Claim {
  return { ...claim, verdict: 'unproven' };
}

function findingsAt(
  target: Target,
  { serverTime, beat }: Pick<GolemCheck, 'serverTime' | 'beat'>,
  facts: GolemCheck['facts'],
): Finding[] {
  if ('problem' in facts) return [];
  const signed = beat?.finding.verdict === 'verified' || beat?.finding.verdict === 'unproven';
  const phase = target.golem?.heartbeat?.phase;
  const signedPhase = signed && beat?.beat && phase !== undefined ? phase : null;
  return [...judge(target, { facts, serverTime, signedPhase }), ...(beat ? [beat.finding] : [])];
}

function lifeOf(
  target: Target,
  facts: Facts,
  before: Proof,
): Pick<Proof, 'phase' | 'silent' | 'ends' | 'alive'> {
  const guardian = leasedBy(target);
  const record = guardian ? facts.vitality(guardian, target.id) : null;
  const lease = livingOf(target)?.lease;
  const late =
    record?.phase && lease && facts.time > record.reportedAt + Number(lease.terms.maxAge);
  return {
    phase: record?.phase ?? null,
    silent: late && record ? { reportedAt: record.reportedAt } : null,
    alive: target.permissions.flatMap((permission) => {
      const held = chainOf(permission, target.held);
      return held && endOf(permission, held, target.owner, facts) === null ? [permission.id] : [];
    }),
    ends: [
      ...target.permissions.flatMap((permission) => endsOf(permission, target, facts)),
      ...before.ends.filter((end) => target.unasked.some((one) => isEndOf(one, end))),
    ],
  };
}

function endsOf(permission: Permission, target: Target, facts: Facts): Proof['ends'] {
  const held = chainOf(permission, target.held);
  const [leaf] = permission.delegationHashes;
  const of = (what: 'grant' | 'lease', end: End): Proof['ends'] =>
    end && end !== 'unknown'
      ? [{ permission: permission.id, what, words: end, ...(leaf ? { leaf } : {}) }]
      : [];
  const grant = of('grant', endOf(permission, held, target.owner, facts));
  if (grant.length > 0) return grant;
  // Without the signed bytes guardian and budget are the server's word: that proves no end.
  return held ? of('lease', leaseEndOf(permission, held, target, facts)) : [];
}

function moneyOf(target: Target, facts: Facts): Pick<Proof, 'left' | 'gas'> {
  const key = livingOf(target)?.redeemer;
  const gas = key ? facts.gas(key) : null;
  return {
    gas: gas === null ? null : `${gas}`,
    left: target.permissions.flatMap((permission) => {
      const held = chainOf(permission, target.held);
      // A Replicant's slice has counters of its own above these: they only bound it.
      const counted = held && held.links.length <= 2 ? leftOf(held, target, facts) : null;
      if (counted === null || !held) return [];
      const { token } = held.grant;
      const balance = token ? facts.balance(token, target.owner) : null;
      const amount = balance === null ? counted : least(counted, balance);
      const known = balance === null ? {} : { held: `${balance}` };
      return [{ permission: permission.id, amount: `${amount}`, ...known }];
    }),
  };
}

export function emptyProof({ id, chainId }: Pick<Target, 'id' | 'chainId'>): Proof {
  return {
    golem: id,
    chainId,
    seen: null,
    problem: null,
    fingerprint: '',
    claims: [],
    phase: null,
    silent: null,
    ends: [],
    alive: [],
    left: [],
    gas: null,
    probe: null,
    beat: null,
  };
}
