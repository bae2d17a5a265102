// A Golem's entry in the public registry (ERC-8004), as the chain shows it through the owner's own wallet. A number that
// this browser keeps is only a hint of where to look: owner and Golem are read from the registry each time.
import type { Address, Hex } from 'viem';
import { numberToHex, stringToHex } from '../../src/core/bytes/hex';
import { sameAddress } from '../../src/core/chain/addresses';
import * as QUESTIONS from '../../src/core/chain/questions';
import { registriesOn } from '../../src/core/decoders/erc8004';
import { Hash } from '../../src/core/protocol/fields';
import { document, list } from '../../src/core/protocol/schema';
import { ask, type Provider } from './provider';
import { lookAt, type View } from './reads';

/** keccak256 of `Registered(uint256,string,address)`: number and owner are indexed. */
const REGISTERED = '0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a';
/** Public nodes answer for so many blocks at once. */
const RANGE = 10_000;
const RANGES = 5;
/** The newest entries of an owner that are looked at. */
const MAX_FOUND = 20;

const NOBODY: Address = `0x${'0'.repeat(40)}`;
const LogsStruct = list(document({ topics: list(Hash, 0, 4) }), 0, 1000);

export type Subject = { chainId: number; golem: string; owner: Address };

export type Entry = {
  block: number;
  number: bigint;
  /** Where the registry says that the agent is paid; null = it names none. */
  wallet: Address | null;
  /** null = not one that can be read. */
  file: string | null;
};

export type Found =
  | Entry
  /** `from`: the oldest block that was looked through; null = the wallet looked through none. */
  | { none: true; from: number | null };

/** null when the wallet cannot say. */
export async function findEntry(
  provider: Provider,
  subject: Subject,
  kept: bigint | null,
): Promise<Found | null> {
  const [registry] = registriesOn(subject.chainId);
  const look = registry ? await lookAt(provider, subject.chainId) : null;
  if (!look || !registry) return null;
  const read = (number: bigint) => entryAt(look.view, { ...subject, registry, number });
  const known = kept === null ? null : await read(kept).catch(nullIfReverted);
  if (known) return { ...known, block: look.block };
  const { numbers, from } = await numbersOf(provider, registry, subject.owner, look.block);
  for (const number of numbers.slice(0, MAX_FOUND)) {
    const entry = await read(number);
    if (entry) return { ...entry, block: look.block };
  }
  return { none: true, from };
}

/** A chain that began anew knows no such number; a node that is silent does not say that. */
function nullIfReverted(error: unknown): null {
  if (/revert/i.test(error instanceof Error ? error.message : '')) return null;
  throw error;
}

/** null where another account holds it, or it is about another Golem. */
async function entryAt(
  view: View,
  { registry, golem, owner, number }: Subject & { registry: Address; number: bigint },
): Promise<Omit<Entry, 'block'> | null> {
  if (!sameAddress(await view(QUESTIONS.holder, registry, number), owner)) return null;
  if ((await view(QUESTIONS.agentNote, registry, number, 'bardo.golem')) !== stringToHex(golem))
    return null;
  const [wallet, file] = await Promise.all([
    view(QUESTIONS.agentWallet, registry, number),
    view(QUESTIONS.agentFile, registry, number).catch(() => null),
  ]);
  return { number, wallet: sameAddress(wallet, NOBODY) ? null : wallet, file };
}

/** Newest first. What a node refuses ends the search: `from` says how far it came. */
async function numbersOf(provider: Provider, address: Address, owner: Address, newest: number) {
  const topics = [REGISTERED, null, `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`];
  const numbers: bigint[] = [];
  let from: number | null = null;
  for (let to = newest; to >= 0 && to > newest - RANGE * RANGES; to -= RANGE) {
    const first = Math.max(0, to - RANGE + 1);
    const span = { fromBlock: numberToHex(first), toBlock: numberToHex(to) };
    const logs = await ask(
      provider,
      'eth_getLogs',
      [{ address, topics, ...span }],
      LogsStruct,
    ).catch(() => null);
    if (!logs) break;
    numbers.push(...logs.reverse().flatMap((log) => numberIn(log.topics)));
    from = first;
  }
  return { numbers, from };
}

/** Asked by topic; a node that does not filter is not believed. */
function numberIn([event, number]: readonly Hex[]): bigint[] {
  return event === REGISTERED && number ? [BigInt(number)] : [];
}
