// The registry's numbers of an owner's Golems, as this browser last saw them: where to look, and nothing more.
import type { Address } from 'viem';
import { check } from '../../src/core/protocol/check';
import { Amount, ChainId } from '../../src/core/protocol/fields';
import { document, list, text } from '../../src/core/protocol/schema';
import type { Provider } from './provider';
import { type Found, findEntry, type Subject } from './registry-entry';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const MAX_KEPT = 200;
const KeptStruct = list(
  document({ chainId: ChainId, golem: text(/^.{1,200}$/su), number: Amount }),
  0,
  MAX_KEPT,
);

/** Keeps the number that it finds: the next look is one of a few questions. null when the wallet cannot say. */
export async function lookUp(
  provider: Provider,
  storage: Storage,
  subject: Subject,
): Promise<Found | null> {
  const found = await findEntry(provider, subject, keptNumber(storage, subject));
  if (found && 'number' in found) keepNumber(storage, subject, found.number);
  return found;
}

export function keptNumber(storage: Storage, { owner, chainId, golem }: Subject): bigint | null {
  const one = load(storage, owner).find((it) => it.chainId === chainId && it.golem === golem);
  return one ? BigInt(one.number) : null;
}

export function keepNumber(storage: Storage, subject: Subject, number: bigint): void {
  const { owner, chainId, golem } = subject;
  const others = load(storage, owner).filter((it) => it.chainId !== chainId || it.golem !== golem);
  const all = [...others, { chainId, golem, number: `${number}` }];
  storage.setItem(keyOf(owner), JSON.stringify(all.slice(-MAX_KEPT)));
}

function keyOf(owner: Address): string {
  return `bardo.agents.${owner.toLowerCase()}`;
}

/** What cannot be read counts as none. */
function load(storage: Storage, owner: Address) {
  try {
    const read = check(JSON.parse(storage.getItem(keyOf(owner)) ?? '[]'), KeptStruct);
    return read.ok ? read.value : [];
  } catch {
    return [];
  }
}
