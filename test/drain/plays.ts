// Everything a thief of all keys tries at one moment: payments as large as the chain takes them, the fixed calls
// again and again, batches, tries, approvals to use later, and the account made to call itself. It knows
// the signed bytes, as every holder does, but not what Bardo makes of them.
import { type Address, encodeFunctionData, type Hex, numberToHex } from 'viem';
import type { Chain } from '../../site/world/chain/chain';
import { erc20Abi, managerAbi } from '../../src/agent/chain/framework';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import {
  type Execution,
  encodeBatch,
  encodeMode,
  encodeSingle,
} from '../../src/core/chain/execution';
import { approveData, transferData } from './rules';

/** One way to be let in: who redeems, and the context with its arguments filled in. */
export type Entry = { redeemer: Address; context: Hex; fixed: readonly (readonly Execution[])[] };

export type Mark = { account: Address; tokens: readonly Address[]; thief: Address };

type Play = { mode: Hex; calls: Hex };

const SINGLE = encodeMode({ calls: 'single', onFailure: 'revert' });
const BATCH = encodeMode({ calls: 'batch', onFailure: 'revert' });
const TRY = encodeMode({ calls: 'single', onFailure: 'try' });
/** More than any rule of these tests lets through. */
const TOO_MUCH = 2n ** 22n;
/** A call that passes this often in one moment passes for ever. */
const MAX_TIMES = 6;

/** Takes all it finds at this moment. */
export async function plunder(chain: Chain, entries: readonly Entry[], mark: Mark, at: number) {
  for (const entry of entries) {
    for (const play of sizedPlays(mark)) await takeMost(chain, entry, at, play);
    for (const play of givenPlays(entry, mark)) await repeat(chain, entry, mark, at, play);
  }
}

function sizedPlays({ tokens, thief }: Mark): ((amount: bigint) => Play)[] {
  return [
    ...tokens.map((token) => (amount: bigint) => single(token, transferData(thief, amount))),
    (amount) => single(thief, '0x', amount),
  ];
}

function givenPlays({ fixed }: Entry, { tokens, thief, account }: Mark): Play[] {
  const some = (token: Address) => ({ target: token, value: 0n, data: transferData(thief, 7n) });
  const ether = { target: thief, value: 7n, data: '0x' as Hex };
  const everything = [...tokens.map(some), ether];
  const own = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[EMPTY], [BATCH], [encodeBatch(everything)]],
  });
  return [
    ...fixed.map((calls) => {
      const [first] = calls;
      return calls.length === 1 && first
        ? { mode: SINGLE, calls: encodeSingle(first) }
        : { mode: BATCH, calls: encodeBatch(calls) };
    }),
    single(FRAMEWORK.delegationManager, own),
    single(account, `0xe9ae5c53${executeArgs(everything)}`),
    ...tokens.map((token) => single(token, approveData(thief, 500n))),
    single(thief, '0x01', 7n),
    { mode: BATCH, calls: encodeBatch(everything) },
    { mode: TRY, calls: encodeSingle(some(tokens[0] as Address)) },
  ];
}

/** `abi.encode(new Delegation[](0))` */
const EMPTY: Hex = `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`;

function executeArgs(executions: readonly Execution[]): string {
  const data = encodeBatch(executions).slice(2);
  const words = [BATCH.slice(2), '40'.padStart(64, '0'), (data.length / 2).toString(16)];
  return `${words.map((word) => word.padStart(64, '0')).join('')}${data}`;
}

function single(target: Address, data: Hex, value = 0n): Play {
  return { mode: SINGLE, calls: encodeSingle({ target, value, data }) };
}

/** The greatest amount, then the greatest of what is left, until nothing passes. */
async function takeMost(
  chain: Chain,
  entry: Entry,
  at: number,
  play: (amount: bigint) => Play,
): Promise<void> {
  for (let turn = 0; turn < MAX_TIMES; turn += 1) {
    if (!(await passes(chain, entry, at, play(1n)))) return;
    let [low, high] = [1n, TOO_MUCH];
    if (await passes(chain, entry, at, play(high))) low = high;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (await passes(chain, entry, at, play(middle))) low = middle;
      else high = middle;
    }
    await act(chain, entry, at, play(low));
  }
}

/** What a call approves is taken before it is made again: another approval would not add to it. */
async function repeat(
  chain: Chain,
  entry: Entry,
  mark: Mark,
  at: number,
  play: Play,
): Promise<void> {
  for (let turn = 0; turn < MAX_TIMES; turn += 1) {
    if (!(await passes(chain, entry, at, play))) return;
    await act(chain, entry, at, play);
    await useAllowances(chain, mark, at);
  }
}

async function useAllowances(chain: Chain, { tokens, thief, account }: Mark, at: number) {
  for (const token of tokens) {
    const args = [account, thief] as const;
    const asked = encodeFunctionData({ abi: ALLOWANCE, functionName: 'allowance', args });
    const answer = (await chain.cheat('eth_call', [{ to: token, data: asked }, 'latest'])) as Hex;
    const allowed = BigInt(answer);
    if (allowed === 0n) continue;
    const moved = [account, thief, allowed] as const;
    const data = encodeFunctionData({ abi: ALLOWANCE, functionName: 'transferFrom', args: moved });
    await send(chain, at, { from: thief, to: token, data });
  }
}

const ALLOWANCE = [
  ...erc20Abi,
  {
    type: 'function',
    name: 'allowance',
    stateMutability: 'view',
    inputs: [{ type: 'address' }, { type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'transferFrom',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
    outputs: [{ type: 'bool' }],
  },
] as const;

function redemption({ redeemer, context }: Entry, { mode, calls }: Play) {
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[context], [mode], [calls]],
  });
  return { from: redeemer, to: FRAMEWORK.delegationManager as Address, data };
}

async function passes(chain: Chain, entry: Entry, at: number, play: Play): Promise<boolean> {
  const block = { time: numberToHex(at) };
  try {
    await chain.cheat('eth_call', [redemption(entry, play), 'latest', {}, block]);
    return true;
  } catch (error) {
    if (/revert/i.test(String(error))) return false;
    throw error;
  }
}

function act(chain: Chain, entry: Entry, at: number, play: Play): Promise<void> {
  return send(chain, at, redemption(entry, play));
}

/** By the node itself, which lets every account in: keys are not what is tested here. */
async function send(chain: Chain, at: number, call: { from: Address; to: Address; data: Hex }) {
  await chain.cheat('evm_setNextBlockTimestamp', [at]);
  const hash = await chain.cheat('eth_sendTransaction', [{ ...call, gas: numberToHex(5_000_000) }]);
  for (;;) {
    const receipt = (await chain.cheat('eth_getTransactionReceipt', [hash])) as {
      status: Hex;
    } | null;
    if (receipt?.status === '0x1') return;
    // In another block than it was tried for: an end by block number came between.
    if (receipt) return;
  }
}
