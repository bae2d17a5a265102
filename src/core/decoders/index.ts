// THE list of decoders, and the walk through a call and the calls inside it.
// To add one: a file beside this one, a line in DECODERS, vectors in test/vectors/calls.

import { byteLength, MAX_BYTES, Trailing, Unreadable } from '../bytes/abi';
import { BARDO } from '../chain/bardo-addresses.generated';
import type { Call } from '../chain/call';
import { accountExecute } from './account-execute';
import type { Decoder, FunctionReader, Reading } from './decoder';
import { delegationManager } from './delegation-manager';
import { eip3009 } from './eip3009';
import { entryPoint } from './entry-point';
import { erc20 } from './erc20';
import { erc4626 } from './erc4626';
import { erc8004 } from './erc8004';
import { erc8004Token } from './erc8004-token';
import { golemPolicy } from './golem-policy';
import { multicall3 } from './multicall3';
import { nft } from './nft';
import { nonceEnforcer } from './nonce-enforcer';
import type { Decoded, Outcome, Unread } from './outcome';
import { permit2 } from './permit2';
import { withoutSuffix } from './suffix';
import { swapRouter02 } from './uniswap-routers';
import { uniswapx } from './uniswapx';
import { universalRouter } from './universal-router';
import { readView } from './views';
import { vitalityOracle } from './vitality-oracle';
import { warden } from './warden';
import { weth } from './weth';

export const DECODERS: readonly Decoder[] = [
  erc20,
  eip3009,
  nft,
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
  entryPoint,
  multicall3,
  weth,
  vitalityOracle,
  golemPolicy,
];

/** Real batches nest twice (account batch → redeem → transfer); deeper than this is made to hide something. */
const MAX_DEPTH = 5;
const MAX_CALLS = 64;
/** Of all calls inside together: each is decoded and written again, and real batches hold 20 KB. */
const MAX_INNER_BYTES = 48 * 1024;

type Match = { decoder: Decoder; reader: FunctionReader };

const BY_SELECTOR: ReadonlyMap<string, readonly Match[]> = indexBySelector(DECODERS);

export function decodeCall(call: Call): Outcome {
  return decodeWithin(call, 0, { calls: MAX_CALLS + 1, bytes: MAX_INNER_BYTES });
}

type Budget = { calls: number; bytes: number };

function decodeWithin(call: Call, depth: number, budget: Budget): Outcome {
  if (call.to === null || byteLength(call.data) === 0) return { kind: 'unknown', call };
  const match = matchOf(call);
  if (!match) return viewOf(call) ?? unmatched(call);

  const { contract } = match.decoder;
  const name = match.reader.signature.split('(')[0] ?? '';
  const unread = (reason: string): Unread => ({ kind: 'unreadable', call, contract, name, reason });
  const excess = excessOf(call, depth, budget);
  if (excess) return unread(excess);
  const decodedFrom = ({ args, calls, steps = [], effects = [], explain }: Reading): Decoded => {
    const inner = calls.map((one) => decodeWithin(one, depth + 1, budget));
    return {
      contract,
      name,
      args,
      calls: inner,
      steps,
      effects,
      explain: (scene) => explain(scene, inner),
    };
  };
  try {
    return { kind: 'decoded', call, decoded: decodedFrom(readCall(match.reader, call)) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const loose = error instanceof Trailing ? readBeginning(match.reader, call, error) : null;
    const loosely = loose ? { loosely: decodedFrom(loose) } : {};
    return { ...unread(error.reason), ...loosely };
  }
}

/** Why a call is not even tried; what it uses up is taken from the budget. */
function excessOf(call: Call, depth: number, budget: Budget): string | null {
  if (depth > MAX_DEPTH) return 'it is nested deeper than Bardo reads';
  budget.calls -= 1;
  if (budget.calls < 0) return `it is one of more than ${MAX_CALLS} nested calls`;
  budget.bytes -= depth === 0 ? 0 : byteLength(call.data);
  if (budget.bytes < 0) return 'the calls it is among are longer than 48 KB';
  return byteLength(call.data) > MAX_BYTES ? 'it is larger than Bardo reads (128 KB)' : null;
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

/** Apps put marks of their own behind a call. Whether that is harmless, only the scene can tell. */
function readBeginning(reader: FunctionReader, call: Call, { size }: Trailing): Reading | null {
  const rest = byteLength(call.data) - 4 - size;
  try {
    const data = call.data.slice(0, 10 + 2 * size) as Call['data'];
    const reading = reader.read({ ...call, data });
    return { ...reading, args: { ...reading.args, suffix: `${rest} bytes that are not read` } };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function viewOf(call: Call): Outcome | null {
  const decoded = readView(call);
  return decoded && { kind: 'decoded', call, decoded };
}

/** The decoder that lives at the call's target wins over one that reads the selector anywhere. */
function matchOf(call: Call): Match | null {
  const matches = BY_SELECTOR.get(call.data.slice(0, 10).toLowerCase()) ?? [];
  const atTarget = matches.find(({ decoder }) => livesAt(decoder, call));
  return atTarget ?? matches.find(({ decoder }) => !decoder.exclusive) ?? null;
}

function unmatched(call: Call): Outcome {
  const owner = DECODERS.find((decoder) => !decoder.partial && livesAt(decoder, call));
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
