// Carries a grant from the filled form to a Golem that can spend, step by step. Every step can be repeated:
// it first looks whether it has been done. What the owner refuses stops it where it is.

import { sameAddress } from '../../src/core/chain/addresses';
import type { RunwayProof } from '../../src/core/protocol/rpc';
import { isSignedRunway } from '../../src/core/protocol/runway-ask';
import { answered, type Plane } from '../plane/plane';
import { ensureChain } from '../wallet/chain';
import { Trouble } from '../wallet/errors';
import { issueLease, refresh } from '../wallet/snap';
import { ensureSnap } from '../wallet/snap-state';
import { prepareAccount, sendGas } from './account';
import { type Ask, type Draft, leaseCapOf, leaseEndOf, type Step } from './draft';
import type { GrantEnv } from './env';
import { gasAfter } from './gas';
import { grantWords } from './grant.words';
import { signIntent } from './intent';
import { endReplaced } from './replace';
import { askWallet, ensureGrantable, findAnswer } from './request-grant';
import { review, termsOf } from './review';

/** null = it waits for the owner to look at what was granted. */
type Work = (draft: Draft, env: GrantEnv) => Promise<Draft | null>;

const WORK: Record<Exclude<Step, 'done'>, Work> = {
  golem: enterGolem,
  intent: signIntent,
  ask: askWallet,
  asked: findAnswer,
  review,
  account: prepareAccount,
  gas: sendGas,
  register,
  lease,
  tell,
  replace: finish,
};

/** Resolves where it can go no further by itself: done, or waiting for the owner. Throws with the reason. */
export async function runSteps(from: Draft, env: GrantEnv): Promise<Draft> {
  if (isUnasked(from)) await prepare(from, env);
  let draft = from;
  while (draft.step !== 'done') {
    // The owner may have switched the chain since the last step.
    if (ON_CHAIN.includes(draft.step))
      await ensureChain(env.provider, env.settings, draft.ask.chainId);
    const next = await WORK[draft.step](draft, env);
    if (!next) return draft;
    draft = next;
    env.save(draft);
  }
  return draft;
}

/** What is asked, read or sent there is about the wallet's chain of the moment. */
const ON_CHAIN: readonly Step[] = ['intent', 'ask', 'account', 'gas'];

/** What would be for nothing is told before a chain is added or anything is signed. */
async function prepare(draft: Draft, { provider, settings }: GrantEnv): Promise<void> {
  const { chainId } = draft.ask;
  await ensureGrantable(draft, provider, null);
  await ensureChain(provider, settings, chainId);
  await ensureGrantable(draft, provider, chainId);
  // A grant to a guardian that cannot sign the lease would lie there unused: nothing is asked for it.
  if (draft.guardian) await ensureSnap(provider, settings);
}

function isUnasked({ step }: Draft): boolean {
  return step === 'golem' || step === 'intent' || step === 'ask';
}

/** The Snap then knows whose guardian it is that the owner is asked to sign for; without, it says so itself. */
async function enterGolem(draft: Draft, env: GrantEnv): Promise<Draft> {
  const { plane, provider, settings, heirloom } = env;
  const { ask, guardian } = draft;
  const knowledgeRecord = heirloom?.(ask.golem) ?? null;
  const told = { id: ask.golem, name: ask.name, chainId: ask.chainId, guardian, policyTier: 2 };
  const body = { ...told, ...(knowledgeRecord ? { knowledgeRecord } : {}) };
  answered(await plane.ask('newGolem', { body }));
  if (guardian) await refresh(provider, settings).catch(() => undefined);
  return { ...draft, step: ask.request && ask.exactly ? 'intent' : 'ask' };
}

async function register(draft: Draft, { plane }: GrantEnv): Promise<Draft> {
  const { ask, context } = draft;
  const body = {
    golem: ask.golem,
    chainId: ask.chainId,
    context: context ?? '0x',
    ...(ask.request ? { request: ask.request } : {}),
    ...(ask.replaces ? { replaces: ask.replaces } : {}),
  };
  const answer = await plane.ask('grant', { body });
  if (!answer.ok && answer.failure.code === 'not_upgraded') return { ...draft, step: 'account' };
  answered(answer);
  return { ...draft, step: draft.guardian ? 'lease' : 'replace' };
}

async function lease(draft: Draft, { provider, plane, settings }: GrantEnv): Promise<Draft> {
  const { ask } = draft;
  const request = await proofOf(ask, plane);
  const terms = termsOf(draft);
  const wished = leaseCapOf(ask);
  const cap = `${wished < terms.cap ? wished : terms.cap}`;
  const answer = await issueLease(provider, settings, {
    golem: ask.golem,
    name: ask.name,
    chainId: ask.chainId,
    grant: draft.context ?? '0x',
    sessionKey: ask.sessionKey,
    cap,
    replicantCap: BigInt(ask.replicantCap) < BigInt(cap) ? ask.replicantCap : cap,
    expiresAt: leaseEndOf(ask, draft.startAt, terms.expiresAt ?? draft.startAt),
    payees: ask.payees,
    maxAgeSeconds: ask.maxAgeSeconds,
    ...(request ? { request } : {}),
  });
  if (!answer.ok) throw new Trouble(grantWords.noLease(answer.reason));
  return { ...draft, step: 'tell', lease: answer.lease };
}

/** So that the Snap can show the code that the agent printed; without one it shows the key alone. */
async function proofOf(
  { request, sessionKey, token }: Ask,
  plane: Plane,
): Promise<RunwayProof | null> {
  if (request === null || token === null) return null;
  const answer = await plane.ask('runwayRequest', { id: request });
  if (!answer.ok || !isSignedRunway(answer.value)) return null;
  const { nonce, signature, codeNonce, ...asked } = answer.value;
  if (!nonce || !signature || !codeNonce || !sameAddress(asked.sessionKey, sessionKey)) return null;
  const { amount, days, deadline, payees = [] } = asked;
  return { token: asked.token, amount, days, deadline, payees, nonce, signature, codeNonce };
}

/** The orders first that let it spend and end what was before; all can be told twice. */
async function tell(draft: Draft, { plane, save }: GrantEnv): Promise<Draft> {
  const { lease: issued, ask } = draft;
  if (!issued) return { ...draft, step: 'lease' };
  const { context, raise, oracle } = issued;
  if (oracle) {
    const answer = await plane.ask('oracle', { body: oracle });
    // Its deadline has passed while the page was closed: the Snap signs a new one with a new lease.
    if (!answer.ok && answer.failure.code === 'expired')
      return { ...draft, step: 'lease', lease: null };
    heard(answer);
  }
  const told = await plane.ask('lease', { body: { golem: ask.golem, context } });
  // Somebody signed a newer lease meanwhile: this one is forgotten, and the next try asks for another.
  if (!told.ok && told.failure.code === 'conflict') save({ ...draft, step: 'lease', lease: null });
  answered(told);
  if (raise) heard(await plane.ask('raise', { body: raise }));
  return { ...draft, step: 'replace' };
}

/** The runway stands. What the Golem may refill its gas with is a grant of its own, and comes next. */
async function finish(draft: Draft, env: GrantEnv): Promise<Draft> {
  const done = await endReplaced(draft, env);
  return gasAfter(done, env.now()) ?? done;
}

/** An order that was told before is an order told. */
function heard(answer: Awaited<ReturnType<Plane['ask']>>): void {
  if (!answer.ok && answer.failure.code === 'replayed') return;
  answered(answer);
}
