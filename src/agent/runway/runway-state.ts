// What the chain says about a runway at one block: is it over and by whose hand, which phase does the oracle
// name, and how much could the Golem take right now. Every link is asked; the least answer counts.

import type { Address, Hex } from 'viem';
import { ENDED_GENERATION } from '../../core/caveats/golem-policy';
import { answerTo } from '../../core/chain/answers';
import * as QUESTIONS from '../../core/chain/questions';
import type { LeaseLink } from '../../core/delegations/delegation-chain';
import { least } from '../../core/delegations/meter';
import { PHASES, type Phase } from '../../core/protocol/status';
import type { EndedBy } from '../../core/runway/ended';
import { type AgentChain, freshHead, type Head } from '../chain/chain';
import { type Asked, answersOf, type Counter } from './link-answers';
import type { Runway } from './runway';

/** The oracle's word about the Golem; `reportedAt` 0 and no phase while it has no record. */
export type Vitality = {
  phase: Phase | null;
  score: number;
  reportedAt: number;
  reporter: Address;
};

export type RunwayState = {
  block: Head;
  /** null = nothing on chain ends it, as far as this one look shows; ended.ts says when that is enough. */
  ended: EndedBy | null;
  /** The node stands still, or has not seen what was seen before or what the runway was signed upon: nothing here counts. */
  behind: boolean;
  /** MetaMask has paused its manager: nothing moves, nothing is lost. */
  paused: boolean;
  /** The owner's account has code; without it nothing can be redeemed. */
  upgraded: boolean;
  /** null = the runway has no lease, so no oracle has a say. */
  vitality: Vitality | null;
  /** The oracle's word is older than the lease accepts: spending rests until the next report. */
  silent: boolean;
  balance: bigint;
  /** Base units that could be redeemed now, over all links and the balance. */
  available: bigint;
  /** What each counting rule holds per day in the best phase, and what has left through it. */
  counters: readonly Counter[];
};

export async function readRunwayState(
  chain: AgentChain,
  runway: Runway,
  redeemer: Address = runway.redeemer,
): Promise<RunwayState> {
  const block = await freshHead(chain);
  const asked = { chain, block, redeemer };
  const { lease } = runway;
  const [answers, disabled, paused, code, balance, vitality, leaseEnd] = await Promise.all([
    Promise.all(runway.links.map((link) => answersOf(asked, link))),
    Promise.all(runway.hashes.map((hash) => isDisabled(chain, hash, block.number))),
    answerTo(chain.client, QUESTIONS.paused, [], block.number),
    chain.client.getCode({ address: runway.account, blockNumber: block.number }),
    balanceOf(asked, runway),
    lease ? readVitality(chain, lease.guardian, lease.terms.golemId, block.number) : null,
    lease ? leaseEnding(asked, lease) : null,
  ]);
  const said = answers.flat();
  const behind =
    block.stale || block.old || leaseEnd === 'behind' || said.some((answer) => answer.behind);
  const expired = block.timestamp >= runway.expiresAt ? 'expired' : null;
  const end =
    (disabled.includes(true) ? 'disabled' : null) ??
    said.find((answer) => answer.ended)?.ended ??
    expired ??
    (leaseEnd === 'behind' ? null : leaseEnd) ??
    (vitality?.phase === 'terminal' ? 'terminal' : null);
  const ended = behind ? null : end;
  const left = said.flatMap((answer) => answer.left ?? []).reduce(least, balance);
  const idle = behind || ended !== null || paused || code === undefined;
  return {
    block,
    ended,
    behind,
    paused,
    upgraded: code !== undefined,
    vitality,
    silent: lease !== null && isSilent(lease, vitality, block),
    balance,
    available: idle ? 0n : left,
    counters: said.flatMap(({ counter }) => counter ?? []),
  };
}

export async function isDisabled(
  chain: AgentChain,
  hash: Hex,
  blockNumber?: bigint,
): Promise<boolean> {
  return answerTo(chain.client, QUESTIONS.disabled, [hash], blockNumber);
}

export async function readVitality(
  { client }: AgentChain,
  guardian: Address,
  golemId: Hex,
  blockNumber?: bigint,
): Promise<Vitality> {
  const about = [guardian, golemId] as const;
  const [{ phasePlusOne, score, reportedAt }, { reporter }] = await Promise.all([
    answerTo(client, QUESTIONS.vitality, about, blockNumber),
    answerTo(client, QUESTIONS.record, about, blockNumber),
  ]);
  return { phase: PHASES[phasePlusOne - 1] ?? null, score, reportedAt, reporter };
}

/** `behind`: the owner's epoch here is older than the one the lease was signed in. */
async function leaseEnding(
  { chain, block }: Asked,
  lease: LeaseLink,
): Promise<EndedBy | 'behind' | null> {
  const { client } = chain;
  const { owner, epoch, budgetId, generation } = lease.terms;
  const [current, { floor }] = await Promise.all([
    answerTo(client, QUESTIONS.epoch, [owner], block.number),
    answerTo(client, QUESTIONS.budget, [lease.guardian, budgetId], block.number),
  ]);
  if (current < epoch) return 'behind';
  if (current > epoch) return 'epoch';
  if (floor === ENDED_GENERATION) return 'raised';
  return floor > generation ? 'superseded' : null;
}

function isSilent({ terms }: LeaseLink, vitality: Vitality | null, block: Head): boolean {
  return !vitality?.phase || block.timestamp > vitality.reportedAt + Number(terms.maxAge);
}

function balanceOf({ chain, block }: Asked, { token, account }: Runway): Promise<bigint> {
  const { client } = chain;
  const blockNumber = block.number;
  if (token === null) return client.getBalance({ address: account, blockNumber });
  return answerTo(client, QUESTIONS.balance, [token, account], blockNumber);
}
