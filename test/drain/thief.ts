// A thief who holds stolen keys and knows nothing of their rules: at each moment it asks the chain for the
// greatest payment it would take, by halving, and takes it. What is gone is read from the owner's balance.
import { type Address, encodeFunctionData, type Hex, numberToHex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Chain } from '../../site/world/chain/chain';
import { erc20Abi, managerAbi } from '../../src/agent/chain/framework';
import { planReport } from '../../src/agent/life/oracle';
import { encodeMode, encodeSingle } from '../../src/core/chain/execution';

/** One stolen key and what it may redeem. `token` null = native currency. */
export type Loot = {
  key: PrivateKeyAccount;
  context: Hex;
  payee: Address;
  token: Address | null;
  /** The key is a Golem's reporter too: it keeps saying that all is well. */
  reports?: { guardian: Address; golem: string };
};

export type Haul = { at: number; amount: bigint };

const MANAGER: Address = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3';
const DAY = 86_400;
/** Nobody in these tests holds as much. */
const TOO_MUCH = 2n ** 64n;

/** Takes all it can at each of these moments, by each key in the given order. */
export async function drain(
  chain: Chain,
  loot: readonly Loot[],
  moments: readonly number[],
): Promise<Haul[]> {
  const hauls: Haul[] = [];
  let reportedAt = 0;
  for (const at of moments) {
    // A reporter who is silent for a day stops its lease.
    if (at - reportedAt > DAY / 2) {
      for (const one of loot) await report(chain, one, at);
      reportedAt = at;
    }
    for (const one of loot) {
      const amount = await greatest(chain, one, at);
      if (amount === 0n) continue;
      await pay(chain, one, at, amount);
      hauls.push({ at, amount });
    }
  }
  return hauls;
}

export function pay(chain: Chain, loot: Loot, at: number, amount: bigint): Promise<void> {
  return send(chain, loot.key, at, { to: MANAGER, data: payment(loot, amount) });
}

export function sum(hauls: readonly Haul[], to = Number.POSITIVE_INFINITY): bigint {
  return hauls.filter(({ at }) => at < to).reduce((total, { amount }) => total + amount, 0n);
}

/** Every four hours from each anchor (a reset, a bucket's edge) and the second before, and both ends. */
export function momentsOf(
  { from, to }: { from: number; to: number },
  anchors: readonly number[],
  every = 4 * 3600,
): number[] {
  const moments = new Set([from, to - 1]);
  for (const anchor of [0, ...anchors]) {
    const first = from - ((from - anchor) % every);
    for (let at = first; at <= to; at += every) {
      for (const one of [at - 1, at]) if (one >= from && one < to) moments.add(one);
    }
  }
  return [...moments].sort((a, b) => a - b);
}

/** Amounts that were right before are tried first: most often one of them is right again. */
const seen = new WeakMap<Loot, Set<bigint>>();

/** What a payment of this key may be at most. */
async function greatest(chain: Chain, loot: Loot, at: number): Promise<bigint> {
  const passes = (amount: bigint) => accepts(chain, loot, at, amount);
  const known = seen.get(loot) ?? new Set([0n]);
  seen.set(loot, known);
  let [low, high] = [0n, TOO_MUCH];
  for (const guess of known) {
    if (guess < low || guess >= high) continue;
    if (guess > 0n && !(await passes(guess))) high = guess;
    else if (await passes(guess + 1n)) low = guess + 1n;
    else return guess;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (await passes(middle)) low = middle;
    else high = middle;
  }
  known.add(low);
  return low;
}

async function accepts(chain: Chain, loot: Loot, at: number, amount: bigint): Promise<boolean> {
  const call = { from: loot.key.address, to: MANAGER, data: payment(loot, amount) };
  const block = { time: numberToHex(at) };
  try {
    await chain.cheat('eth_call', [call, 'latest', {}, block]);
    return true;
  } catch (error) {
    if (/revert/i.test(String(error))) return false;
    throw error;
  }
}

function payment({ context, payee, token }: Loot, amount: bigint): Hex {
  const execution = token
    ? {
        target: token,
        value: 0n,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [payee, amount],
        }),
      }
    : { target: payee, value: amount, data: '0x' as Hex };
  const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
  return encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[context], [mode], [encodeSingle(execution)]],
  });
}

async function report(chain: Chain, { key, reports }: Loot, at: number): Promise<void> {
  if (!reports) return;
  const { to, data = '0x' } = planReport(reports, { phase: 'thriving', vitality: 10_000 });
  await send(chain, key, at, { to, data });
}

async function send(
  chain: Chain,
  key: PrivateKeyAccount,
  at: number,
  { to, data }: { to: Address; data: Hex },
): Promise<void> {
  const nonce = Number(await chain.cheat('eth_getTransactionCount', [key.address, 'latest']));
  const serialized = await key.signTransaction({
    type: 'legacy',
    chainId: chain.chainId,
    nonce,
    to,
    data,
    gas: 1_000_000n,
    gasPrice: 10n ** 10n,
  });
  await chain.cheat('evm_setNextBlockTimestamp', [at]);
  const hash = await chain.cheat('eth_sendRawTransaction', [serialized]);
  for (;;) {
    const asked = await chain.cheat('eth_getTransactionReceipt', [hash]);
    const receipt = asked as { status: Hex; blockNumber: Hex } | null;
    if (receipt?.status === '0x1') return;
    if (receipt) throw new Error(`The chain refused what it had promised to take, at ${at}.`);
  }
}
