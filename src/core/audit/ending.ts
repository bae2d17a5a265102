// An end the owner asked for here, on its way: signed, handed over, shown by the chain. Only the chain ends a
// permission: nothing the server says shortens the way, and until its end the owner's own way is named.
import { dateWords } from '../chain/time';
import type { Proof } from '../memory/claim';
import type { State } from '../memory/state';
import type { Permission } from '../protocol/status';
import { hasGuardian } from '../runway/ending-plan';
import { proofFor, provenEnd } from './believe';

/** `line` stands on the list, title and text on the Golem's page. `stage` `proven`: the chain shows it, a grant aside. */
export type EndStage = {
  line: string;
  title: string;
  text: string;
  stage: 'unsigned' | 'signed' | 'proven';
};

/** The owner ended it here, and the chain shows that none of its permissions pays any more. */
export function endedHere(state: State, golem: string): boolean {
  const asked =
    state.revoking.some((one) => one.golem === golem) ||
    state.orders.some((one) => isRaiseOf(golem, one) && one.at >= grantedAgainAt(state, golem));
  const proof = proofFor(state, golem);
  if (!asked || !proof?.seen || proof.ends.length === 0) return false;
  const own = state.permissions.filter((one) => one.golem === golem);
  return own.every((one) => isExpired(one, proof, state) || provenEnd(proof, one) !== null);
}

/** Ends under way: a grant above stays open until the chain shows its own end, or its time is over. */
export function openEndings(state: State): State['revoking'] {
  return state.revoking.filter(({ golem }) => openGrants(state, golem) > 0);
}

/** Grants of which neither the chain has shown the end nor time. */
export function openGrants(state: State, golem: string): number {
  const proof = proofFor(state, golem);
  const open = state.permissions.filter(
    (one) =>
      one.golem === golem &&
      !isExpired(one, proof, state) &&
      (!proof || provenEnd(proof, one)?.what !== 'grant'),
  );
  return new Set(open.map(({ delegationHashes }) => delegationHashes.at(-1))).size;
}

export function endStageOf(state: State, golem: string): EndStage | null {
  const asked = state.revoking.find((one) => one.golem === golem);
  if (!asked) return null;
  const since = `You confirmed its end here on ${dateWords(asked.at)}.`;
  const orders = state.orders.filter((one) => one.golem === golem && one.at >= asked.at - 60);
  const proof = proofFor(state, golem);
  if (endedHere(state, golem) && proof?.seen) {
    return {
      stage: 'proven',
      line: 'Its lease is ended, proven on chain. Your grant above it is still open.',
      title: 'Lease ended, grant open',
      text: `The chain shows at block ${proof.seen.block}: ${endWords(proof)}. Close the grant itself with your own transaction on the site.`,
    };
  }
  if (orders.length === 0) return unsignedStage(state, asked);
  const waiting = orders.some(({ deliveredAt }) => deliveredAt === null);
  return {
    stage: 'signed',
    line: waiting
      ? 'You ended it here; the control plane has not taken the order yet.'
      : 'You ended it here; Bardo has not seen it on chain yet.',
    title: 'Not ended yet',
    text: waiting
      ? `${since} The control plane has not taken the signed order; Bardo sends it again at every check. Do not wait for it: end it with your own transaction on the site.`
      : `${since} The control plane took the signed order, and Bardo has not seen its effect on chain yet. If it stays so, end it with your own transaction on the site.`,
  };
}

/** Nothing was signed, so nothing can take effect: this Bardo had no guardian of it when the owner approved. */
function unsignedStage(state: State, { golem, at }: State['revoking'][number]): EndStage {
  const others = isGuarded(state, golem)
    ? ' Another recovery phrase or another Snap may hold its guardian and end its lease.'
    : '';
  return {
    stage: 'unsigned',
    line: 'Nothing was signed here to end it: end its grant on the site.',
    title: 'Not ended',
    text: `You approved its end here on ${dateWords(at)}, and no guardian of this Bardo was there to sign it.${others} Only your own transaction on the site ends its grant.`,
  };
}

/** Somebody's guardian is said to stand over it. */
export function isGuarded({ golems, leases, permissions }: State, id: string): boolean {
  return (
    golems.some(({ golem }) => golem.id === id && hasGuardian(golem, { leases })) ||
    permissions.some(({ golem, lease }) => golem === id && lease !== null)
  );
}

function isRaiseOf(golem: string, order: State['orders'][number]): boolean {
  return order.golem === golem && order.kind === 'raise';
}

/** Whoever gets a lease after an end lives anew: what ends later was not ended by that order. */
function grantedAgainAt({ leases }: State, golem: string): number {
  const own = leases.filter((one) => one.golem === golem && one.by === 'signed');
  return Math.max(0, ...own.map(({ signedAt }) => signedAt));
}

/** Every end the chain shows, each once. */
export function endWords({ ends }: Proof): string {
  return [...new Set(ends.map(({ words }) => words))].join('; ');
}

/** By the chain's own time where there is one. */
function isExpired({ expiresAt }: Permission, proof: Proof | null, state: State): boolean {
  return expiresAt <= (proof?.seen?.time ?? state.server_time ?? 0);
}
