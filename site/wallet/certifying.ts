// The chain of a death certificate, asked through the owner's own wallet: the control plane that wrote it is not asked.
import type { Hex } from 'viem';
import type { CertifyingChain } from '../../src/core/certificates/verify';
import { Address, Hash } from '../../src/core/protocol/fields';
import { document, hexText, list, orNull, text } from '../../src/core/protocol/schema';
import { ask, Bytes, bytes, chainIdOf, type Provider, WalletNonsense } from './provider';

const Quantity = hexText('[0-9a-fA-F]{1,64}');
const LogStruct = document({
  address: Address,
  topics: list(Hash, 0, 4),
  data: Bytes,
  logIndex: Quantity,
});
const ReceiptStruct = orNull(
  document({
    status: text(/^0x[01]$/),
    blockHash: Hash,
    blockNumber: Quantity,
    logs: list(LogStruct, 0, 10_000),
  }),
);
const BlockStruct = document({ timestamp: Quantity });

export function walletAsChain(provider: Provider): CertifyingChain {
  return {
    chainId: () => chainIdOf(provider),
    receipt: async (transaction) => {
      const read = await ask(provider, 'eth_getTransactionReceipt', [transaction], ReceiptStruct);
      return (
        read && {
          succeeded: read.status === '0x1',
          blockHash: read.blockHash,
          blockNumber: Number(read.blockNumber),
          logs: read.logs.map(({ address, topics, data, logIndex }) => ({
            address,
            data,
            logIndex: Number(logIndex),
            topics: topics as [] | [Hex, ...Hex[]],
          })),
        }
      );
    },
    timeOf: async (block) =>
      Number((await ask(provider, 'eth_getBlockByHash', [block, false], BlockStruct)).timestamp),
    ask: async (question, ...about) => {
      const call = question.ask(...about);
      const answer = question.read(await bytes(provider, 'eth_call', [call, 'latest']));
      if (answer === null) throw new WalletNonsense('eth_call');
      return answer;
    },
  };
}
