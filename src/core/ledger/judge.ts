// What the control plane says about one Golem, held against the signed bytes and one block of the chain.
//
// Signed bytes cannot change, so a difference to them is a contradiction at once. The chain moves: a
// difference to a block is `differs` until it is asked at the very block the server speaks of (settle.ts).
// Only what lag, time or caution of an honest server cannot explain counts as a difference.
import { chainName, FRAMEWORK, sameAddress, tokenOf } from '../chain/addresses';
import { amountUp } from '../chain/amounts';
import { dateWords } from '../chain/time';
import { BUCKET, least } from '../permissions/meter';
import { effectiveCap, phaseRank } from '../permissions/phase';
import type { Golem, Permission } from '../protocol/status';
import { chainSource, type Finding } from './claim';
import { endOf, leaseEndOf } from './ends';
import type { Facts } from './facts';
import { type Held, isUnleased } from './held';
import type { Subject } from './questions';

const SIGNED = 'signed grant and lease';

export type Scene = {
  facts: Facts;
  /** The server's clock when it answered. */
  serverTime: number;
  /** Rank of the phase that a heartbeat proves, once its signature is recovered; null = none does. */
  signedPhase: number | null;
};

/** Every claim of the server about this Golem that can be judged. */
export function judge(subject: Subject, scene: Scene): Finding[] {
  const { golem, permissions, held } = subject;
  const own = permissions.map((one) => ({ permission: one, held: heldOf(one, held) }));
  return [
    ...(golem ? [...identity(golem, subject), phaseFinding(golem, subject, scene)] : []),
    ...own.flatMap(({ permission, held: bytes }) => [
      ...(bytes ? [termsFinding(permission, bytes)] : []),
      ...endFindings(permission, bytes, subject, scene.facts),
      ...(bytes ? leftFinding(permission, bytes, subject, scene) : []),
    ]),
    ...hiddenFindings(subject, scene.facts),
  ];
}

/** The signed chain of a permission: its bytes hash to what the server lists. */
export function heldOf(permission: Permission, held: readonly Held[]): Held | null {
  const wanted = permission.delegationHashes.join();
  return held.find(({ hashes }) => hashes.join() === wanted) ?? null;
}

function identity(golem: Golem, { permissions, held, chainId }: Subject): Finding[] {
  const listed = permissions
    .filter(({ token }) => token !== null)
    .flatMap((one) => heldOf(one, held) ?? [])
    .sort((a, b) => Number((b.lease?.generation ?? 0n) - (a.lease?.generation ?? 0n)));
  const [newest] = listed;
  const findings: Finding[] = [];
  if (golem.chainId !== chainId) {
    const words = `The control plane places it on ${chainName(golem.chainId)}; what you signed is for ${chainName(chainId)}.`;
    findings.push(exact('chain', words, false));
  }
  if (!newest) return findings;
  if (isUnleased(newest, golem)) return findings;
  const key = sameAddress(golem.sessionKey, newest.redeemer);
  findings.push(
    exact(
      'key',
      key
        ? 'its session key'
        : 'The control plane names another session key than the signed lease.',
      key,
    ),
  );
  if (newest.lease) {
    const same = sameAddress(golem.guardian, newest.lease.guardian);
    const words = same
      ? 'its guardian'
      : 'The control plane names another guardian than the signed lease.';
    findings.push(exact('guardian', words, same));
  }
  return findings;
}

function phaseFinding(golem: Golem, subject: Subject, { facts, signedPhase }: Scene): Finding {
  const source = chainSource(facts.block);
  const guardian = guardianOf(subject);
  const record = guardian ? facts.vitality(guardian, golem.id) : null;
  const said = phaseRank(golem.phase);
  const signed = signedPhase === said;
  if (!record?.phase) {
    const words = record ? 'the oracle has no record of it' : 'the oracle was not reached';
    return signed
      ? {
          key: 'phase',
          verdict: 'verified',
          words: `phase ${golem.phase}`,
          source: 'signed by its key',
        }
      : { key: 'phase', verdict: 'unproven', words: `phase: ${words}`, source: 'server' };
  }
  const shown = phaseRank(record.phase);
  if (said === shown)
    return { key: 'phase', verdict: 'verified', words: `phase ${golem.phase}`, source };
  if (said > shown && signed) {
    return {
      key: 'phase',
      verdict: 'verified',
      words: `phase ${golem.phase}`,
      source: 'signed by its key',
    };
  }
  const words = `The control plane says ${golem.phase}; the chain shows ${record.phase}${said > shown ? ', and its key signed nothing worse' : ''}.`;
  return { key: 'phase', verdict: 'differs', words, source };
}

/** Terms are covered by the hashes: any other value than the signed one is false. */
function termsFinding(permission: Permission, held: Held): Finding {
  const { grant, lease } = held;
  const slice = held.links.length > 2;
  const wrong = [
    ...(permission.chainId === held.chainId ? [] : ['its chain']),
    ...(sameAddress(permission.manager, FRAMEWORK.delegationManager) ? [] : ['its manager']),
    ...(slice || permission.cap === `${grant.cap}` ? [] : ['its cap']),
    ...(slice || permission.periodSeconds === grant.periodSeconds ? [] : ['its period']),
    ...(slice || permission.startAt === grant.startAt ? [] : ['its start']),
    ...(permission.expiresAt <= (grant.expiresAt ?? permission.expiresAt) &&
    (slice || permission.expiresAt === grant.expiresAt)
      ? []
      : [`its end (signed: ${grant.expiresAt === null ? 'none' : dateWords(grant.expiresAt)})`]),
    ...(sameToken(permission, held) ? [] : ['its token']),
    ...(lease || permission.lease === null ? [] : ['a lease it does not have']),
    ...(lease && permission.lease ? leaseWrongs(permission.lease, held, slice) : []),
  ];
  const key = `terms:${permission.id}`;
  if (wrong.length === 0) return exact(key, 'terms as signed', true);
  return exact(
    key,
    `The control plane misstates ${wrong.join(', ')}: the signed bytes say otherwise.`,
    false,
  );
}

function leaseWrongs(said: NonNullable<Permission['lease']>, held: Held, slice: boolean): string[] {
  const { lease } = held;
  if (!lease) return [];
  const cap = slice ? lease.replicantCap : lease.cap;
  return [
    ...(said.generation === Number(lease.generation) ? [] : ["its lease's generation"]),
    ...(said.budgetId === `${lease.budgetId}` ? [] : ["its lease's budget"]),
    ...(sameAddress(said.sessionKey, held.redeemer) ? [] : ['its session key']),
    ...(said.cap === `${cap}` ? [] : ["its lease's cap"]),
    // An honest server shortens the end of a lease that the chain has ended, never lengthens it.
    ...(said.expiresAt <= Number(lease.expiry) ? [] : ["its lease's end"]),
  ];
}

function sameToken({ token }: Permission, { grant }: Held): boolean {
  return token === grant.token || sameAddress(token, grant.token);
}

function endFindings(
  permission: Permission,
  held: Held | null,
  subject: Subject,
  facts: Facts,
): Finding[] {
  const source = chainSource(facts.block);
  const key = `end:${permission.id}`;
  const finding = (verdict: Finding['verdict'], words: string): Finding[] => [
    { key, verdict, words, source },
  ];
  const end = endOf(permission, held, subject.owner, facts);
  if (end === 'unknown') return finding('unproven', 'whether it was revoked is not known');
  const revoked = permission.revokedAt !== null;
  if (!revoked && end)
    return finding('differs', `The control plane lists it as in force; the chain shows it ${end}.`);
  if (revoked && !end) {
    return held
      ? finding('differs', 'The control plane lists it as revoked; the chain shows that it is not.')
      : finding('unproven', 'said to be revoked; its signed bytes are not known here');
  }
  if (revoked) return finding('verified', `revoked: ${end}`);
  const lease = leaseEndOf(permission, held, subject, facts);
  if (lease === 'unknown' || !permission.lease) return finding('verified', 'not revoked');
  const expiry = held?.lease ? Number(held.lease.expiry) : null;
  const saidEnded =
    expiry === null
      ? permission.lease.expiresAt <= facts.time
      : permission.lease.expiresAt < expiry;
  if (lease && !saidEnded) {
    return finding(
      'differs',
      `The control plane lists its lease (generation ${permission.lease.generation}) as in force; the chain shows it ${lease}.`,
    );
  }
  if (!lease && saidEnded && expiry !== null && facts.time < expiry) {
    return finding(
      'differs',
      'The control plane says its lease has ended; the chain shows that it has not.',
    );
  }
  return finding('verified', lease ? `its lease is ${lease}` : 'not revoked');
}

/** Only "more than the chain has left" is a difference: balance, phase and caution make an honest figure smaller. */
function leftFinding(
  permission: Permission,
  held: Held,
  subject: Subject,
  { facts, serverTime }: Scene,
): Finding[] {
  const left = leftOf(held, subject, facts);
  if (left === null || permission.revokedAt !== null) return [];
  const key = `left:${permission.id}`;
  const source = chainSource(facts.block);
  if (BigInt(permission.left) <= left)
    return [{ key, verdict: 'verified', words: 'not more left than the chain counts', source }];
  if (isReset(held, facts.time, serverTime)) {
    return [
      {
        key,
        verdict: 'unproven',
        words: 'its counter starts again between the block and the answer',
        source,
      },
    ];
  }
  const token = held.grant.token ? tokenOf(held.chainId, held.grant.token) : null;
  const words = (amount: bigint) =>
    token ? `${amountUp(amount, token.decimals)} ${token.symbol}` : `${amount} base units`;
  return [
    {
      key,
      verdict: 'differs',
      words: `The control plane says ${words(BigInt(permission.left))} are left; the chain leaves ${words(left)}.`,
      source,
    },
  ];
}

/** What the counters of grant and lease leave in the phase the oracle names, staleness aside. */
export function leftOf(held: Held, subject: Subject, facts: Facts): bigint | null {
  const period = facts.periodLeft(held.hashes.at(-1) ?? '');
  const { lease } = held;
  if (period === null || !lease) return period;
  const budget = facts.budget(lease.guardian, lease.budgetId);
  if (!budget) return null;
  const phase = facts.vitality(lease.guardian, subject.id)?.phase ?? 'thriving';
  const unit = 10n ** BigInt(lease.unitExponent);
  const units = effectiveCap(lease.cap, phase) / unit - budget.units;
  return least(period, units > 0n ? units * unit : 0n);
}

function isReset({ grant }: Held, from: number, to: number): boolean {
  const period = (at: number) => Math.floor((at - grant.startAt) / grant.periodSeconds);
  const bucket = (at: number) => Math.floor(at / BUCKET);
  return period(from) !== period(to) || bucket(from) !== bucket(to);
}

/** Grants signed for this Golem that the chain would still honour and the server does not list. */
function hiddenFindings({ permissions, held, owner }: Subject, facts: Facts): Finding[] {
  const listed = new Set(permissions.map(({ delegationHashes }) => delegationHashes.at(-1)));
  const roots = new Map(held.map((one) => [one.hashes.at(-1) ?? '', one]));
  return [...roots].flatMap(([root, one]): Finding[] => {
    if (listed.has(root)) return [];
    const { grant } = one;
    const over =
      facts.disabled(root) !== false ||
      (grant.nonce !== null && facts.nonce(owner) !== grant.nonce) ||
      facts.time >= (grant.expiresAt ?? facts.time + 1);
    if (over) return [];
    const words =
      'A grant you signed is in force on chain, and the control plane does not list it.';
    return [{ key: `hidden:${root}`, verdict: 'differs', words, source: chainSource(facts.block) }];
  });
}

export function guardianOf({ golem, held }: Subject): string | null {
  const leases = held.flatMap(({ lease }) => lease ?? []);
  return leases.at(-1)?.guardian ?? golem?.guardian ?? null;
}

function exact(key: string, words: string, holds: boolean): Finding {
  return { key, verdict: holds ? 'verified' : 'contradicted', words, source: SIGNED };
}
