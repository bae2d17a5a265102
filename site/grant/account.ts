// The owner's account must be a MetaMask smart account (EIP-7702), or no grant can be redeemed; MetaMask
// upgrades it while granting, but goes on silently when that fails. And the session key needs gas.

import type { Address } from 'viem';
import { FRAMEWORK, sameAddress } from '../../src/core/chain/addresses';
import * as QUESTIONS from '../../src/core/chain/questions';
import { batchingOf } from '../wallet/batch';
import { dispatch, settle } from '../wallet/dispatch';
import { cannotBatch, codeOf, errorWords, Trouble } from '../wallet/errors';
import { bytes, type Provider, quantity } from '../wallet/provider';
import type { Outgoing } from '../wallet/send';
import { afterGas, type Draft } from './draft';
import type { GrantEnv } from './env';
import { grantWords } from './grant.words';

/** One pull over owner, guardian and session key, the first of the day included. */
const PULL_GAS = 400_000n;

/** EIP-5792: the owner or the wallet refused the upgrade itself, and the sentence for it says so. */
const NO_UPGRADE = 5750;

/** A few blocks. */
const SETTLE_MS = 10_000;

export type AccountState = 'smart' | 'plain' | 'other';

export async function accountState(provider: Provider, account: Address): Promise<AccountState> {
  return (await delegateOf(provider, account)).state;
}

/** EIP-7702: the code of a delegated account is ef0100 and the address it is delegated to; other code is a contract's. */
export async function delegateOf(
  provider: Provider,
  account: Address,
): Promise<{ state: AccountState; delegate: Address | null }> {
  const code = await bytes(provider, 'eth_getCode', [account, 'latest']);
  if (code === '0x') return { state: 'plain', delegate: null };
  const digits = /^0xef0100([0-9a-f]{40})$/.exec(code)?.[1];
  const delegate: Address | null = digits ? `0x${digits}` : null;
  const smart = delegate === FRAMEWORK.smartAccount7702;
  return { state: smart ? 'smart' : 'other', delegate };
}

/** Through the wallet's own flow: a batch makes it upgrade. The first gas rides along. */
export async function prepareAccount(draft: Draft, env: GrantEnv): Promise<Draft> {
  const owner = draft.owner;
  const before = await settledState(owner, env);
  if (before === 'other') throw new Trouble(grantWords.otherSmartAccount);
  const after = before === 'plain' ? await upgrade(draft, env) : draft;
  return { ...after, step: 'gas' };
}

type Upgrading = Pick<GrantEnv, 'provider' | 'ledger' | 'waiting' | 'settleMs'>;

/** Before anything is granted: nothing rides along, and an upgrade that is under way is not asked for again. */
export async function upgradeAccount(
  owner: Address,
  chainId: number,
  env: Upgrading,
): Promise<void> {
  const before = await accountState(env.provider, owner);
  if (before === 'other') throw new Trouble(grantWords.otherSmartAccount);
  if (before === 'smart') return;
  const errand = { from: owner, chainId, keys: ['upgrade'], calls: upgradingCalls(owner, null) };
  await dispatch(errand, env).catch((error: unknown) => {
    throw upgradeTrouble(error);
  });
  if ((await settledState(owner, env)) !== 'smart') throw new Trouble(grantWords.notUpgraded);
}

function upgradeTrouble(error: unknown): unknown {
  const unable = cannotBatch(error) && codeOf(error) !== NO_UPGRADE;
  return unable ? new Trouble(grantWords.noUpgrade(errorWords(error))) : error;
}

/** What went with it is kept before anything else is said: gas that was sent is not sent again. */
async function upgrade(draft: Draft, env: GrantEnv): Promise<Draft> {
  const from = draft.owner;
  const gas = draft.gasSent ? null : await gasCall(draft, env.provider);
  const calls = upgradingCalls(from, gas);
  const errand = { from, chainId: draft.ask.chainId, keys: ['upgrade'], calls };
  const also = gas ? [gasKey(draft)] : [];
  let done: readonly string[];
  try {
    done = (await dispatch(errand, env, also)).keys;
  } catch (error) {
    throw upgradeTrouble(error);
  }
  const after = done.includes(gasKey(draft)) ? { ...draft, gasSent: true } : draft;
  if (after !== draft) env.save(after);
  if ((await settledState(from, env)) !== 'smart') throw new Trouble(grantWords.notUpgraded);
  return after;
}

/** One errand per key: a second draft for it finds what the first one sent. */
function gasKey({ ask }: Draft): string {
  return `gas:${ask.sessionKey.toLowerCase()}`;
}

/** MetaMask makes a plain transaction of one call and upgrades nothing: there are always two. */
function upgradingCalls(owner: Address, gas: Outgoing | null): Outgoing[] {
  // Views: they change nothing.
  const reads = [QUESTIONS.nonce.ask(owner), QUESTIONS.paused.ask()];
  const [nonce, paused] = reads.map((read) => ({ ...read, value: 0n })) as [Outgoing, Outgoing];
  return [gas ?? nonce, paused];
}

/** MetaMask sends the upgrade while it grants: a second one is asked for only when the first does not come. */
async function settledState(
  owner: Address,
  { provider, settleMs = SETTLE_MS }: Upgrading,
): Promise<AccountState> {
  const until = Date.now() + settleMs;
  for (;;) {
    const state = await accountState(provider, owner);
    if (state !== 'plain' || Date.now() >= until) return state;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Once: what an earlier errand sent, also with the upgrade, is asked for before anything is sent. */
export async function sendGas(draft: Draft, env: GrantEnv): Promise<Draft> {
  const step = afterGas(draft);
  if (!draft.gasSent && draft.ask.gasPulls > 0) {
    if (await goesAlong(draft, env)) return { ...draft, step };
    await deliverGas(draft, env);
  }
  return { ...draft, step, gasSent: true };
}

export async function deliverGas(draft: Draft, env: GrantEnv): Promise<void> {
  const errand = {
    from: draft.owner,
    chainId: draft.ask.chainId,
    keys: [gasKey(draft)],
  };
  if (await settle(errand, env)) return;
  const call = await gasCall(draft, env.provider);
  if (call) await dispatch({ ...errand, calls: [call] }, env);
}

/** One window less: where the wallet sends both at once, gas goes with the end of the grant that is replaced. */
async function goesAlong({ owner, ask }: Draft, { provider }: GrantEnv): Promise<boolean> {
  if (ask.replaces === null) return false;
  return (await batchingOf(provider, owner, ask.chainId)) === 'yes';
}

/** What is still to be sent by then, and under which key it is found again. */
export async function gasAlong(draft: Draft, { provider }: GrantEnv): Promise<Along | null> {
  if (draft.gasSent || draft.ask.gasPulls === 0) return null;
  const call = await gasCall(draft, provider);
  return call && { key: gasKey(draft), call };
}

export type Along = { key: string; call: Outgoing };

/** null when the key has half of it already; nobody sends gas to their own account. */
async function gasCall({ ask, owner }: Draft, provider: Provider): Promise<Outgoing | null> {
  if (ask.gasPulls === 0 || sameAddress(ask.sessionKey, owner)) return null;
  const [wei, held] = await Promise.all([
    gasFor(provider, ask.gasPulls),
    quantity(provider, 'eth_getBalance', [ask.sessionKey, 'latest']),
  ]);
  return held * 2n >= wei ? null : { to: ask.sessionKey, value: wei, data: '0x' };
}

/** Wei for so many pulls at today's price, rounded up to a figure people can read. */
export async function gasFor(provider: Provider, pulls: number): Promise<bigint> {
  const price = await quantity(provider, 'eth_gasPrice', []);
  const unit = 10n ** 12n;
  return ((price * PULL_GAS * BigInt(pulls) + unit - 1n) / unit) * unit;
}
