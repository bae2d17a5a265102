// Gas money of a session key: how many pulls it still pays for, what must stay for a decent death, and where
// the rest goes when the key does.
import type { Address } from 'viem';
import { least } from '../../core/delegations/meter';
import type { AgentChain } from '../chain/chain';
import { isOutOfGas } from '../chain/reverts';
import type { Call, Sender, Sent } from '../payments/call';

/** A first pull through grant, lease and Replicant costs about 400,000; later ones half of it. */
const PULL_GAS = 400_000n;
/** Terminal report, one child link to disable, the sweep itself; with room. */
const DEATH_GAS = { report: 80_000n, disable: 100_000n, sweep: 60_000n };

/** Rollups charge the data of a transaction apart from its gas; at home it is nothing. */
const DATA_FEE_ORACLE: Address = '0x420000000000000000000000000000000000000F';
const dataFeeAbi = [
  {
    type: 'function',
    name: 'getL1FeeUpperBound',
    stateMutability: 'view',
    inputs: [{ name: 'unsignedTxSize', type: 'uint256' }],
    outputs: [{ type: 'uint256' }],
  },
] as const;

export type GasLevel = {
  /** Wei. */
  balance: bigint;
  perPull: bigint;
  /** Kept back for the death of the Golem and of its child links. */
  reserve: bigint;
  pullsLeft: number;
};

export async function readGas(
  chain: AgentChain,
  address: Address,
  childLinks = 0,
): Promise<GasLevel> {
  const [balance, price, dataFee] = await Promise.all([
    chain.client.getBalance({ address }),
    chain.client.getGasPrice(),
    dataFeeOf(chain, 3000),
  ]);
  const { report, disable, sweep } = DEATH_GAS;
  const steps = BigInt(2 + childLinks);
  const reserve = price * (report + disable * BigInt(childLinks) + sweep) + dataFee * steps;
  const perPull = price * PULL_GAS + dataFee;
  const free = balance > reserve ? balance - reserve : 0n;
  const pulls = perPull === 0n ? BigInt(Number.MAX_SAFE_INTEGER) : free / perPull;
  return {
    balance,
    perPull,
    reserve,
    pullsLeft: Number(least(pulls, BigInt(Number.MAX_SAFE_INTEGER))),
  };
}

export type Swept = { ok: true; sent: Sent; value: bigint } | { ok: false; reason: string };

/** What is sent ahead of a sweep makes it too large; then it is counted anew. */
const SWEEP_TRIES = 3;

/** Sends all but the fee: to the next key at a rotation, to the owner at death. */
export async function sweepGas(chain: AgentChain, sender: Sender, to: Address): Promise<Swept> {
  for (let left = SWEEP_TRIES - 1; ; left -= 1) {
    const plan = await planSweep(chain, sender.address, to);
    if (!plan.ok) return plan;
    const { call } = plan;
    try {
      return { ok: true, sent: await sender.send(call), value: call.value };
    } catch (error) {
      if (left <= 0 || !isOutOfGas(error)) throw error;
    }
  }
}

type SweepPlan = { ok: true; call: Call & { value: bigint } } | { ok: false; reason: string };

async function planSweep(chain: AgentChain, from: Address, to: Address): Promise<SweepPlan> {
  const { client } = chain;
  const [balance, price, dataFee] = await Promise.all([
    client.getBalance({ address: from }),
    client.getGasPrice(),
    dataFeeOf(chain, 200),
  ]);
  if (balance === 0n) return { ok: false, reason: 'there is no gas money left' };
  // The owner's account has code that takes the money in, so 21,000 is not always enough.
  const estimate = await client.estimateGas({ account: from, to, value: 1n }).catch(() => 21_000n);
  const gas = estimate === 21_000n ? estimate : (estimate * 120n) / 100n;
  const gasPrice = (price * 110n) / 100n;
  const value = balance - gas * gasPrice - 2n * dataFee;
  if (value <= 0n) return { ok: false, reason: 'what is left is less than sending it costs' };
  return { ok: true, call: { to, value, gas, gasPrice } };
}

async function dataFeeOf({ client }: AgentChain, bytes: number): Promise<bigint> {
  return client
    .readContract({
      address: DATA_FEE_ORACLE,
      abi: dataFeeAbi,
      functionName: 'getL1FeeUpperBound',
      args: [BigInt(bytes)],
    })
    .catch(() => 0n);
}
