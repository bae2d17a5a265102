// One look at the chains: gather what is signed, ask, judge. Bounded in Golems, requests and time, for each Golem by
// itself; what was not reached says so. Needs no key and no window, so it works while locked.

import { type Facts, factsOf } from '../core/audit/facts';
import { beatSigner, judgeBeat } from '../core/audit/heartbeat';
import { probeOf, verdictOf } from '../core/audit/probe';
import { type Look, needsThen, proofOf } from '../core/audit/proof';
import { type Book, foreignQuestions, questionsOf, type Subject } from '../core/audit/questions';
import { batchesOf, chainsOf, leasedBy, livingOf, subjectsOf } from '../core/audit/subjects';
import type { ChainAnswer } from '../core/chain/multicall';
import type { Finding, Proof } from '../core/memory/claim';
import type { Sighting } from '../core/memory/heads';
import type { LeaseRecord, State } from '../core/memory/state';
import type { Spoken } from '../core/protocol/status';
import { probeChain, readChain } from '../host/chain';
import { nowSeconds } from '../host/clock';
import { withContexts } from './contexts';

const MAX_PROBES = 8;
/** Questions to contracts that Bardo does not know, each by itself. */
const MAX_FOREIGN = 4;
/** After this many seconds nothing new is begun; the next check goes on where this one stopped. */
const MAX_SECONDS = 40;
/** One check, by the clock: counts turns. */
const TURN = 300;

export type LedgerLook = { proofs: Proof[]; sightings: Sighting[]; leases: LeaseRecord[] };

/** What the server said about blocks; null = it did not answer this time. */
export type Told = { chains: readonly Spoken[]; serverTime: number } | null;

export async function lookAtChains(state: State, told: Told): Promise<LedgerLook> {
  const look: LedgerLook = { proofs: [], sightings: [], leases: [] };
  const extras = new Map<string, Finding[]>();
  const turn = Math.floor(nowSeconds() / TURN);
  const subjects = await withContexts(subjectsOf(state, turn), state, {
    ...{ told, extras, turn },
    leases: look.leases,
  });
  const until = nowSeconds() + MAX_SECONDS;
  const at: ChainLook = { state, told, extras, look, until, foreign: MAX_FOREIGN };
  const seen: Judged[] = [];
  const chains = chainsOf(subjects, state);
  for (const chainId of chains) {
    const own = subjects.filter((one) => one.chainId === chainId);
    for (const batch of batchesOf(own)) seen.push(...(await lookAtBatch(chainId, batch, at)));
  }
  const unreached = subjects.filter(({ chainId }) => !chains.includes(chainId));
  seen.push(...unreached.map((subject) => unasked(subject, OTHER_CHAINS, at)));
  // After all of them: a contract that is slow to refuse keeps no Golem from being looked at.
  look.proofs.push(
    ...(await withProbes(seen, until)).map(({ subject, look: one, before }) =>
      proofOf(subject, one, before),
    ),
  );
  return look;
}

const OTHER_CHAINS = 'the control plane names more chains than one check asks';
const NO_TIME = 'no time was left for it in this check';

type ChainLook = {
  state: State;
  told: Told;
  extras: Map<string, Finding[]>;
  look: LedgerLook;
  until: number;
  /** Questions to unknown contracts that are left. */
  foreign: number;
};

type Judged = { subject: Subject; look: Look; before: Proof | null };

async function lookAtBatch(chainId: number, subjects: Subject[], at: ChainLook): Promise<Judged[]> {
  if (nowSeconds() >= at.until) return subjects.map((subject) => unasked(subject, NO_TIME, at));
  const spoken = at.told?.chains.find((one) => one.chainId === chainId) ?? null;
  const book = questionsOf(subjects, spoken?.block ?? null);
  const read = await readChain(chainId, [...book.values()]);
  at.look.sightings.push({ chainId, read });
  if (!read.ok) return subjects.map((subject) => unasked(subject, read.reason, at));
  const facts = await withForeign(book, read, subjects, at);
  const looks = subjects.map((subject) => ({ subject, look: lookOf(subject, facts, at, spoken) }));
  const asksThen = spoken !== null && looks.some(({ subject, look }) => needsThen(subject, look));
  const earlier = asksThen ? await readChain(chainId, [...book.values()], spoken.block) : null;
  const atSpoken = earlier?.ok ? factsOf(book, earlier) : null;
  return looks.map(({ subject, look }) => ({
    subject,
    look: { ...look, atSpoken },
    before: beforeOf(subject, at),
  }));
}

/** The same with what unknown contracts answer; whatever they do, they do it to their own question. */
async function withForeign(
  known: Book,
  answer: ChainAnswer,
  subjects: readonly Subject[],
  at: ChainLook,
): Promise<Facts> {
  const book = new Map(known);
  const results = [...answer.results];
  for (const [key, call] of subjects.flatMap((one) => [...foreignQuestions(one)])) {
    if (at.foreign <= 0 || book.has(key) || nowSeconds() >= at.until) continue;
    at.foreign -= 1;
    const read = await readChain(answer.chainId, [call]);
    book.set(key, call);
    results.push(read.ok ? (read.results[0] ?? null) : null);
  }
  return factsOf(book, { ...answer, results });
}

function unasked(subject: Subject, problem: string, at: ChainLook): Judged {
  return { subject, look: lookOf(subject, { problem }, at, null), before: beforeOf(subject, at) };
}

function beforeOf({ id }: Subject, { state }: ChainLook): Proof | null {
  return state.claims.find(({ golem }) => golem === id) ?? null;
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

async function withProbes(seen: readonly Judged[], until: number): Promise<Judged[]> {
  const probed: Judged[] = [];
  let left = MAX_PROBES;
  for (const one of seen) {
    const held = livingOf(one.subject);
    const call = held && probeOf(held);
    const { facts } = one.look;
    // Where no manager answers there is nothing that could refuse, and a call to nobody succeeds.
    const isThere = !('problem' in facts) && facts.paused !== null;
    const asks = call && isThere && left > 0 && nowSeconds() < until;
    if (asks) left -= 1;
    const probe = asks ? verdictOf(await probeChain(one.subject.chainId, call)) : null;
    probed.push({ ...one, look: { ...one.look, probe } });
  }
  return probed;
}
