// Waiting for the chain. anvil mines at once, but a test may have stopped it from doing so.
import type { Hex } from 'viem';
import type { ChainLink } from './chain-link';

export type Receipt = {
  status: Hex;
  blockHash: Hex;
  blockNumber: Hex;
  gasUsed: Hex;
  transactionHash: Hex;
  logs: { address: Hex; data: Hex; topics: Hex[] }[];
};

export async function receiptOf(chain: ChainLink, hash: Hex): Promise<Receipt | null> {
  return (await chain.request('eth_getTransactionReceipt', [hash])) as Receipt | null;
}

export async function mined(chain: ChainLink, hash: Hex, withinMs = 30_000): Promise<Receipt> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    const receipt = await receiptOf(chain, hash);
    if (receipt) return receipt;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The transaction was not mined in time.');
}
