// What can be lost if every key of the Golem is stolen once a lease is signed: through that lease and through all
// else that is known to be live for the same Golem, on every chain. The figures are never smaller than that.
import { sameAddress } from '../chain/addresses';
import { durationWords, MINUTE } from '../chain/time';
import type { DelegationChain } from '../delegations/delegation-chain';
import type { Route } from '../delegations/drain-moments';
import { routesOf } from '../delegations/exposure';
import { linkOf, treeOf } from '../delegations/tree';
import { worstCaseOf } from '../delegations/worst-case';
import { worstCaseWords } from '../delegations/worst-case-words';
import type { LeasePlan } from './lease';
import type { LeaseScene } from './lease-scene';

/** Seconds: a slow chain's last block, and a clock that was not set for long. */
const CLOCK_SLACK = 15 * MINUTE;

/**
 * What an endpoint says about time or about what was spent cannot make a figure smaller: the earlier of its
 * clock and ours counts for what is still to come, the later one for what has grown, and the budget is whole.
 */
export function worstLines(plan: LeasePlan, scene: LeaseScene): string[] {
  const { grant, facts, now } = scene;
  const clock = { now: Math.min(now, facts.time), latest: Math.max(now, facts.time) };
  const others = scene.beside.chains.filter((one) => isLive(one, plan, scene, clock.now));
  const { chainId, owner: account, token } = grant;
  const holdings = [{ chainId, account, token, amount: facts.held }];
  const worst = worstCaseOf(routesThrough(plan, scene, others), { ...clock, holdings });
  const lines = worst.map(worstCaseWords);
  return [
    ...(worst.length > 0 ? lines : ['Nothing can be lost: no payee can be paid.']),
    ...countedLines(others.length, scene.beside.unseen),
    ...doubtLines(clock.latest - clock.now),
  ];
}

function routesThrough(
  { link }: LeasePlan,
  { grant, guardian, beside }: LeaseScene,
  others: readonly DelegationChain[],
): Route[] {
  const lease = { ...link, signature: '0x' as const };
  const all = [{ chainId: grant.chainId, links: [lease, grant.root] }, ...others];
  return [...new Set(all.map((one) => one.chainId))].flatMap((chainId) => {
    const links = all.flatMap((one) => (one.chainId === chainId ? one.links : []));
    const tree = treeOf(links.map((one) => linkOf(one, { chainId, paid: () => [] })));
    return routesOf(tree, { chainId, safe: [guardian, ...beside.guardians], ended: [] });
  });
}

/** Not over by time, nor by what the chain said a moment ago about this owner and this budget. */
function isLive(
  { chainId, grant, lease, redeemer }: DelegationChain,
  { terms }: LeasePlan,
  { facts, guardian, beside }: LeaseScene,
  now: number,
): boolean {
  // A grant that a guardian of ours holds by itself: no key of the Golem reaches it.
  if ([guardian, ...beside.guardians].some((one) => sameAddress(one, redeemer))) return false;
  const ends = [grant?.expiresAt ?? null, lease && Number(lease.terms.expiry)];
  if (ends.some((end) => end !== null && end <= now)) return false;
  if (chainId !== facts.chainId) return true;
  if (grant && grant.nonce !== null && grant.nonce < facts.nonce) return false;
  if (!lease) return true;
  const { epoch, generation, budgetId } = lease.terms;
  const sameBudget = sameAddress(lease.guardian, guardian) && budgetId === terms.budgetId;
  return epoch >= facts.epoch && !(sameBudget && generation < facts.floor);
}

function countedLines(others: number, unseen: number): string[] {
  const more = `${others} more permission${others === 1 ? '' : 's'} of the Golem that Bardo knows of`;
  return [
    others === 0
      ? 'The figures count this lease only. Bardo knows the signed bytes of no other live permission of the Golem.'
      : `The figures count this lease and ${more}.`,
    ...(unseen === 0
      ? []
      : [
          `The figures leave out ${unseen} permission${unseen === 1 ? '' : 's'} that the control plane lists and whose signed bytes Bardo has not seen. More can be lost through ${unseen === 1 ? 'it' : 'them'}.`,
        ]),
  ];
}

function doubtLines(apart: number): string[] {
  if (apart <= CLOCK_SLACK) return [];
  return [
    `The chain's clock and this computer's differ by ${durationWords(apart)}: one of them is wrong. The figures count the worse of both.`,
  ];
}
