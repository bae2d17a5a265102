// The Golem's view of its chain: one viem client with bounded patience, and the block it speaks about.
// A node that serves another chain than expected is refused before anything is believed or sent.
import { type Address, createPublicClient, type Hex, http, type PublicClient } from 'viem';
import { FRAMEWORK, FRAMEWORK_CHAINS } from '../core/chain/addresses';

export type Head = { number: bigint; hash: Hex; timestamp: number };

export type AgentChain = {
  chainId: number;
  client: PublicClient;
  manager: Address;
  /** The newest block; throws when the node serves another chain. */
  head: () => Promise<Head>;
};

export type ChainOptions = { rpcUrl: string; chainId: number; timeoutMs?: number };

export function connectChain({ rpcUrl, chainId, timeoutMs = 10_000 }: ChainOptions): AgentChain {
  if (!FRAMEWORK_CHAINS.includes(chainId)) {
    throw new Error(`Chain ${chainId} has no MetaMask delegation framework.`);
  }
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 1 }),
    // Transactions are short-lived and waited for one by one.
    pollingInterval: 500,
    cacheTime: 0,
  });
  let right = false;
  const head = async () => {
    if (!right) {
      const served = await client.getChainId();
      if (served !== chainId) throw new Error(`The node serves chain ${served}, not ${chainId}.`);
      right = true;
    }
    const { number, hash, timestamp } = await client.getBlock({ blockTag: 'latest' });
    return { number, hash, timestamp: Number(timestamp) };
  };
  return { chainId, client, manager: FRAMEWORK.delegationManager, head };
}
