// One look at the chains: gather what is signed, ask, judge. Bounded in Golems, requests and time; what was
// not reached says when it was last proven. Needs no key and no window, so it works while locked.

import { judgeShown, unseen, unshown } from '../core/audit/contexts';
import { factsOf } from '../core/audit/facts';
import { beatSigner, judgeBeat } from '../core/audit/heartbeat';
import { readHeld } from '../core/audit/held';
import { probeOf, verdictOf } from '../core/audit/probe';
import { type Look, needsThen, proofOf } from '../core/audit/proof';
import { questionsOf, type Subject } from '../core/audit/questions';
import { chainsOf, leasedBy, livingOf, subjectsOf } from '../core/audit/subjects';
import { MOST_CALLS } from '../core/chain/multicall';
import type { Finding, Proof } from '../core/memory/claim';
import type { Sighting } from '../core/memory/heads';
import type { LeaseRecord, State } from '../core/memory/state';
import type { Spoken } from '../core/protocol/status';
import { probeChain, readChain } from '../host/chain';
import { nowSeconds } from '../host/clock';
import { fetchGolem } from '../host/plane';

const MOST_FETCHES = 4;
const MOST_PROBES = 8;
/** After this many seconds no more bytes are asked for: a server that is slow to show must not use up the time. */
const LONGEST_FETCH = 10;
/** After this many seconds nothing new is begun; the next heartbeat goes on where this one stopped. */
const LONGEST = 40;

export type LedgerLook = { proofs: Proof[]; sightings: Sighting[]; leases: LeaseRecord[] };

/** What the server said about blocks; null = it did not answer this time. */
export type Told = { chains: readonly Spoken[]; serverTime: number } | null;

export async function lookAtChains(state: State, told: Told): Promise<LedgerLook> {
  const look: LedgerLook = { proofs: [], sightings: [], leases: [] };
  const extras = new Map<string, Finding[]>();
  const subjects = await withContexts(subjectsOf(state), state, { told, look, extras });
  const until = nowSeconds() + LONGEST;
  const budget = { probes: MOST_PROBES };
  for (const chainId of chainsOf(subjects)) {
    if (nowSeconds() >= until) break;
    const own = fitting(subjects.filter((one) => one.chainId === chainId));
    await lookAtChain({ chainId, subjects: own, state, told, extras, look, budget, until });
  }
  return look;
}

type Gathering = { told: Told; look: LedgerLook; extras: Map<string, Finding[]> };

/** Asks for the signed bytes of what this Snap did not sign itself; a few Golems each time. */
async function withContexts(subjects: Subject[], state: State, { told, look, extras }: Gathering) {
  const token = state.auth_token;
  if (!told || token === null) return subjects;
  const until = nowSeconds() + LONGEST_FETCH;
  let left = MOST_FETCHES;
  const whole: Subject[] = [];
  for (const subject of subjects) {
    const wanted = subject.golem !== null && unshown(subject).length > 0 && left > 0;
    const asks = wanted && nowSeconds() < until;
    if (asks) left -= 1;
    const fetched = asks ? await fetchGolem(token, subject.id) : null;
    if (!fetched?.ok) {
      extras.set(subject.id, unseen(subject));
      whole.push(subject);
      continue;
    }
    const { leases, findings } = judgeShown(subject, fetched.value, nowSeconds());
    look.leases.push(...leases);
    extras.set(subject.id, findings);
    const held = leases.flatMap((one) => readHeld(one.context as `0x${string}`, one.chainId) ?? []);
    whole.push({ ...subject, held: [...held, ...subject.held] });
  }
  return whole;
}

/** As many as one batch holds. */
function fitting(subjects: Subject[]): Subject[] {
  const kept = [...subjects];
  while (kept.length > 1 && questionsOf(kept, 0).size > MOST_CALLS) kept.pop();
  return kept;
}

type ChainLook = {
  chainId: number;
  subjects: Subject[];
  state: State;
  told: Told;
  extras: Map<string, Finding[]>;
  look: LedgerLook;
  budget: { probes: number };
  until: number;
};

async function lookAtChain(at: ChainLook): Promise<void> {
  const { chainId, subjects, state, told, look } = at;
  const spoken = told?.chains.find((one) => one.chainId === chainId) ?? null;
  const book = questionsOf(subjects, spoken?.block ?? null);
  const read = await readChain(chainId, [...book.values()]);
  look.sightings.push({ chainId, read });
  const facts = read.ok ? factsOf(book, read) : { problem: read.reason };
  const looks = subjects.map((subject) => ({ subject, seen: lookOf(subject, facts, at, spoken) }));
  const asksThen = spoken !== null && looks.some(({ subject, seen }) => needsThen(subject, seen));
  const earlier = asksThen ? await readChain(chainId, [...book.values()], spoken.block) : null;
  const atSpoken = earlier?.ok ? factsOf(book, earlier) : null;
  for (const { subject, seen } of looks) {
    const before = state.claims.find(({ golem }) => golem === subject.id) ?? null;
    // Where no manager answers there is nothing that could refuse, and a call to nobody succeeds.
    const isThere = !('problem' in facts) && facts.paused !== null;
    const probe = isThere ? await probeOnce(subject, at) : null;
    look.proofs.push(proofOf(subject, { ...seen, atSpoken, probe }, before));
  }
}

function lookOf(
  subject: Subject,
  facts: Look['facts'],
  { state, told, extras }: ChainLook,
  spoken: Spoken | null,
): Look {
  return {
    now: nowSeconds(),
    // Of a Golem the server lists no more it says nothing that could be true or false.
    fresh: told !== null && isListed(subject, state),
    serverTime: told?.serverTime ?? nowSeconds(),
    facts,
    atSpoken: null,
    spoken,
    beat: beatOf(subject, facts, state),
    extra: extras.get(subject.id) ?? [],
    probe: null,
  };
}

function isListed({ id, golem }: Subject, { golems }: State): boolean {
  const record = golems.find((one) => one.golem.id === id);
  return golem === null || record?.listing === 'listed';
}

function beatOf(subject: Subject, facts: Look['facts'], state: State): Look['beat'] {
  const { golem } = subject;
  if (!golem?.heartbeat) return null;
  const last = state.claims.find((one) => one.golem === subject.id)?.beat ?? null;
  return judgeBeat(golem, subject, {
    signer: beatSigner(golem, leasedBy(subject) ?? golem.guardian),
    signedAt: (held) =>
      state.leases.find(({ context }) => context === held.context)?.signedAt ?? nowSeconds(),
    facts: 'problem' in facts ? null : facts,
    last,
  });
}

async function probeOnce(subject: Subject, at: ChainLook): Promise<Proof['probe']> {
  const held = livingOf(subject);
  const call = held && probeOf(held);
  if (!call || at.budget.probes <= 0 || nowSeconds() >= at.until) return null;
  at.budget.probes -= 1;
  return verdictOf(await probeChain(at.chainId, call));
}
