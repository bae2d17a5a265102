// Who used a nonce, where no node keeps the state of old blocks. Their transactions are often still there: block by block, a
// bounded number at a time, from the block in which the nonce was free. Only a block that was read says something.
import type { Hex } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import type { AgentChain, Head } from '../chain/chain';
import type { Dispatch } from './dispatch';

/** Blocks that one look reads, and how many of them at once. */
const LOOK = 256n;
const AT_ONCE = 16n;

export type Used = { block: { number: bigint; hash: Hex }; by: Hex };

type Place = Pick<Dispatch, 'from' | 'nonce' | 'since'>;

/** Where the next look goes on, for each place in line. Not kept on disk: after a restart it is read again. */
const next = new Map<string, bigint>();

/** null = not found yet. Blocks with fewer than `depth` on top are not read: they may still be dropped. */
export async function searchBlocks(
  chain: AgentChain,
  { from, nonce, since }: Place,
  { head, depth }: { head: Head; depth: bigint },
): Promise<Used | null> {
  const place = `${chain.chainId} ${from} ${nonce} ${since}`.toLowerCase();
  const first = next.get(place) ?? since + 1n;
  const end = head.number + 1n - depth;
  for (let at = first; at < end && at < first + LOOK; at += AT_ONCE) {
    const most = end - at < AT_ONCE ? end - at : AT_ONCE;
    const numbers = Array.from({ length: Number(most) }, (_, index) => at + BigInt(index));
    const found = await Promise.all(
      numbers.map((number) => usedIn(chain, number, { from, nonce })),
    );
    const used = found.find((one) => one !== null);
    if (used) return used;
    next.set(place, at + most);
  }
  return null;
}

async function usedIn(
  { client }: AgentChain,
  blockNumber: bigint,
  { from, nonce }: Omit<Place, 'since'>,
): Promise<Used | null> {
  const { number, hash, transactions } = await client.getBlock({
    blockNumber,
    includeTransactions: true,
  });
  const taker = transactions.find(
    (one) => sameAddress(one.from, from) && BigInt(one.nonce) === nonce,
  );
  return taker ? { block: { number, hash }, by: taker.hash } : null;
}
