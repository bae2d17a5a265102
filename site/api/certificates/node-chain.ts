// A node as a certificate is held against it.
import type { Hex, PublicClient } from 'viem';
import type { CertifyingChain, ShownReceipt } from '../../../src/core/certificates/verify';
import { answerTo } from '../../../src/core/chain/answers';

export function nodeChain(client: PublicClient): CertifyingChain {
  return {
    chainId: () => client.getChainId(),
    receipt: (hash) => receiptOf(client, hash),
    timeOf: async (blockHash) => Number((await client.getBlock({ blockHash })).timestamp),
    ask: (question, ...about) => answerTo(client, question, about),
  };
}

async function receiptOf(client: PublicClient, hash: Hex): Promise<ShownReceipt | null> {
  try {
    const { status, blockHash, blockNumber, logs } = await client.getTransactionReceipt({ hash });
    return { succeeded: status === 'success', blockHash, blockNumber: Number(blockNumber), logs };
  } catch (error) {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
    throw error;
  }
}
