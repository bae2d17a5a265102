// What the lease dialog says, made from the very plan that is signed. Only our own words, numbers, dates
// and addresses stand in it: nothing the site wrote but the Golem's id and a plain name.

import { spanWords } from '../caveats/bardo-terms';
import { type GolemPolicyTerms, golemPolicy } from '../caveats/golem-policy';
import { readCaveat } from '../caveats/list';
import { chainName, keyEnds, sameAddress } from '../chain/addresses';
import { type AmountWords, limitWords } from '../chain/money';
import { DAY, dateWords, periodWords } from '../chain/time';
import { widerThan } from '../delegations/attenuation';
import { most } from '../delegations/meter';
import { limitsOf } from '../delegations/read-limits';
import type { LeasePlan } from './lease';
import { differenceLines, widerWords } from './lease-difference';
import type { LeaseScene } from './lease-scene';
import { worstLines } from './lease-worst';
import type { Speech, SpeechPart } from './speech';

const SHOWN_PAYEES = 3;

export function leaseSpeech(name: string, plan: LeasePlan, scene: LeaseScene): Speech {
  const { terms } = plan;
  const { grant, facts, guardian } = scene;
  const amounts = limitWords(grant.chainId, terms.token);
  const allows = `At most ${amounts(terms.cap)} in any 24 hours, until ${dateWords(terms.expiry)}.`;
  return {
    title: `Lets ${name} spend your money`,
    severity: 'warning',
    verdict: allows,
    decision: [
      ...keyLines(terms, scene),
      ...payeeLines(terms),
      ...worstLines(plan, scene),
      ...aboveLines(terms, scene, amounts),
    ],
    parts: [
      ...accountPart(scene),
      ...epochPart(scene),
      { heading: 'What the lease allows', lines: ruleLines(terms, scene) },
      { heading: 'What your grant above it allows', lines: grantLines(scene) },
      { heading: 'Which of them binds', lines: bindingLines(plan, scene, amounts) },
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

/** Of a key that the last lease did not name. Gas follows the key that the runway's lease names. */
function keyLines({ sessionKey, token }: GolemPolicyTerms, { before, code }: LeaseScene): string[] {
  const [last] = before;
  if (token === null || sameAddress(last?.terms.sessionKey, sessionKey)) return [];
  const ends = keyEnds(sessionKey.toLowerCase());
  return [
    code === null
      ? `Its key is ${ends}. Approve only if your agent printed it.`
      : `Its key is ${ends}, and the code of its request ${code}. Approve only if your agent printed both.`,
  ];
}

/** The worst case stays on the first screen, so the rest of a long list stands further down. */
function payeeLines({ payees }: GolemPolicyTerms): string[] {
  const more = payees.length - SHOWN_PAYEES;
  const shown = payees.slice(0, SHOWN_PAYEES).map((payee) => `It may pay ${payee}.`);
  return more > 0 ? [...shown, `And ${more} more, all listed below.`] : shown;
}

/** What the grant counts otherwise, or gives for longer: both limits are on the first screen. */
function aboveLines(
  { expiry }: GolemPolicyTerms,
  { grant: { cap, periodSeconds, expiresAt } }: LeaseScene,
  amounts: AmountWords,
): string[] {
  const every = periodWords(BigInt(periodSeconds));
  return [
    ...(periodSeconds === DAY
      ? []
      : [`Your grant above it pays at most ${amounts(cap)} every ${every}. Both limits hold.`]),
    ...(expiresAt === null || Number(expiry) >= expiresAt
      ? []
      : [
          `Your grant lasts until ${dateWords(expiresAt)}. Once this lease has ended, nothing is spent without a new one.`,
        ]),
  ];
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
  if (wider.length === 0) return [withinWords(terms, grant)];
  return wider.map((mark) => widerWords(mark, terms, grant, amounts));
}

/** Day after day at its cap, a lease can use up a longer period's amount before that period is over. */
function withinWords({ cap }: GolemPolicyTerms, grant: LeaseScene['grant']): string {
  const { periodSeconds } = grant;
  return cap * BigInt(periodSeconds) > grant.cap * BigInt(DAY)
    ? `In any 24 hours the lease's limit applies, over ${spanWords(BigInt(periodSeconds))} that of your grant.`
    : 'The lease stays within your grant, so its own limits apply.';
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
