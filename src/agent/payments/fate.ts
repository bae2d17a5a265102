// What became of a place in line: which of the transactions signed for one nonce the chain took, or what took their place.
// Absence is no proof, however often it is seen: a node may lag behind the one that was asked a moment ago, or have pruned
// what it knew. A dispatch counts as displaced only when the block that used its nonce was read, does not hold it, and lies
// under blocks that name each other as parents. Until then it stays in doubt.
import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import type { AgentChain, Head } from '../chain/chain';
import type { Dispatch } from './dispatch';
import { amountPaid } from './evidence';
import { type Block, countAt, DEPTH, type Search, takerOf } from './taker';

/** What a receipt shows of one transaction, or of one operation in a bundle. */
export type Mined = Pick<
  TransactionReceipt,
  'transactionHash' | 'blockNumber' | 'blockHash' | 'gasUsed' | 'status' | 'logs'
>;

export type Fate =
  | { is: 'mined'; hash: Hex; receipt: Mined }
  /** Not mined yet; or its nonce is used, and by what is not known, or not deep enough to be called a failure for good. */
  | { is: 'open' }
  /** `by` null: no transaction of the key's, but an EIP-7702 authorization or the account's own code used the nonce. */
  | { is: 'displaced'; by: Hex | null };

export async function fateOf(chain: AgentChain, search: Search): Promise<Fate> {
  const { dispatch, all } = search;
  const early = await receiptAmong(chain, all);
  const head = await chain.head();
  // A node that stands still may stand on a branch that was dropped.
  if (head.old) return { is: 'open' };
  if (early) return byReceipt(chain, search, own(early), head);
  const { from, nonce } = dispatch;
  if ((await countAt(chain, from, head.number)) <= nonce) return { is: 'open' };
  // Mined between the two questions, or something else has its place for good.
  const late = await receiptAmong(chain, all);
  if (late) return byReceipt(chain, search, own(late), head);
  const taker = await takerOf(chain, search, head).catch(() => null);
  if (!taker || !(await isDeep(chain, taker.block, head))) return { is: 'open' };
  return { is: 'displaced', by: taker.by };
}

function own(receipt: TransactionReceipt) {
  return { hash: receipt.transactionHash, receipt };
}

/** Who was told that a payment failed pays again: it must not come back with another branch of the chain. */
export async function byReceipt(
  chain: AgentChain,
  { dispatch, confirmations }: Search,
  { hash, receipt }: { hash: Hex; receipt: Mined },
  head: Head,
): Promise<Fate> {
  const { status, blockNumber: number, blockHash } = receipt;
  const sure =
    status === 'success'
      ? head.number + 1n >= number + BigInt(confirmations)
      : dispatch.pays === null || (await isDeep(chain, { number, hash: blockHash }, head));
  return sure ? { is: 'mined', hash, receipt } : { is: 'open' };
}

/** The blocks on top are read, each naming the one below: a number alone may be another node's, of another branch. */
export async function isDeep(
  { client }: AgentChain,
  { number, hash }: Block,
  head: Head,
): Promise<boolean> {
  if (number + DEPTH > head.number) return false;
  let below = hash;
  for (let above = number + 1n; above <= number + DEPTH; above += 1n) {
    const block = await client.getBlock({ blockNumber: above }).catch(() => null);
    if (block?.parentHash !== below) return false;
    below = block.hash;
  }
  return true;
}

export async function receiptOf(
  { client }: AgentChain,
  hash: Hex,
): Promise<TransactionReceipt | null> {
  return client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
}

async function receiptAmong(chain: AgentChain, hashes: readonly Hex[]) {
  const receipts = await Promise.all(hashes.map((hash) => receiptOf(chain, hash)));
  return receipts.find((receipt) => receipt !== null) ?? null;
}

/** Settles a dispatch by the receipt of its own transaction. */
export function judged(chain: AgentChain, dispatch: Dispatch, receipt: Mined): Dispatch {
  const { transactionHash: transaction, blockNumber, blockHash, gasUsed, logs } = receipt;
  const { pays, from } = dispatch;
  const amount = pays ? amountPaid(chain, from, pays, logs) : 0n;
  const result = { transaction, blockNumber, blockHash, gasUsed, amount };
  if (receipt.status !== 'success') return failed(dispatch, 'the chain refused it', result);
  if (pays && amount === 0n) {
    return failed(dispatch, 'it was mined, but nothing reached the payee', result);
  }
  return { ...dispatch, state: 'done', result, reason: null };
}

export function displaced(dispatch: Dispatch, by: Hex | null): Dispatch {
  const other = by ? `transaction ${by}` : 'another transaction';
  return failed(dispatch, `${other} took its place; it never happened`, null);
}

function failed(dispatch: Dispatch, reason: string, result: Dispatch['result']): Dispatch {
  return { ...dispatch, state: 'failed', reason, result };
}
