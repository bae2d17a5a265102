// What the chain itself shows, read through the owner's own wallet at one block. An answer proves its chain
// and its moment; without one the control plane's word stays what it is.
import type { Address, Hex } from 'viem';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { nonce as nonceCaveat } from '../../src/core/caveats/nonce';
import { sameAddress } from '../../src/core/chain/addresses';
import type { Question } from '../../src/core/chain/questions';
import * as QUESTIONS from '../../src/core/chain/questions';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import { document, text } from '../../src/core/protocol/schema';
import { ask, bytes, chainIdOf, type Provider, WalletNonsense } from './provider';

const Quantity = text(/^0x[0-9a-fA-F]{1,64}$/);
const BlockStruct = document({ number: Quantity, timestamp: Quantity });

export type Moment = { block: number; at: number };

/** What the chain answers to a question, at this block. */
export type View = <A extends readonly unknown[], T>(
  question: Question<A, T>,
  ...about: A
) => Promise<T>;

/** null when the wallet is on another chain: its answers would be about something else. */
export async function lookAt(
  provider: Provider,
  chainId: number,
): Promise<(Moment & { view: View }) | null> {
  if ((await chainIdOf(provider)) !== chainId) return null;
  const block = await ask(provider, 'eth_getBlockByNumber', ['latest', false], BlockStruct);
  const view: View = async (question, ...about) => {
    const data = await bytes(provider, 'eth_call', [question.ask(...about), block.number]);
    const answer = question.read(data);
    if (answer === null) throw new WalletNonsense('eth_call');
    return answer;
  };
  return { block: Number(block.number), at: Number(block.timestamp), view };
}

export async function isDisabled(view: View, hash: Hex): Promise<boolean> {
  return view(QUESTIONS.disabled, hash);
}

/** Every grant of the account that was signed before the counter moved is over. */
export async function nonceMoved(view: View, root: Delegation): Promise<boolean> {
  const signed = caveatOf(root, nonceCaveat.address);
  if (!signed) return false;
  return (await view(QUESTIONS.nonce, root.delegator)) !== nonceCaveat.decode(signed).nonce;
}

export type ChainFacts = Moment & {
  /** The owner ended the grant: disabled, or all grants of the account. */
  grantEnded: boolean;
  /** What could leave right now by grant and lease; null where a rule cannot be asked. */
  available: bigint | null;
  /** Of the grant's money in the owner's account; null where the grant names none that can be asked about. */
  held: bigint | null;
  /** The guardian ended the lease for good. */
  leaseEnded: boolean | null;
  /** From the VitalityOracle; null without a record. */
  phase: number | null;
  reportedAt: number | null;
};

type Subject = { chainId: number; context: Hex; golem: string; guardian: Address | null };

/** null when the wallet cannot say. */
export async function readChain(provider: Provider, subject: Subject): Promise<ChainFacts | null> {
  const look = await lookAt(provider, subject.chainId);
  if (!look) return null;
  const { view, block, at } = look;
  const links = decodeContext(subject.context);
  const root = links.at(-1);
  const lease = links.length > 1 ? links.at(-2) : undefined;
  if (!root) return null;
  const [disabled, moved, granted, held, leased, ended, life] = await Promise.all([
    isDisabled(view, hashDelegation(root)),
    nonceMoved(view, root),
    grantAvailable(view, root),
    heldBy(view, root),
    lease ? leaseAvailable(view, lease) : null,
    lease ? leaseEnded(view, lease) : null,
    subject.guardian ? lifeOf(view, subject.guardian, subject.golem) : null,
  ]);
  const grantEnded = disabled || moved;
  const available = grantEnded
    ? 0n
    : leased === null
      ? granted
      : granted === null
        ? leased
        : least(granted, leased);
  return {
    block,
    at,
    grantEnded,
    available,
    held,
    leaseEnded: ended,
    phase: life?.phase ?? null,
    reportedAt: life?.reportedAt ?? null,
  };
}

async function grantAvailable(view: View, root: Delegation): Promise<bigint | null> {
  const terms = caveatOf(root, erc20PeriodTransfer.address);
  if (!terms) return null;
  return view(QUESTIONS.available, erc20PeriodTransfer.address, hashDelegation(root), terms);
}

async function heldBy(view: View, root: Delegation): Promise<bigint | null> {
  const terms = caveatOf(root, erc20PeriodTransfer.address);
  if (!terms) return null;
  return view(QUESTIONS.balance, erc20PeriodTransfer.decode(terms).token, root.delegator);
}

async function leaseAvailable(view: View, lease: Delegation): Promise<bigint | null> {
  const terms = caveatOf(lease, golemPolicy.address);
  if (!terms) return null;
  return view(QUESTIONS.leaseLeft, terms, lease.delegator, lease.delegate);
}

async function leaseEnded(view: View, lease: Delegation): Promise<boolean | null> {
  const terms = caveatOf(lease, golemPolicy.address);
  if (!terms) return null;
  const { budgetId } = golemPolicy.decode(terms);
  return (await view(QUESTIONS.budget, lease.delegator, budgetId)).ended;
}

async function lifeOf(view: View, guardian: Address, golem: string) {
  const { phasePlusOne, reportedAt } = await view(QUESTIONS.vitality, guardian, golemIdOf(golem));
  return phasePlusOne === 0 ? null : { phase: phasePlusOne - 1, reportedAt };
}

function caveatOf({ caveats }: Delegation, enforcer: Address): Hex | undefined {
  return caveats.find((one) => sameAddress(one.enforcer, enforcer))?.terms;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
