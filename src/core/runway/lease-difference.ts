// What a new lease changes in the one before, and where it promises more than the grant lets through.
import type { Address } from 'viem';
import { spanWords } from '../caveats/bardo-terms';
import type { GolemPolicyTerms } from '../caveats/golem-policy';
import { sameAddress } from '../chain/addresses';
import type { AmountWords } from '../chain/money';
import { dateWords, periodWords } from '../chain/time';
import type { Wider } from '../delegations/attenuation';
import type { Grant } from './grant';
import type { LeasePlan } from './lease';
import type { RememberedLease } from './lease-memory';
import type { LeaseScene } from './lease-scene';

export function widerWords(
  mark: Wider,
  { cap }: GolemPolicyTerms,
  { limits }: Grant,
  amounts: AmountWords,
) {
  const [meter] = limits.meters;
  switch (mark) {
    case 'wider-cap': {
      const every = meter?.shape.kind === 'period' ? BigInt(meter.shape.every) : 0n;
      return `The lease names ${amounts(cap)}, but the grant pays only ${amounts(meter?.cap ?? 0n)} every ${periodWords(every)}, so the limit of the grant applies.`;
    }
    case 'outlives-parent':
      return `The lease names a later end than the grant, so both expire on ${dateWords(limits.endsAt ?? 0)}.`;
    case 'pays-others':
      return `The grant pays only ${(limits.payees ?? []).join(', ')}. Other payees of the lease get nothing.`;
    case 'other-asset':
      return 'The lease names other money than the grant, so nothing can be spent.';
  }
}

export function differenceLines(
  { terms }: LeasePlan,
  scene: LeaseScene,
  amounts: AmountWords,
): string[] {
  const [last] = scene.before;
  if (!last) {
    return scene.facts.floor === 0n
      ? ['Bardo remembers no earlier lease of this budget, and none was used on chain.']
      : ['The chain shows an earlier lease that Bardo does not remember. This one ends it.'];
  }
  const lines = [
    ...changed('cap', amounts(last.terms.cap), amounts(terms.cap)),
    ...changed('for Replicants', amounts(last.terms.replicantCap), amounts(terms.replicantCap)),
    ...changed('end', dateWords(last.terms.expiry), dateWords(terms.expiry)),
    ...changed('longest silence', spanWords(last.terms.maxAge), spanWords(terms.maxAge)),
    ...payeeLines(last, terms),
    ...(last.root.salt === scene.grant.root.salt
      ? []
      : ['It comes from another grant than before.']),
    keyLine(last, terms),
  ];
  const still = `The earlier lease can still spend up to ${amounts(last.terms.cap)} in any 24 hours until the order below is relayed.`;
  return isOver(last, scene) ? lines : [...lines, still];
}

/** The chain shows that the earlier lease moves nothing any more. */
function isOver({ terms }: RememberedLease, { facts, now }: LeaseScene): boolean {
  return (
    terms.generation < facts.floor ||
    terms.epoch !== facts.epoch ||
    terms.expiry <= BigInt(Math.min(facts.time, now))
  );
}

function changed(what: string, before: string, after: string): string[] {
  return before === after ? [] : [`${what}: ${before} → ${after}`];
}

function payeeLines(last: RememberedLease, { payees }: GolemPolicyTerms): string[] {
  const without = (some: readonly Address[], others: readonly Address[]) =>
    some.filter((one) => !others.some((other) => sameAddress(one, other)));
  return [
    ...without(payees, last.terms.payees).map((payee) => `new payee: ${payee}`),
    ...without(last.terms.payees, payees).map((payee) => `no longer a payee: ${payee}`),
  ];
}

function keyLine(last: RememberedLease, { sessionKey }: GolemPolicyTerms): string {
  return sameAddress(last.terms.sessionKey, sessionKey)
    ? 'The session key stays the same.'
    : `The session key changes. The old key ${last.terms.sessionKey} can no longer redeem once the order is relayed.`;
}
