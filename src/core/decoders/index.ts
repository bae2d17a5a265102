// THE list of decoders, and the walk through a call and the calls inside it.
// To add one: a file beside this one, a line in DECODERS, vectors in test/vectors/calls.

import { byteLength, MAX_BYTES, Unreadable } from '../bytes/abi';
import { BARDO } from '../chain/bardo-addresses.generated';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { accountExecute } from './account-execute';
import type { Call, Decoder, FunctionReader, Json, Reading } from './decoder';
import { delegationManager } from './delegation-manager';
import { erc20 } from './erc20';
import { erc4626 } from './erc4626';
import { erc8004 } from './erc8004';
import { erc8004Token } from './erc8004-token';
import { golemPolicy } from './golem-policy';
import { nonceEnforcer } from './nonce-enforcer';
import { permit2 } from './permit2';
import { withoutSuffix } from './suffix';
import { swapRouter02 } from './uniswap-routers';
import { uniswapx } from './uniswapx';
import { universalRouter } from './universal-router';
import { vitalityOracle } from './vitality-oracle';
import { warden } from './warden';

export const DECODERS: readonly Decoder[] = [
  erc20,
  warden,
  erc4626,
  permit2,
  uniswapx,
  swapRouter02,
  universalRouter,
  erc8004,
  erc8004Token,
  delegationManager,
  nonceEnforcer,
  accountExecute,
  vitalityOracle,
  golemPolicy,
];

/** Real batches nest twice (account batch → redeem → transfer); deeper than this is made to hide something. */
const MAX_DEPTH = 5;
const MAX_CALLS = 64;
/** Of all calls inside together: each is decoded and written again, and real batches hold 20 KB. */
const MAX_INNER_BYTES = 48 * 1024;

export type Outcome =
  | { kind: 'decoded'; call: Call; decoded: Decoded }
  /** Known function or target, bytes we cannot read: reported loudly, never ignored. */
  | { kind: 'unreadable'; call: Call; contract: string; name: string | null; reason: string }
  | { kind: 'unknown'; call: Call };

export type Decoded = {
  contract: string;
  name: string;
  args: { [key: string]: Json };
  calls: Outcome[];
  explain: (scene: Scene) => Finding[];
};

type Match = { decoder: Decoder; reader: FunctionReader };

const BY_SELECTOR: ReadonlyMap<string, readonly Match[]> = indexBySelector(DECODERS);

export function decodeCall(call: Call): Outcome {
  return decodeWithin(call, 0, { calls: MAX_CALLS + 1, bytes: MAX_INNER_BYTES });
}

type Budget = { calls: number; bytes: number };

function decodeWithin(call: Call, depth: number, budget: Budget): Outcome {
  if (call.to === null || byteLength(call.data) === 0) return { kind: 'unknown', call };
  const match = matchOf(call);
  if (!match) return unmatched(call);

  const name = match.reader.signature.split('(')[0] ?? '';
  const unreadable = (reason: string): Outcome => ({
    kind: 'unreadable',
    call,
    contract: match.decoder.contract,
    name,
    reason,
  });
  if (depth > MAX_DEPTH) return unreadable('it is nested deeper than Bardo reads');
  budget.calls -= 1;
  if (budget.calls < 0) return unreadable(`it is one of more than ${MAX_CALLS} nested calls`);
  budget.bytes -= depth === 0 ? 0 : byteLength(call.data);
  if (budget.bytes < 0) return unreadable('the calls it is among are longer than 48 KB');
  if (byteLength(call.data) > MAX_BYTES)
    return unreadable('it is larger than Bardo reads (128 KB)');
  try {
    const { args, calls, explain } = readCall(match.reader, call);
    const nested = calls.map((inner) => decodeWithin(inner, depth + 1, budget));
    const decoded = { contract: match.decoder.contract, name, args, calls: nested, explain };
    return { kind: 'decoded', call, decoded };
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(error.reason);
    throw error;
  }
}

/** As it stands; else, when it ends in an attribution suffix, without that. */
function readCall(reader: FunctionReader, call: Call): Reading {
  try {
    return reader.read(call);
  } catch (error) {
    const cut = error instanceof Unreadable ? withoutSuffix(call.data) : null;
    if (!cut) throw error;
    const reading = reader.read({ ...call, data: cut.data });
    return { ...reading, args: { ...reading.args, suffix: `ERC-8021, ${cut.bytes} bytes` } };
  }
}

/** The decoder that lives at the call's target wins over one that reads the selector anywhere. */
function matchOf(call: Call): Match | null {
  const matches = BY_SELECTOR.get(call.data.slice(0, 10).toLowerCase()) ?? [];
  const atTarget = matches.find(({ decoder }) => livesAt(decoder, call));
  return atTarget ?? matches.find(({ decoder }) => !decoder.exclusive) ?? null;
}

function unmatched(call: Call): Outcome {
  const owner = DECODERS.find((decoder) => livesAt(decoder, call));
  const contract = owner?.contract ?? BARDO_CONTRACTS.get(call.to?.toLowerCase() ?? '');
  if (!contract) return { kind: 'unknown', call };
  const reason = 'Bardo does not know this function of it';
  return { kind: 'unreadable', call, contract, name: null, reason };
}

/** Our own contracts by address, also those without a decoder: "DreamOracle". */
const BARDO_CONTRACTS: ReadonlyMap<string, string> = new Map(
  Object.entries(BARDO).map(([name, at]) => [at, name.charAt(0).toUpperCase() + name.slice(1)]),
);

function livesAt(decoder: Decoder, call: Call): boolean {
  const target = call.to?.toLowerCase() ?? '';
  return decoder.targets?.(call.chainId).includes(target) ?? false;
}

function indexBySelector(decoders: readonly Decoder[]): Map<string, Match[]> {
  const index = new Map<string, Match[]>();
  for (const decoder of decoders) {
    for (const reader of decoder.functions) {
      index.set(reader.selector, [...(index.get(reader.selector) ?? []), { decoder, reader }]);
    }
  }
  return index;
}
