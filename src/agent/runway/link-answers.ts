// What the rules of one link answer when they are asked: how much they let through now, what has left through
// them, and whether they have ended it. What else counts or ends a link is judged by the manager itself.

import type { Address, Hex } from 'viem';
import { dailySpendLimit } from '../../core/caveats/daily-spend-limit';
import { erc20PeriodTransfer } from '../../core/caveats/erc20-period-transfer';
import { erc20Streaming } from '../../core/caveats/erc20-streaming';
import { golemPolicy } from '../../core/caveats/golem-policy';
import { nativeTokenPeriodTransfer } from '../../core/caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../../core/caveats/native-token-streaming';
import { nonce } from '../../core/caveats/nonce';
import { replicantBudget } from '../../core/caveats/replicant-budget';
import { sameAddress } from '../../core/chain/addresses';
import { answerTo } from '../../core/chain/answers';
import * as QUESTIONS from '../../core/chain/questions';
import {
  type CaveatData,
  type Delegation,
  hashDelegation,
} from '../../core/delegations/delegation';
import type { EndedBy } from '../../core/runway/ended';
import type { AgentChain, Head } from '../chain/chain';

export type Counter = { cap: bigint; spent: bigint };

export type Asked = { chain: AgentChain; block: Head; redeemer: Address };
export type Answer = {
  left: bigint | null;
  ended: EndedBy | null;
  counter?: Counter;
  /** The chain has not seen what the link was signed upon: this node is behind, and its word is worth nothing. */
  behind?: true;
};

const NO_WORD: Answer = { left: null, ended: null };

export function answersOf(asked: Asked, link: Delegation): Promise<Answer[]> {
  return Promise.all(
    link.caveats.map(
      async (caveat) =>
        (await READERS[caveat.enforcer.toLowerCase()]?.(asked, link, caveat)) ?? NO_WORD,
    ),
  );
}

type Reader = (asked: Asked, link: Delegation, caveat: CaveatData) => Promise<Answer>;

const period =
  (capOf: (terms: Hex) => bigint): Reader =>
  async ({ chain, block }, link, { enforcer, terms }) => {
    const about = [enforcer, hashDelegation(link), terms] as const;
    const left = await answerTo(chain.client, QUESTIONS.available, about, block.number);
    const cap = capOf(terms);
    return { left, ended: null, counter: { cap, spent: cap > left ? cap - left : 0n } };
  };

const stream: Reader = async ({ chain, block }, link, { enforcer, terms }) => {
  const about = [enforcer, hashDelegation(link), terms] as const;
  const left = await answerTo(chain.client, QUESTIONS.available, about, block.number);
  return { left, ended: null };
};

const READERS: { [enforcer: string]: Reader } = {
  [erc20PeriodTransfer.address]: period((terms) => erc20PeriodTransfer.decode(terms).periodAmount),
  [nativeTokenPeriodTransfer.address]: period(
    (terms) => nativeTokenPeriodTransfer.decode(terms).periodAmount,
  ),
  [erc20Streaming.address]: stream,
  [nativeTokenStreaming.address]: stream,
  [nonce.address]: async ({ chain, block }, { delegator }, { terms }) => {
    const current = await answerTo(chain.client, QUESTIONS.nonce, [delegator], block.number);
    const signed = nonce.decode(terms).nonce;
    // It only ever rises: a lower one than the owner signed upon has not been seen here yet.
    if (current < signed) return { ...NO_WORD, behind: true };
    return { left: null, ended: current === signed ? null : 'nonce' };
  },
  [golemPolicy.address]: async ({ chain, block, redeemer }, { delegator }, { terms }) => {
    const { client } = chain;
    const lease = golemPolicy.decode(terms);
    const [left, { units, replicantUnits }] = await Promise.all([
      answerTo(client, QUESTIONS.leaseLeft, [terms, delegator, redeemer], block.number),
      answerTo(client, QUESTIONS.budget, [delegator, lease.budgetId], block.number),
    ]);
    const unit = 10n ** BigInt(lease.unitExponent);
    const counter = sameAddress(redeemer, lease.sessionKey)
      ? { cap: lease.cap, spent: units * unit }
      : { cap: lease.replicantCap, spent: replicantUnits * unit };
    return { left, ended: null, counter };
  },
  [dailySpendLimit.address]: async ({ chain, block }, { delegator }, { enforcer, terms }) => {
    const about = [enforcer, terms, delegator] as const;
    const left = await answerTo(chain.client, QUESTIONS.dailyLeft, about, block.number);
    return { left, ended: null };
  },
  [replicantBudget.address]: async ({ chain, block, redeemer }, link, { enforcer, terms }) => {
    const { golem, total } = replicantBudget.decode(terms);
    if (sameAddress(golem, redeemer)) return NO_WORD;
    const about = [enforcer, hashDelegation(link)] as const;
    const spent = await answerTo(chain.client, QUESTIONS.replicantsSpent, about, block.number);
    return { left: spent < total ? total - spent : 0n, ended: null };
  },
};
