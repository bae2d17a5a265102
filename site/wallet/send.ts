// One transaction from the owner's account: asking the wallet for it, and what became of it. Several as one: batch.ts.
// What is sent for money or for an end goes through dispatch.ts, which remembers it.
import { type Address, type Hex, numberToHex } from 'viem';
import { Hash } from '../../src/core/protocol/fields';
import { document, orNull, text } from '../../src/core/protocol/schema';
import { sessionWords } from '../words/session.words';
import { errorWords, isMissingMethod, Trouble } from './errors';
import { ask, chainIdOf, type Outgoing, type Provider } from './provider';
import { isDone, type Mark, replacementOf } from './traces';
import { walletWords } from './wallet.words';

export type { Outgoing };

export const ReceiptStatus = text(/^0x[01]$/);
const ReceiptStruct = orNull(document({ status: ReceiptStatus, transactionHash: Hash }));
const POLL_MS = 1000;
const PATIENCE_MS = 180_000;

/** `signal`: aborted when who waits is gone. */
export type Waiting = { pollMs?: number; patienceMs?: number; signal?: AbortSignal };

/** It surely did not happen: what was wanted may be asked for again. */
export class Undone extends Trouble {}

/** What became of it is not known, and the owner was told so. */
export class Unseen extends Trouble {}

/** Opens the wallet. Never on another chain than meant: the same money would go there for nothing. */
export async function askTransaction(
  provider: Provider,
  { from, chainId }: { from: Address; chainId: number },
  call: Outgoing,
): Promise<Hex> {
  await demandChain(provider, chainId);
  const wanted = { from, chainId: numberToHex(chainId), ...onWire(call) };
  return await ask(provider, 'eth_sendTransaction', [wanted], Hash);
}

/** The wallet may have been switched since it was looked at. */
export async function demandChain(provider: Provider, chainId: number): Promise<void> {
  if ((await chainIdOf(provider)) !== chainId) throw new Undone(walletWords.chain.moved);
}

/** Resolves to the hash that was mined: another than the sent one where the owner sped it up. */
export async function watchTransaction(
  provider: Provider,
  hash: Hex,
  mark: Mark,
  waiting?: Waiting,
): Promise<Hex> {
  let failure: unknown = null;
  const mined = await poll(waiting, async () => {
    failure = null;
    return minedOf(provider, hash, mark).catch((error) => {
      if (error instanceof Undone) throw error;
      if (isMissingMethod(error)) throw new Unseen(walletWords.send.sentUnseen(errorWords(error)));
      failure = error;
      return null;
    });
  });
  // One failed look says nothing about the transaction; the last one, when patience ends, is told.
  if (failure !== null) throw new Unseen(walletWords.send.sentUnseen(errorWords(failure)));
  if (!mined) throw new Trouble(walletWords.send.slow);
  if (mined.status !== '0x1') throw new Undone(walletWords.send.reverted);
  return mined.transactionHash;
}

/** null = not mined yet. */
async function minedOf(provider: Provider, hash: Hex, mark: Mark) {
  const receipt = await receiptOf(provider, hash);
  if (receipt || mark.nonce === null || !(await isDone(provider, mark))) return receipt;
  // Something with its number is mined: itself a moment ago, or what the owner put in its place.
  const late = await receiptOf(provider, hash);
  const other = late ? null : await replacementOf(provider, mark);
  if (!other || other.hash === hash) return late;
  if (!other.same) throw new Undone(walletWords.send.replaced);
  return receiptOf(provider, other.hash);
}

export function receiptOf(provider: Provider, hash: Hex) {
  return ask(provider, 'eth_getTransactionReceipt', [hash], ReceiptStruct);
}

/** MetaMask refuses a call with `data: "0x"`, and an empty value says nothing. */
export function onWire({ to, value, data }: Outgoing) {
  return {
    to,
    ...(value > 0n ? { value: numberToHex(value) } : {}),
    ...(data === '0x' ? {} : { data }),
  };
}

/** Looks until there is something, patience ends (null), or nobody waits any more. */
export async function poll<T>(
  { pollMs = POLL_MS, patienceMs = PATIENCE_MS, signal }: Waiting = {},
  look: () => Promise<T | null>,
): Promise<T | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    if (signal?.aborted) throw new Trouble(sessionWords.switched);
    const found = await look();
    if (found !== null || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
