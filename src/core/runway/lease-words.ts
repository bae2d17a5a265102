// What the lease dialog says, made from the very plan that is signed. Only our own words, numbers, dates
// and addresses stand in it: nothing the site wrote but the Golem's id and a plain name.

import type { Address } from 'viem';
import { spanWords } from '../caveats/bardo-terms';
import { type GolemPolicyTerms, golemPolicy } from '../caveats/golem-policy';
import { readCaveat } from '../caveats/list';
import { chainName, sameAddress } from '../chain/addresses';
import { type AmountWords, limitWords } from '../chain/money';
import { dateWords, periodWords } from '../chain/time';
import { type Wider, widerThan } from '../delegations/attenuation';
import { most } from '../delegations/meter';
import { limitsOf } from '../delegations/read-limits';
import type { Grant } from './grant';
import type { LeasePlan, LeaseScene } from './lease';
import type { RememberedLease } from './lease-memory';
import { worstLines } from './lease-worst';
import type { Speech, SpeechPart } from './speech';

export function leaseSpeech(name: string, plan: LeasePlan, scene: LeaseScene): Speech {
  const { terms } = plan;
  const { grant, facts, guardian } = scene;
  const amounts = limitWords(grant.chainId, terms.token);
  const allows = `At most ${amounts(terms.cap)} in any 24 hours, until ${dateWords(terms.expiry)}.`;
  return {
    title: `Lets ${name} spend your money`,
    severity: 'warning',
    verdict: allows,
    parts: [
      ...accountPart(scene),
      ...epochPart(scene),
      { heading: 'What the lease allows', lines: ruleLines(terms, scene) },
      { heading: 'What your grant above it allows', lines: grantLines(scene) },
      { heading: 'Which of them binds', lines: bindingLines(plan, scene, amounts) },
      { heading: 'If every key of the Golem is stolen', lines: worstLines(plan, scene) },
      { heading: 'Against the lease before', lines: differenceLines(plan, scene, amounts) },
      ...alongPart(name, plan),
    ],
    addresses: [
      { label: 'Pays', value: grant.owner },
      { label: "Golem's session key", value: terms.sessionKey },
      ...terms.payees.map((value) => ({ label: 'Payee', value })),
      { label: 'Guardian', value: guardian },
    ],
    source: `Read from ${chainName(facts.chainId)} at block ${facts.block}, ${dateWords(facts.time)}.`,
  };
}

/** A swallowed upgrade leaves a grant that nobody can use. */
function accountPart({ facts }: LeaseScene): SpeechPart[] {
  if (facts.manager !== null) return [];
  const text =
    'Your account is not a smart account yet: nothing can be spent until you upgrade it on the site.';
  return [{ heading: 'Not usable yet', lines: [text] }];
}

/** Only the endpoint says so: a lease of a later epoch than the chain's would come to life when all leases are ended. */
function epochPart({ facts: { epoch }, before }: LeaseScene): SpeechPart[] {
  if (epoch <= before.map(({ terms }) => terms.epoch).reduce(most, 0n)) return [];
  const times = epoch === 1n ? 'once' : `${epoch} times`;
  const text = `The chain says that you have ended all leases ${times}. If you have not, refuse: MetaMask's endpoint lies, and ending all leases would bring this one into force.`;
  return [{ heading: 'Leases you ended', lines: [text] }];
}

/** Gas is paid to the key that burns it: the one money a thief of that key simply has. */
function ruleLines(terms: GolemPolicyTerms, { grant, facts }: LeaseScene): string[] {
  const rules = golemPolicy.words(terms, { chainId: grant.chainId, now: facts.time }).text;
  const forKey = terms.payees.some((payee) => sameAddress(payee, terms.sessionKey));
  const gas = 'It is paid to the session key itself, for the gas of its transactions.';
  return [sentence(rules), ...(forKey ? [gas] : [])];
}

function grantLines({ grant, facts }: LeaseScene): string[] {
  const scene = { chainId: grant.chainId, now: facts.time };
  return grant.root.caveats.map(({ enforcer, terms }) =>
    sentence(readCaveat(enforcer, terms, scene).words.text),
  );
}

function bindingLines(
  { link, terms }: LeasePlan,
  { grant }: LeaseScene,
  amounts: AmountWords,
): string[] {
  const own = limitsOf(link, { chainId: grant.chainId, paid: () => [] });
  const wider = widerThan(grant.limits, own);
  if (wider.length === 0) return ['The lease stays within your grant, so its own limits apply.'];
  return wider.map((mark) => widerWords(mark, terms, grant, amounts));
}

function widerWords(
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

function differenceLines({ terms }: LeasePlan, scene: LeaseScene, amounts: AmountWords): string[] {
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

function alongPart(name: string, { messages }: LeasePlan): SpeechPart[] {
  const { oracle, raise } = messages;
  const lines = [
    ...(raise ? ['An order that ends every earlier lease of this budget once it is relayed.'] : []),
    ...(oracle
      ? [
          `An order to the oracle that ${oracle.kind === 'Register' ? `opens ${name}'s record` : `hands ${name}'s record over`}: the session key reports its life on chain. It counts until ${dateWords(oracle.message.deadline)}.`,
        ]
      : []),
  ];
  return lines.length > 0 ? [{ heading: 'Signed along with it', lines }] : [];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
