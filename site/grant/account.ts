// The owner's account must be a MetaMask smart account (EIP-7702), or no grant can be redeemed; MetaMask
// upgrades it while granting, but goes on silently when that fails. And the session key needs gas.
import type { Address } from 'viem';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { Trouble } from '../wallet/errors';
import { bytes, type Provider, quantity } from '../wallet/provider';
import { type Outgoing, sendBatch, sendCall } from '../wallet/send';
import { words } from '../words';
import type { Draft } from './draft';
import type { House } from './house';

/** One pull over owner, guardian and session key, the first of the day included. */
const PULL_GAS = 400_000n;

/** A few blocks. */
const SETTLE_MS = 10_000;

export type AccountState = 'smart' | 'plain' | 'other';

export async function accountState(provider: Provider, account: Address): Promise<AccountState> {
  const code = await bytes(provider, 'eth_getCode', [account, 'latest']);
  if (code === '0x') return 'plain';
  return code === `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}` ? 'smart' : 'other';
}

/** Through the wallet's own flow: a batch makes it upgrade. The first gas rides along. */
export async function prepareAccount(draft: Draft, house: House): Promise<Draft> {
  const { provider, waiting } = house;
  const owner = draft.owner as Address;
  const before = await settledState(owner, house);
  if (before === 'other') throw new Trouble(words.grant.otherSmartAccount);
  if (before === 'plain') {
    const gas = await gasCall(draft, provider);
    const calls = [gas ?? harmless()];
    await sendBatch(provider, { from: owner, chainId: draft.ask.chainId, calls }, waiting);
    if ((await accountState(provider, owner)) !== 'smart')
      throw new Trouble(words.grant.notUpgraded);
  }
  return { ...draft, step: 'gas' };
}

/** MetaMask sends the upgrade while it grants: a second one is asked for only when the first does not come. */
async function settledState(
  owner: Address,
  { provider, settleMs = SETTLE_MS }: House,
): Promise<AccountState> {
  const until = Date.now() + settleMs;
  for (;;) {
    const state = await accountState(provider, owner);
    if (state !== 'plain' || Date.now() >= until) return state;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

export async function sendGas(draft: Draft, { provider, waiting }: House): Promise<Draft> {
  const call = await gasCall(draft, provider);
  if (call) await sendCall(provider, draft.owner as Address, call, waiting);
  return { ...draft, step: 'register' };
}

/** null when the key has half of it already, so that nothing is sent twice. */
async function gasCall({ ask }: Draft, provider: Provider): Promise<Outgoing | null> {
  if (ask.gasPulls === 0) return null;
  const [wei, held] = await Promise.all([
    gasFor(provider, ask.gasPulls),
    quantity(provider, 'eth_getBalance', [ask.sessionKey, 'latest']),
  ]);
  return held * 2n >= wei ? null : { to: ask.sessionKey as Address, value: wei, data: '0x' };
}

/** Wei for so many pulls at today's price, rounded up to a figure people can read. */
export async function gasFor(provider: Provider, pulls: number): Promise<bigint> {
  const price = await quantity(provider, 'eth_gasPrice', []);
  const unit = 10n ** 12n;
  return ((price * PULL_GAS * BigInt(pulls) + unit - 1n) / unit) * unit;
}

/** `paused()` of the DelegationManager: changes nothing. */
function harmless(): Outgoing {
  return { to: FRAMEWORK.delegationManager, value: 0n, data: '0x5c975abb' };
}
