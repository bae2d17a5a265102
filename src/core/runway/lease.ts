// From what the site asks to what the guardian signs, or to the reason why it does not. Everything that is
// signed is computed here, before the owner is asked, from the grant's bytes, the chain and memory.
//
// Generation: the second of signing, and above the chain's floor and every lease remembered. A Snap that
// has forgotten everything can so never sign a second lease of a generation that is already out.
import type { Address } from 'viem';
import { type GolemPolicyTerms, golemPolicy } from '../caveats/golem-policy';
import { FRAMEWORK, sameAddress, tokenOf } from '../chain/addresses';
import { DAY } from '../chain/time';
import { most } from '../delegations/meter';
import { golemIdOf } from '../protocol/messages';
import { deadlineOf } from './endpoint-doubts';
import { type Grant, type Judged, refuse } from './grant';
import type { GuardianMessage, Link } from './guardian-message';
import type { LeaseFacts } from './lease-facts';
import { askProblem, chainProblem, grantProblem, partyProblem } from './lease-problems';
import type { LeaseAsk, LeaseScene } from './lease-scene';

export type LeasePlan = {
  link: Link;
  terms: GolemPolicyTerms;
  /** In the order in which they are signed. None ends the lease it comes with: that is signed when it is wanted. */
  messages: {
    lease: GuardianMessage & { kind: 'Lease' };
    raise: (GuardianMessage & { kind: 'Raise' }) | null;
    oracle: (GuardianMessage & { kind: 'Register' | 'SetReporter' }) | null;
  };
};

/** Longest time an order to the oracle may lie with the relay. */
export const ORACLE_SECONDS = DAY;

/**
 * Units of 10^n base units, fixed per kind of money because a ledger never changes its unit: a ten-thousandth
 * of a dollar (at most 1,677 USDC a day) and a millionth of an ether (at most 16).
 */
const TOKEN_PLACES = 4;
const NATIVE_UNIT = 12;

/** 1 = token money, 2 = gas money. */
export function budgetIdOf({ token }: Pick<Grant, 'token'>): bigint {
  return token === null ? 2n : 1n;
}

export function planLease(ask: LeaseAsk, scene: LeaseScene): Judged<LeasePlan> {
  const problem =
    grantProblem(scene) ??
    chainProblem(scene) ??
    askProblem(ask, scene) ??
    partyProblem(ask, scene);
  if (problem) return refuse(problem);
  const terms = termsOf(ask, scene);
  const encoded = encodeTerms(terms);
  return encoded.ok ? { ok: true, value: planOf(ask, scene, terms, encoded.value) } : encoded;
}

function termsOf(ask: LeaseAsk, { grant, facts, before, now }: LeaseScene): GolemPolicyTerms {
  const known = [facts.floor, before[0]?.terms.generation ?? 0n, BigInt(now) - 1n];
  return {
    token: grant.token,
    cap: ask.cap,
    unitExponent: unitExponentOf(grant),
    replicantCap: ask.replicantCap,
    expiry: BigInt(ask.expiresAt),
    owner: grant.owner,
    epoch: facts.epoch,
    budgetId: budgetIdOf(grant),
    generation: known.reduce(most) + 1n,
    golemId: golemIdOf(ask.golem),
    maxAge: BigInt(ask.maxAgeSeconds),
    sessionKey: ask.sessionKey,
    payees: [...ask.payees],
  };
}

function unitExponentOf({ chainId, token }: Grant): number {
  const known = token && tokenOf(chainId, token);
  return known ? known.decimals - TOKEN_PLACES : NATIVE_UNIT;
}

function encodeTerms(terms: GolemPolicyTerms): Judged<`0x${string}`> {
  try {
    return { ok: true, value: golemPolicy.encode(terms) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(
      error.message.replace(/^Invalid terms: the contract refuses/, 'the rules refuse'),
    );
  }
}

function planOf(
  ask: LeaseAsk,
  { guardian, grant, facts, before, now }: LeaseScene,
  terms: GolemPolicyTerms,
  encoded: `0x${string}`,
): LeasePlan {
  const { chainId } = grant;
  const link: Link = {
    delegate: ask.sessionKey,
    delegator: guardian,
    authority: grant.hash,
    caveats: [{ enforcer: golemPolicy.address, terms: encoded, args: '0x' }],
    // The generation is in the terms, so the hash is new without chance.
    salt: terms.generation,
  };
  const { budgetId, generation } = terms;
  const earlier = before.length > 0 || facts.floor > 0n;
  return {
    link,
    terms,
    messages: {
      lease: { kind: 'Lease', chainId, message: link },
      raise: earlier ? raiseMessage({ chainId, guardian, budgetId, generation }) : null,
      oracle: reporterMessage(ask, facts, { guardian, now }),
    },
  };
}

export function raiseMessage(raise: {
  chainId: number;
  guardian: Address;
  budgetId: bigint;
  generation: bigint;
}): GuardianMessage & { kind: 'Raise' } {
  const { chainId, guardian, budgetId, generation } = raise;
  const manager = FRAMEWORK.delegationManager;
  const message = { manager, guardian, budgetId, generation: Number(generation) };
  return { kind: 'Raise', chainId, message };
}

/** The session key must be the one that reports; null when it is already. */
function reporterMessage(
  { golem, sessionKey: reporter }: LeaseAsk,
  { oracle, chainId, time }: LeaseFacts,
  { guardian, now }: Pick<LeaseScene, 'guardian' | 'now'>,
): LeasePlan['messages']['oracle'] {
  if (sameAddress(oracle.reporter, reporter)) return null;
  const deadline = deadlineOf(time, now, ORACLE_SECONDS);
  const message = { guardian, golemId: golemIdOf(golem), reporter, nonce: oracle.nonce, deadline };
  return { kind: oracle.reporter === null ? 'Register' : 'SetReporter', chainId, message };
}
