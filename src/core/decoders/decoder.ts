// The contract every decoder fulfils. A decoder is one file: selectors, parameters and the words
// for what a call does to this owner's Golems. Selectors are literals (hashing costs 0.3 ms each
// in the wallet's sandbox); a test proves each against its signature.

import type { AbiParameter, Address, DecodeAbiParametersReturnType, Hex } from 'viem';
import { decodeStrict } from '../bytes/abi';
import { abiFunction, type ParametersOf } from '../bytes/abi-text';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';

/** One call as the chain would run it. `from` is the account that executes it, not always the signer. */
export type Call = {
  chainId: number;
  from: Address;
  to: Address | null;
  value: bigint;
  data: Hex;
  /** Carried by a redemption: it runs on somebody's permission and within its rules. */
  delegated?: boolean;
};

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** What a function reader gives back: named arguments for people, nested calls, and its findings. */
export type Reading = {
  args: { [key: string]: Json };
  calls: Call[];
  explain: (scene: Scene) => Finding[];
};

export type FunctionReader = {
  selector: Hex;
  /** Canonical signature without names: `transfer(address,uint256)`. */
  signature: string;
  /** Throws `Unreadable` when the bytes are not exactly one well-formed call. */
  read: (call: Call) => Reading;
};

export type Decoder = {
  /** Name shown to people: `ERC-20`, `DelegationManager`. */
  contract: string;
  functions: readonly FunctionReader[];
  /**
   * Addresses where this contract lives on a chain. With `exclusive`, the selectors mean this only
   * there; without, they are recognised anywhere (a standard such as ERC-20).
   * A call to one of these addresses that no function reads is reported as unreadable.
   */
  targets?: (chainId: number) => readonly string[];
  exclusive?: boolean;
};

type Values<Text extends string> = DecodeAbiParametersReturnType<ParametersOf<Text>>;

type Meaning<Text extends string> = {
  /** Calls this one carries inside. */
  calls?: (values: Values<Text>, call: Call) => Call[];
  /** Findings for the owner; an empty list means the call does not concern their Golems. */
  explain?: (values: Values<Text>, call: Call, scene: Scene) => Finding[];
};

/** One function by its text with names, `transfer(address to, uint256 amount)`, bound to its words. */
export function functionReader<const Text extends string>(
  selector: Hex,
  text: Text,
  { calls, explain }: Meaning<Text> = {},
): FunctionReader {
  const { params, signature } = abiFunction(text);
  return {
    selector,
    signature,
    read: (call) => {
      const values = decodeStrict(params, `0x${call.data.slice(10)}`);
      return {
        args: namedJson(params, values as readonly unknown[]),
        calls: calls?.(values, call) ?? [],
        explain: (scene) => explain?.(values, call, scene) ?? [],
      };
    },
  };
}

/** Parameters and decoded values to JSON: bigints become decimal strings, tuples become objects. */
export function namedJson(
  params: readonly AbiParameter[],
  values: readonly unknown[],
): { [key: string]: Json } {
  return Object.fromEntries(
    params.map((param, index) => [param.name ?? `arg${index}`, toJson(values[index])]),
  );
}

function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (value !== null && typeof value === 'object') {
    return jsonOf(value);
  }
  return null;
}

export function jsonOf(struct: object): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(struct).map(([key, item]) => [key, toJson(item)]));
}
