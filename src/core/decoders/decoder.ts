// The contract every decoder fulfils. A decoder is one file: selectors, parameters and the words
// for what a call does to this owner's Golems. Selectors are literals (hashing costs 0.3 ms each
// in the wallet's sandbox); a test proves each against its signature.

import type { DecodeAbiParametersReturnType, Hex } from 'viem';
import { decodeStrict } from '../bytes/abi';
import { abiFunction, type ParametersOf } from '../bytes/abi-text';
import { type Json, namedJson } from '../bytes/json';
import type { Call } from '../chain/call';
import type { Effect } from '../findings/effect';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import type { Outcome, StepJson } from './outcome';

/** What a function reader gives back: named arguments for people, nested calls, effects and findings. */
export type Reading = {
  args: { [key: string]: Json };
  calls: Call[];
  steps?: readonly StepJson[];
  /** What it does with money and permissions; the native value it carries is counted by the walk. */
  effects?: readonly Effect[];
  /** `inner`: the nested calls as they were read, in the order of `calls`. */
  explain: (scene: Scene, inner: readonly Outcome[]) => Finding[];
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
  /** Its addresses have functions that are nobody's business here: those are not reported. */
  partial?: boolean;
};

/** The arguments of a function, by the text it is written as. */
export type Values<Text extends string> = DecodeAbiParametersReturnType<ParametersOf<Text>>;

type Meaning<Text extends string> = {
  /** Calls this one carries inside. */
  calls?: (values: Values<Text>, call: Call) => Call[];
  /** Steps it carries that are no calls, for people who read along. */
  steps?: (values: Values<Text>, call: Call) => StepJson[];
  effects?: (values: Values<Text>, call: Call) => Effect[];
  /** Findings for the owner; an empty list means the call does not concern their Golems. */
  explain?: (values: Values<Text>, call: Call, scene: Scene) => Finding[];
};

/** One function by its text with names, `transfer(address to, uint256 amount)`, bound to its words. */
export function functionReader<const Text extends string>(
  selector: Hex,
  text: Text,
  { calls, steps, effects, explain }: Meaning<Text> = {},
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
        ...(steps ? { steps: steps(values, call) } : {}),
        effects: effects?.(values, call) ?? [],
        explain: (scene) => explain?.(values, call, scene) ?? [],
      };
    },
  };
}
