// The receipt of a transaction, asked for until it is there. viem's own waiting asks again only when a block comes: on a
// node that makes one per transaction, a look that falls between the block and its receipt would wait for ever.
import { type Hex, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';

const PATIENCE_MS = 180_000;
const PAUSE_MS = 50;

export async function mined(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
): Promise<TransactionReceipt> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError && Date.now() < until) return null;
      throw error;
    });
    if (receipt) return receipt;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
