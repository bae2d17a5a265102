// The receipt of an order that was sent under several prices: whichever of them was mined.
import type { TransactionReceipt } from 'viem';
import type { RelayRow } from '../orders/relays';
import { type RelayDesk, type SendRow, sendsOf } from './relay-desk';

/** A number that another transaction used is believed when it has been so for these blocks. */
const SETTLED = 2n;

type Mined = { send: SendRow; receipt: TransactionReceipt };

/** Newest first. */
export async function minedOf(desk: RelayDesk, sends: readonly SendRow[]): Promise<Mined[]> {
  const mined: Mined[] = [];
  for (const send of sends) {
    const hash = send.hash;
    const receipt = await desk.client.getTransactionReceipt({ hash }).catch((error: Error) => {
      if (error.name === 'TransactionReceiptNotFoundError') return null;
      throw error;
    });
    if (receipt) mined.push({ send, receipt });
  }
  return mined;
}

/** Of several nodes behind one name, one may know the number used and another not the receipt yet. */
export async function isSettled(
  { client, account }: RelayDesk,
  { nonce }: RelayRow,
): Promise<boolean> {
  if (nonce === null) return true;
  const head = await client.getBlockNumber({ cacheTime: 0 });
  const blockNumber = head > SETTLED ? head - SETTLED : 0n;
  return (await client.getTransactionCount({ address: account.address, blockNumber })) > nonce;
}

export async function newestOf(desk: RelayDesk, row: RelayRow): Promise<SendRow | null> {
  return (await sendsOf(desk, row)).find(({ hash }) => hash === row.transaction) ?? null;
}

export function numberOf({ nonce }: RelayRow): { nonce: number } {
  return { nonce: nonce ?? 0 };
}
