// Transactions from the owner's account, one by one. Several as one: batch.ts.
import { type Address, type Hex, numberToHex } from 'viem';
import { Hash } from '../../src/core/protocol/fields';
import { document, orNull, text } from '../../src/core/protocol/schema';
import { words } from '../words';
import { errorWords, isMissingMethod, Trouble } from './errors';
import { ask, type Provider } from './provider';

export type Outgoing = { to: Address; value: bigint; data: Hex };

export const ReceiptStatus = text(/^0x[01]$/);
const ReceiptStruct = orNull(document({ status: ReceiptStatus, transactionHash: Hash }));
const POLL_MS = 1000;
const PATIENCE_MS = 180_000;

export type Waiting = { pollMs?: number; patienceMs?: number };

/** Resolves to the transaction's hash once it is mined and did not revert. */
export async function sendCall(
  provider: Provider,
  from: Address,
  call: Outgoing,
  waiting?: Waiting,
): Promise<Hex> {
  const hash = await ask(provider, 'eth_sendTransaction', [{ from, ...onWire(call) }], Hash);
  return waitForReceipt(provider, hash as Hex, waiting);
}

/** One failed look says nothing about the transaction; the last one, when patience ends, is told. */
async function waitForReceipt(provider: Provider, hash: Hex, waiting?: Waiting): Promise<Hex> {
  let failure: unknown = null;
  const receipt = await poll(waiting, async () => {
    failure = null;
    return ask(provider, 'eth_getTransactionReceipt', [hash], ReceiptStruct).catch((error) => {
      if (isMissingMethod(error)) throw new Trouble(words.send.sentUnseen(errorWords(error)));
      failure = error;
      return null;
    });
  });
  if (failure !== null) throw new Trouble(words.send.sentUnseen(errorWords(failure)));
  if (!receipt) throw new Trouble(words.send.slow);
  if (receipt.status !== '0x1') throw new Trouble(words.send.reverted);
  return hash;
}

/** MetaMask refuses a call with `data: "0x"`, and an empty value says nothing. */
export function onWire({ to, value, data }: Outgoing) {
  return {
    to,
    ...(value > 0n ? { value: numberToHex(value) } : {}),
    ...(data === '0x' ? {} : { data }),
  };
}

/** Looks until there is something, or patience ends (null). */
export async function poll<T>(
  { pollMs = POLL_MS, patienceMs = PATIENCE_MS }: Waiting = {},
  look: () => Promise<T | null>,
): Promise<T | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== null || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
