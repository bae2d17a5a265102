// What the chain itself shows, read through the owner's own wallet at one block. An answer proves its chain
// and its moment; without one the control plane's word stays what it is.
import { type Address, concat, decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { nonce as nonceCaveat } from '../../src/core/caveats/nonce';
import { FRAMEWORK, sameAddress } from '../../src/core/chain/addresses';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import { document, text } from '../../src/core/protocol/schema';
import { ask, bytes, chainIdOf, type Provider } from './provider';

const Quantity = text(/^0x[0-9a-fA-F]{1,64}$/);
const BlockStruct = document({ number: Quantity, timestamp: Quantity });

export type Moment = { block: number; at: number };

/** What an `eth_call` of this view returns, at this block. */
export type View = (
  to: Address,
  selector: Hex,
  types: readonly string[],
  values: readonly unknown[],
) => Promise<Hex>;

/** null when the wallet is on another chain: its answers would be about something else. */
export async function lookAt(
  provider: Provider,
  chainId: number,
): Promise<(Moment & { view: View }) | null> {
  if ((await chainIdOf(provider)) !== chainId) return null;
  const block = await ask(provider, 'eth_getBlockByNumber', ['latest', false], BlockStruct);
  const view: View = (to, selector, types, values) => {
    const args = encodeAbiParameters(
      types.map((type) => ({ type })),
      values as unknown[],
    );
    return bytes(provider, 'eth_call', [{ to, data: concat([selector, args]) }, block.number]);
  };
  return { block: Number(block.number), at: Number(block.timestamp), view };
}

export async function isDisabled(view: View, hash: Hex): Promise<boolean> {
  return isTrue(await view(FRAMEWORK.delegationManager, '0x2d40d052', ['bytes32'], [hash]));
}

/** Every grant of the account that was signed before the counter moved is over. */
export async function nonceMoved(view: View, root: Delegation): Promise<boolean> {
  const signed = caveatOf(root, nonceCaveat.address);
  if (!signed) return false;
  const args = [FRAMEWORK.delegationManager, root.delegator];
  const current = await view(FRAMEWORK.nonceEnforcer, '0x2bd4ed21', ['address', 'address'], args);
  return BigInt(current) !== nonceCaveat.decode(signed).nonce;
}

export type ChainFacts = Moment & {
  /** The owner ended the grant: disabled, or all grants of the account. */
  grantEnded: boolean;
  /** What could leave right now by grant and lease; null where a rule cannot be asked. */
  available: bigint | null;
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
  const [disabled, moved, granted, leased, ended, life] = await Promise.all([
    isDisabled(view, hashDelegation(root)),
    nonceMoved(view, root),
    grantAvailable(view, root),
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
    leaseEnded: ended,
    phase: life?.phase ?? null,
    reportedAt: life?.reportedAt ?? null,
  };
}

async function grantAvailable(view: View, root: Delegation): Promise<bigint | null> {
  const terms = caveatOf(root, erc20PeriodTransfer.address);
  if (!terms) return null;
  const types = ['bytes32', 'address', 'bytes'];
  const args = [hashDelegation(root), FRAMEWORK.delegationManager, terms];
  return firstWord(await view(erc20PeriodTransfer.address, '0x6a9843f6', types, args));
}

async function leaseAvailable(view: View, lease: Delegation): Promise<bigint | null> {
  const terms = caveatOf(lease, golemPolicy.address);
  if (!terms) return null;
  const types = ['bytes', 'address', 'address', 'address'];
  const args = [terms, FRAMEWORK.delegationManager, lease.delegator, lease.delegate];
  return firstWord(await view(golemPolicy.address, '0xad6a3b6a', types, args));
}

async function leaseEnded(view: View, lease: Delegation): Promise<boolean | null> {
  const terms = caveatOf(lease, golemPolicy.address);
  if (!terms) return null;
  const types = ['address', 'address', 'uint64'];
  const args = [FRAMEWORK.delegationManager, lease.delegator, golemPolicy.decode(terms).budgetId];
  const answer = await view(golemPolicy.address, '0x22a4cb1f', types, args);
  const [, ended] = decodeAbiParameters([{ type: 'uint32' }, { type: 'bool' }], answer);
  return ended;
}

async function lifeOf(view: View, guardian: Address, golem: string) {
  const answer = await view(
    BARDO.vitalityOracle,
    '0x7640a6f2',
    ['address', 'bytes32'],
    [guardian, golemIdOf(golem)],
  );
  const words = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }] as const;
  const [phasePlusOne, , reportedAt] = decodeAbiParameters(words, answer);
  return phasePlusOne === 0n
    ? null
    : { phase: Number(phasePlusOne) - 1, reportedAt: Number(reportedAt) };
}

function caveatOf({ caveats }: Delegation, enforcer: Address): Hex | undefined {
  return caveats.find((one) => sameAddress(one.enforcer, enforcer))?.terms;
}

function isTrue(word: Hex): boolean {
  return BigInt(word) === 1n;
}

function firstWord(answer: Hex): bigint {
  return BigInt(answer.slice(0, 66));
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
