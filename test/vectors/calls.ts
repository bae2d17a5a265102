// Calls for tests: written as a Solidity signature and values, or taken from the vectors.
import { readdirSync, readFileSync } from 'node:fs';
import { type AbiFunction, type Address, encodeFunctionData, type Hex, parseAbiItem } from 'viem';
import type { Call } from '../../src/core/chain/call';
import { decodeCall } from '../../src/core/decoders/index';
import type { Outcome } from '../../src/core/decoders/outcome';
import type { Finding } from '../../src/core/findings/finding';
import type { Scene } from '../../src/core/findings/scene';
import { BASE, OWNER } from './builders';

export type Vector = {
  name: string;
  source: string;
  chainId: number;
  to: Address;
  value?: Hex;
  data: Hex;
  decoded: { contract: string; name: string; args: Record<string, unknown> };
};

const FOLDER = new URL('./calls/', import.meta.url);

export const VECTORS: readonly Vector[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));

export function vectorNamed(contract: string, name: string): Vector {
  const found = VECTORS.find((one) => one.decoded.contract === contract && one.name === name);
  if (!found) throw new Error(`no vector "${name}" of ${contract}`);
  return found;
}

export function callOf(vector: Vector, over: Partial<Call> = {}): Call {
  const { chainId, to, data } = vector;
  return { chainId, from: OWNER, to, value: BigInt(vector.value ?? 0), data, ...over };
}

/** A call by the owner on Base: `aCall(USDC, 'transfer(address,uint256)', [to, 5n])`. */
export function aCall(
  to: Address,
  signature: string,
  args: readonly unknown[],
  over: Partial<Call> = {},
): Call {
  const item = parseAbiItem(`function ${signature}`) as AbiFunction;
  const data = encodeFunctionData({ abi: [item], args });
  return { chainId: BASE, from: OWNER, to, value: 0n, data, ...over };
}

/** What all decoders say about a call and the calls inside it. */
export function findingsOf(call: Call, scene: Scene): Finding[] {
  return spoken(decodeCall(call), scene);
}

function spoken(outcome: Outcome, scene: Scene): Finding[] {
  if (outcome.kind !== 'decoded') return [];
  const { decoded } = outcome;
  return [...decoded.explain(scene), ...decoded.calls.flatMap((inner) => spoken(inner, scene))];
}
