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
import {
  dailySpendLimitEnforcerAbi,
  golemPolicyEnforcerAbi,
  replicantBudgetEnforcerAbi,
} from '../../core/chain/bardo-abis.generated';
import { BARDO } from '../../core/chain/bardo-addresses.generated';
import {
  type CaveatData,
  type Delegation,
  hashDelegation,
} from '../../core/delegations/delegation';
import type { AgentChain, Head } from '../chain/chain';
import { nonceEnforcerAbi, periodEnforcerAbi, streamingEnforcerAbi } from '../chain/framework';
import type { EndCause } from '../store/events';

export type Counter = { cap: bigint; spent: bigint };

export type Asked = { chain: AgentChain; block: Head; redeemer: Address };
export type Answer = {
  left: bigint | null;
  ended: EndCause | null;
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
    const [left] = await chain.client.readContract({
      address: enforcer,
      abi: periodEnforcerAbi,
      functionName: 'getAvailableAmount',
      args: [hashDelegation(link), chain.manager, terms],
      blockNumber: block.number,
    });
    const cap = capOf(terms);
    return { left, ended: null, counter: { cap, spent: cap > left ? cap - left : 0n } };
  };

const stream: Reader = async ({ chain, block }, link, { enforcer, terms }) => {
  const left = await chain.client.readContract({
    address: enforcer,
    abi: streamingEnforcerAbi,
    functionName: 'getAvailableAmount',
    args: [hashDelegation(link), chain.manager, terms],
    blockNumber: block.number,
  });
  return { left, ended: null };
};

const READERS: { [enforcer: string]: Reader } = {
  [erc20PeriodTransfer.address]: period((terms) => erc20PeriodTransfer.decode(terms).periodAmount),
  [nativeTokenPeriodTransfer.address]: period(
    (terms) => nativeTokenPeriodTransfer.decode(terms).periodAmount,
  ),
  [erc20Streaming.address]: stream,
  [nativeTokenStreaming.address]: stream,
  [nonce.address]: async ({ chain, block }, { delegator }, { enforcer, terms }) => {
    const current = await chain.client.readContract({
      address: enforcer,
      abi: nonceEnforcerAbi,
      functionName: 'currentNonce',
      args: [chain.manager, delegator],
      blockNumber: block.number,
    });
    const signed = nonce.decode(terms).nonce;
    // It only ever rises: a lower one than the owner signed upon has not been seen here yet.
    if (current < signed) return { ...NO_WORD, behind: true };
    return { left: null, ended: current === signed ? null : 'nonce' };
  },
  [golemPolicy.address]: async ({ chain, block, redeemer }, { delegator }, { terms }) => {
    const enforcer = policyAt(block);
    const lease = golemPolicy.decode(terms);
    const [left, [, , units, replicantUnits]] = await Promise.all([
      chain.client.readContract({
        ...enforcer,
        functionName: 'getAvailable',
        args: [terms, chain.manager, delegator, redeemer],
      }),
      chain.client.readContract({
        ...enforcer,
        functionName: 'getBudget',
        args: [chain.manager, delegator, lease.budgetId],
      }),
    ]);
    const unit = 10n ** BigInt(lease.unitExponent);
    const counter = sameAddress(redeemer, lease.sessionKey)
      ? { cap: lease.cap, spent: units * unit }
      : { cap: lease.replicantCap, spent: replicantUnits * unit };
    return { left, ended: null, counter };
  },
  [dailySpendLimit.address]: async ({ chain, block }, { delegator }, { enforcer, terms }) => {
    const left = await chain.client.readContract({
      address: enforcer,
      abi: dailySpendLimitEnforcerAbi,
      functionName: 'getAvailable',
      args: [terms, chain.manager, delegator],
      blockNumber: block.number,
    });
    return { left, ended: null };
  },
  [replicantBudget.address]: async ({ chain, block, redeemer }, link, { enforcer, terms }) => {
    const { golem, total } = replicantBudget.decode(terms);
    if (sameAddress(golem, redeemer)) return NO_WORD;
    const spent = await chain.client.readContract({
      address: enforcer,
      abi: replicantBudgetEnforcerAbi,
      functionName: 'spentOf',
      args: [chain.manager, hashDelegation(link)],
      blockNumber: block.number,
    });
    return { left: spent < total ? total - spent : 0n, ended: null };
  },
};

/** The lease's enforcer, asked about one block. */
export function policyAt({ number: blockNumber }: Head) {
  return {
    address: BARDO.golemPolicyEnforcer,
    abi: golemPolicyEnforcerAbi,
    blockNumber,
  } as const;
}
