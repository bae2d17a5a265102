// What the control plane says about one Golem, held against the signed bytes and one block of the chain.
//
// Signed bytes cannot change, so a difference to them is a contradiction at once. The chain moves: a
// difference to a block is `differs` until it is asked at the very block the server speaks of (settle.ts).
// Only what lag, time or caution of an honest server cannot explain counts as a difference.

import type { GrantedChain } from '../delegations/delegation-chain';
import { chainSource, type Finding } from '../memory/claim';
import type { Golem, Permission } from '../protocol/status';
import { phaseRank } from '../runway/phase';
import { endOf, leaseEndOf } from './ends';
import type { Facts, Vitality } from './facts';
import { type LeftScene, leftFinding } from './left';
import { chainOf } from './listed-chain';
import type { Target } from './questions';
import { leasedBy } from './targets';
import { identityFindings, termsFinding } from './terms';

export type Scene = LeftScene & {
  /** Rank of the phase that a heartbeat proves, once its signature is recovered; null = none does. */
  signedPhase: number | null;
};

/** Every claim of the server about this Golem that can be judged. */
export function judge(target: Target, scene: Scene): Finding[] {
  const { golem, permissions, held } = target;
  const own = permissions.map((one) => ({ permission: one, held: chainOf(one, held) }));
  return [
    ...(golem ? [...identityFindings(golem, target), phaseFinding(golem, target, scene)] : []),
    ...own.flatMap(({ permission, held: bytes }) => [
      ...(bytes ? [termsFinding(permission, bytes)] : []),
      ...endFindings(permission, bytes, target, scene.facts),
      ...(bytes ? leftFinding(permission, bytes, target, scene) : []),
    ]),
    ...hiddenFindings(target, scene.facts),
  ];
}

function phaseFinding(golem: Golem, target: Target, { facts, signedPhase }: Scene): Finding {
  const guardian = leasedBy(target);
  const record = guardian ? facts.vitality(guardian, golem.id) : null;
  const said = phaseRank(golem.phase);
  const shown = record?.phase ? phaseRank(record.phase) : null;
  const source = chainSource(facts.block);
  const finding = (verdict: Finding['verdict'], words: string, by: string): Finding => {
    return { what: 'phase', of: null, verdict, words, source: by };
  };
  if (said === shown) return finding('verified', `phase ${golem.phase}`, source);
  if (signedPhase === said && said > (shown ?? -1)) {
    return finding('verified', `phase ${golem.phase}`, 'signed by its key');
  }
  if (shown === null)
    return finding('unproven', `phase: ${whyUnshown(guardian, record)}`, 'server');
  const words = `The control plane says ${golem.phase}; the chain shows ${record?.phase}${said > shown ? ', and its key signed nothing worse' : ''}.`;
  return finding('differs', words, source);
}

function whyUnshown(guardian: string | null, record: Vitality | null): string {
  if (!guardian) return 'no signed lease names the guardian whose record would tell';
  return record ? 'the oracle has no record of it' : 'the oracle was not reached';
}

function endFindings(
  permission: Permission,
  held: GrantedChain | null,
  target: Target,
  facts: Facts,
): Finding[] {
  const source = chainSource(facts.block);
  const point = { what: 'end', of: permission.id };
  const finding = (verdict: Finding['verdict'], words: string): Finding[] => [
    { ...point, verdict, words, source },
  ];
  const end = endOf(permission, held, target.owner, facts);
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
  const inForce = held
    ? finding('verified', 'not revoked')
    : finding(
        'unproven',
        'not disabled; its signed bytes, and what else may end it, are not known',
      );
  const lease = leaseEndOf(permission, held, target, facts);
  if (lease === 'unknown' || !permission.lease) return inForce;
  const expiry = held?.lease ? Number(held.lease.terms.expiry) : null;
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
  return lease ? finding('verified', `its lease is ${lease}`) : inForce;
}

/** Grants signed for this Golem that the chain would still honour and the server does not list. */
function hiddenFindings({ permissions, held, owner }: Target, facts: Facts): Finding[] {
  const listed = new Set(permissions.map(({ delegationHashes }) => delegationHashes.at(-1)));
  const roots = new Map(held.map((one) => [one.grant.hash, one]));
  return [...roots].flatMap(([root, one]): Finding[] => {
    if (listed.has(root)) return [];
    const { grant } = one;
    const over =
      facts.disabled(root) !== false ||
      (grant.nonce !== null && facts.nonce(owner) !== grant.nonce) ||
      facts.time >= (grant.expiresAt ?? facts.time + 1);
    if (over) return [];
    const words =
      'A grant you signed is in force on chain, and the control plane does not list it. You can end it on the site.';
    return [
      { what: 'hidden', of: root, verdict: 'differs', words, source: chainSource(facts.block) },
    ];
  });
}
