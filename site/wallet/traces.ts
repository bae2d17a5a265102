// Finding again on chain what an account sent, by its number (nonce): a hash is lost with a closed page, and changes
// when the owner speeds a transaction up; each number is used once.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { Address as AddressStruct, Hash } from '../../src/core/protocol/fields';
import { document, hexText, list, orNull } from '../../src/core/protocol/schema';
import { ask, Bytes, type Outgoing, type Provider, quantity } from './provider';

/** Where the account stood when the wallet was asked. */
export type Mark = {
  from: Address;
  calls: readonly Outgoing[];
  /** Number of the next transaction, and the newest block; null = the wallet did not say. */
  since: number | null;
  block: number | null;
  /** The transaction's own number, once it is known. */
  nonce: number | null;
};

const Number16 = hexText('[0-9a-fA-F]{1,64}');
const TransactionStruct = document({
  hash: Hash,
  from: AddressStruct,
  nonce: Number16,
  to: orNull(AddressStruct),
  value: Number16,
  input: Bytes,
});
const BlockStruct = document({ transactions: list(TransactionStruct, 0, 20_000) });
const FoundStruct = orNull(document({ nonce: Number16 }));

export async function standingOf(provider: Provider, from: Address) {
  const [since, pending, block] = await Promise.all([
    countAt(provider, from, 'latest'),
    countAt(provider, from, 'pending'),
    quantity(provider, 'eth_blockNumber', []),
  ]);
  return { since, pending, block: Number(block) };
}

/** null = no node knows it: dropped, replaced or not spread yet. */
export async function nonceOf(provider: Provider, hash: Hex): Promise<number | null> {
  const found = await ask(provider, 'eth_getTransactionByHash', [hash], FoundStruct);
  return found && Number(found.nonce);
}

export async function isDone(provider: Provider, { from, nonce }: Mark): Promise<boolean> {
  return nonce !== null && (await countAt(provider, from, 'latest')) > nonce;
}

type Trace = { hash: Hex; same: boolean };

/** What was mined under the transaction's own number; null = it cannot be found. */
export async function replacementOf(provider: Provider, mark: Mark): Promise<Trace | null> {
  return mark.nonce === null ? null : traceAt(provider, mark, mark.nonce);
}

/** More transactions than this are not looked through. */
const FARTHEST = 8;

/** The same calls, mined since the wallet was asked; null = there are none. Throws when that cannot be told. */
export async function sameSince(provider: Provider, mark: Mark): Promise<Hex | null> {
  const { since, from } = mark;
  if (since === null) return null;
  const count = await countAt(provider, from, 'latest');
  for (let nonce = since; nonce < Math.min(count, since + FARTHEST); nonce += 1) {
    const trace = await traceAt(provider, mark, nonce);
    if (trace?.same) return trace.hash;
  }
  return null;
}

/** The block in which the account's count passes the number, by halving; then that block's transaction. */
async function traceAt(provider: Provider, mark: Mark, nonce: number): Promise<Trace | null> {
  if (mark.block === null) return null;
  let [below, at] = [mark.block, Number(await quantity(provider, 'eth_blockNumber', []))];
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2);
    if ((await countAt(provider, mark.from, hexOf(middle))) > nonce) at = middle;
    else below = middle;
  }
  const { transactions } = await ask(
    provider,
    'eth_getBlockByNumber',
    [hexOf(at), true],
    BlockStruct,
  );
  const found = transactions.find(
    (one) => sameAddress(one.from, mark.from) && Number(one.nonce) === nonce,
  );
  return found ? { hash: found.hash, same: isSame(found, mark) } : null;
}

type Found = { to: string | null; value: string; input: string };

/** A batch is a call of the account to itself that carries the calls. */
function isSame({ to, value, input }: Found, { from, calls }: Mark): boolean {
  const [only] = calls;
  if (only && calls.length === 1 && sameAddress(to, only.to)) {
    return BigInt(value) === only.value && input.toLowerCase() === only.data.toLowerCase();
  }
  const inner = input.toLowerCase();
  return (
    calls.length > 1 &&
    sameAddress(to, from) &&
    calls.every((call) => [call.to, call.data].every((part) => inner.includes(bare(part))))
  );
}

const bare = (hex: string) => hex.slice(2).toLowerCase();
const hexOf = (block: number): Hex => `0x${block.toString(16)}`;

async function countAt(provider: Provider, from: Address, block: string): Promise<number> {
  return Number(await quantity(provider, 'eth_getTransactionCount', [from, block]));
}
