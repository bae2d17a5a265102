// Which transaction took a nonce that none of ours has: found by halving the blocks in which the count went up.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import type { AgentChain, Head } from '../chain/chain';
import { searchBlocks } from './block-search';
import type { Dispatch } from './dispatch';

/** Blocks on top of one that ends a payment. */
export const DEPTH = 3n;

/** What is looked for: everything signed for one place in line, and how many blocks, its own among them, make it sure. */
export type Search = { dispatch: Dispatch; all: readonly Hex[]; confirmations: number };

export type Block = { number: bigint; hash: Hex };

export async function countAt(
  { client }: AgentChain,
  address: Address,
  blockNumber: bigint,
): Promise<bigint> {
  return BigInt(await client.getTransactionCount({ address, blockNumber }));
}

type Taker = { block: Block; by: Hex | null };

/** The block that used the nonce, read whole; null = one of ours is in it, or it was not found. Throws where it cannot be read. */
export async function takerOf(
  chain: AgentChain,
  { dispatch, all }: Search,
  head: Head,
): Promise<Taker | null> {
  const { from, nonce } = dispatch;
  const blockNumber = await usedAt(chain, dispatch, head).catch(() => null);
  if (blockNumber === null) {
    const used = await searchBlocks(chain, dispatch, { head, depth: DEPTH });
    return used && !all.includes(used.by) ? used : null;
  }
  const block = await chain.client.getBlock({ blockNumber, includeTransactions: true });
  if (block.transactions.some(({ hash }) => all.includes(hash))) return null;
  const taker = block.transactions.find(
    (one) => sameAddress(one.from, from) && BigInt(one.nonce) === nonce,
  );
  const { number, hash, parentHash } = block;
  if (taker) return { block: { number, hash }, by: taker.hash };
  // By the hashes of the very blocks: an answer about another branch would point at a block that has nothing to do with it.
  const before = await countIn(chain, from, parentHash);
  const after = await countIn(chain, from, hash);
  return before <= nonce && after > nonce ? { block: { number, hash }, by: null } : null;
}

async function countIn({ client }: AgentChain, address: Address, blockHash: Hex): Promise<bigint> {
  const where = { blockHash, requireCanonical: true };
  return BigInt(
    await client.request<{ Parameters: [Address, typeof where]; ReturnType: Hex }>({
      method: 'eth_getTransactionCount',
      params: [address, where],
    }),
  );
}

/** The first block after which the nonce was used. */
async function usedAt(
  chain: AgentChain,
  { from, nonce, since }: Dispatch,
  head: Head,
): Promise<bigint> {
  const isUsed = async (block: bigint) => (await countAt(chain, from, block)) > nonce;
  let [before, after] = [since, head.number];
  for (let step = 1n; await isUsed(before); step *= 2n) {
    if (before === 0n) throw new Error('It was used before the first block.');
    after = before;
    before = before > step ? before - step : 0n;
  }
  while (after - before > 1n) {
    const middle = (before + after) / 2n;
    if (await isUsed(middle)) after = middle;
    else before = middle;
  }
  return after;
}
