// The Golem's view of its chain: one viem client with bounded patience, and the block it speaks about.
// A node that serves another chain than expected is refused before anything is believed or sent. One that has fallen behind
// what was seen before is found out: behind one name there may be several nodes. So is one that stands still: the time of its
// newest block is held against the clock.
import { type Address, createPublicClient, type Hex, http, type PublicClient } from 'viem';
import { FRAMEWORK, hasFramework } from '../../core/chain/addresses';
import { reasonOf } from './reverts';

export type Head = {
  number: bigint;
  hash: Hex;
  timestamp: number;
  /** A later block was seen before: what this one shows is old. */
  stale: boolean;
  /** By our clock it is so old that the node, or the chain, stands still: what has happened since is unknown. */
  old: boolean;
};

export type AgentChain = {
  chainId: number;
  client: PublicClient;
  manager: Address;
  /** The newest block the node has; throws when it is gone, or of another chain. */
  head: () => Promise<Head>;
};

export type ChainOptions = {
  rpcUrl: string;
  chainId: number;
  timeoutMs?: number;
  /** Unix seconds; the computer's clock by default. */
  now?: () => number;
};

export class NodeTrouble extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NodeTrouble';
  }
}

/** A node that is behind gets so many more chances, so far apart. */
const CHANCES = 3;
const CHANCE_MS = 400;
/** Seconds without a block after which a node counts as standing still: many blocks on any chain that has the framework. */
const OLD = 300;

export function connectChain({
  rpcUrl,
  chainId,
  timeoutMs = 10_000,
  now = () => Date.now() / 1000,
}: ChainOptions): AgentChain {
  if (!Number.isSafeInteger(chainId) || chainId < 1) {
    throw new Error(
      `chainId must be a whole number such as 84532, not ${JSON.stringify(chainId)}.`,
    );
  }
  if (!hasFramework(chainId)) {
    throw new Error(`Chain ${chainId} has no MetaMask delegation framework.`);
  }
  const client = createPublicClient({
    transport: http(urlOf(rpcUrl), { timeout: timeoutMs, retryCount: 1 }),
    // Transactions are short-lived and waited for one by one.
    pollingInterval: 500,
    cacheTime: 0,
  });
  const head = headOf(client, chainId, now);
  return { chainId, client, manager: FRAMEWORK.delegationManager, head };
}

export function isOld({ timestamp }: Pick<Head, 'timestamp'>, now: number): boolean {
  return now > timestamp + OLD;
}

/** Throws unless the block is as new as it can be, by the chain's clock and by the caller's. */
export function demandFresh(head: Head, now: number): Head {
  if (head.old || isOld(head, now)) {
    throw new NodeTrouble(
      'the newest block of the chain’s node is minutes old: node or chain stands still, or this computer’s clock is wrong',
    );
  }
  if (!head.stale) return head;
  throw new NodeTrouble('the chain’s node is behind: it has not seen yet what others have');
}

function urlOf(rpcUrl: string): string {
  const url = URL.canParse(rpcUrl) ? new URL(rpcUrl) : null;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return rpcUrl;
  throw new Error('rpcUrl must be the http or https address of a node.');
}

function headOf(client: PublicClient, chainId: number, now: () => number): () => Promise<Head> {
  let right = false;
  let highest = 0n;
  const look = async () => {
    if (!right) {
      const served = await client.getChainId();
      if (served !== chainId) {
        throw new NodeTrouble(`The node serves chain ${served}, not ${chainId}.`);
      }
      right = true;
    }
    const { number, hash, timestamp: seconds } = await client.getBlock({ blockTag: 'latest' });
    const timestamp = Number(seconds);
    const stale = number < highest;
    if (!stale) highest = number;
    return { number, hash, timestamp, stale, old: isOld({ timestamp }, now()) };
  };
  return () =>
    look().catch((error: unknown) => {
      throw error instanceof NodeTrouble ? error : new NodeTrouble(reasonOf(error));
    });
}

/** A block that is not older than what was seen before, unless the node stays behind. */
export async function freshHead({ head }: Pick<AgentChain, 'head'>): Promise<Head> {
  for (let left = CHANCES; ; left -= 1) {
    const found = await head();
    if (!found.stale || found.old || left <= 0) return found;
    await new Promise((resolve) => setTimeout(resolve, CHANCE_MS));
  }
}
