// One question to a chain that holds many: Multicall3's `aggregate3`, at the same address everywhere. The
// batch also asks for chain id, block and time, so that an answer proves its own chain and moment,
// whatever network the wallet had selected when it was asked.
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict } from '../bytes/abi';
import { encodeAbiParameters } from '../bytes/abi-encode';
import { abiParameters } from '../bytes/abi-text';

export type ChainCall = { to: Address; data: Hex };

/** `results` in the order of the calls; null = that call failed or returned nothing. */
export type ChainAnswer = { chainId: number; block: number; time: number; results: (Hex | null)[] };

export type ChainRead = ({ ok: true } & ChainAnswer) | { ok: false; reason: string };

export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11';

/** The strict decoder reads 256 items of a list; a batch of 200 calls is about 60 KB. */
export const MAX_CALLS = 200;

const AGGREGATE3 = '82ad56cb';

/** getChainId(), getBlockNumber(), getCurrentBlockTimestamp(). */
const MOMENT: readonly ChainCall[] = [
  { to: MULTICALL3, data: '0x3408e470' },
  { to: MULTICALL3, data: '0x42cbb15c' },
  { to: MULTICALL3, data: '0x0f28c97d' },
];

const CALLS = abiParameters('(address target, bool allowFailure, bytes callData)[] calls');
const RESULTS = abiParameters('(bool success, bytes returnData)[] results');

/** Calldata for Multicall3. Each inner call may fail by itself. */
export function encodeBatch(calls: readonly ChainCall[]): Hex {
  if (calls.length > MAX_CALLS) throw new RangeError(`A batch holds at most ${MAX_CALLS} calls.`);
  const all = [...MOMENT, ...calls].map(({ to, data }) => ({
    target: to,
    allowFailure: true,
    callData: data,
  }));
  return `0x${AGGREGATE3}${encodeAbiParameters(CALLS, [all]).slice(2)}`;
}

/** The answer of `count` calls, believed only if it says that it comes from `chainId`. */
export function decodeBatch(output: unknown, chainId: number, count: number): ChainRead {
  if (output === '0x') return refused('there is no Multicall3 on this chain');
  const results = resultsOf(output);
  const [id, block, time] = results?.slice(0, MOMENT.length).map(numberOf) ?? [];
  if (!results || results.length !== MOMENT.length + count || !id || block == null || !time) {
    return refused('the answer of the chain could not be read');
  }
  if (id !== chainId) return refused(`another chain answered (chain id ${id})`);
  return { ok: true, chainId, block, time, results: results.slice(MOMENT.length) };
}

function resultsOf(output: unknown): (Hex | null)[] | null {
  try {
    const [results] = decodeStrict(RESULTS, output as Hex);
    return results.map(({ success, returnData }) =>
      success && returnData !== '0x' ? returnData : null,
    );
  } catch {
    return null;
  }
}

function numberOf(word: Hex | null): number | null {
  if (word === null || byteLength(word) !== 32) return null;
  const value = BigInt(word);
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : null;
}

function refused(reason: string): ChainRead {
  return { ok: false, reason };
}
