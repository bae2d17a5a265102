// The way out of a doubt that no node can end any more: it has pruned the block, or was never asked in time. Somebody who
// knows, from a block explorer or from the payee, says what became of the payment. The chain's own answer goes first, and
// nothing is taken on word that could still be mined.
import { type Hex, zeroHash } from 'viem';
import type { Concluded, Conclusion } from './call';
import type { Dispatch } from './dispatch';
import { BURIED } from './journal';
import { type Books, isSpent, settle } from './settling';

/** `transaction`: any that was named for the payment. Who says `failed` of a payment that was made, and pays again, pays twice. */
export async function conclude(
  books: Books,
  transaction: Hex,
  conclusion: Conclusion,
): Promise<Concluded> {
  const { journal, chain } = books;
  const found = await journal.findBy(transaction);
  if (!found?.pays) return refused('no payment of that transaction is known');
  const now = found.state === 'open' ? await settle(books, found) : found;
  if (now.state !== 'open') {
    return { ok: true, state: now.state === 'done' ? 'paid' : 'failed', by: 'chain' };
  }
  if (!(await isSpent(chain, now))) {
    return refused(
      'it can still be mined: call the payment again, or let another call take its place',
    );
  }
  const { number } = await chain.head();
  if (conclusion.is === 'paid' && conclusion.blockNumber + BURIED >= number) {
    return refused(`its block must lie ${BURIED} blocks deep before a word is taken for it`);
  }
  await journal.put(concluded(now, transaction, conclusion));
  return { ok: true, state: conclusion.is, by: 'caller' };
}

function concluded(dispatch: Dispatch, transaction: Hex, conclusion: Conclusion): Dispatch {
  if (conclusion.is === 'failed') {
    const reason = 'whoever runs the agent says that it never happened; no node could tell';
    return { ...dispatch, state: 'failed', reason };
  }
  const { blockNumber } = conclusion;
  const amount = dispatch.pays?.amount ?? 0n;
  const result = { transaction, blockNumber, blockHash: zeroHash, gasUsed: 0n, amount };
  return { ...dispatch, state: 'done', result, reason: null };
}

function refused(reason: string): Concluded {
  return { ok: false, reason };
}
