// What became of a user operation, by the EntryPoint's own word: a bundler may forget, or lie. Its event names the hash, the
// nonce and whether the inner call went through; its logs are those of the bundle between its own event and the one before.
import type { Address, Hex, Log } from 'viem';
import { entryPoint07Abi } from 'viem/account-abstraction';
import { FRAMEWORK, sameAddress } from '../../core/chain/addresses';
import { least } from '../../core/delegations/meter';
import type { AgentChain, Head } from '../chain/chain';
import type { Dispatch } from './dispatch';
import { byReceipt, type Fate, isDeep, type Mined } from './fate';
import type { Search } from './taker';

const ENTRY = { address: FRAMEWORK.entryPoint, abi: entryPoint07Abi } as const;
/** Nodes refuse to search more blocks than this at once. */
const SPAN = 9_000n;

export async function operationFate(chain: AgentChain, search: Search): Promise<Fate> {
  const { dispatch } = search;
  const head = await chain.head();
  if (head.old) return { is: 'open' };
  const event = await eventOf(chain, dispatch, head);
  if (event) return byEvent(chain, event, search, head);
  // No event is no answer, whatever the EntryPoint's nonce says by now: who answers with no logs may not have the block.
  return { is: 'open' };
}

/** The account's next nonce, by the EntryPoint's own count. */
export function operationCount(
  { client }: AgentChain,
  from: Address,
  blockNumber: bigint,
): Promise<bigint> {
  return client.readContract({ ...ENTRY, functionName: 'getNonce', args: [from, 0n], blockNumber });
}

type Event = NonNullable<Awaited<ReturnType<typeof eventOf>>>;

/** The one event for this account and this nonce: there is never a second. */
async function eventOf({ client }: AgentChain, { from, nonce, since }: Dispatch, head: Head) {
  for (let fromBlock = since; fromBlock <= head.number; fromBlock += SPAN) {
    const last = fromBlock + SPAN - 1n;
    const events = await client.getContractEvents({
      ...ENTRY,
      eventName: 'UserOperationEvent',
      args: { sender: from },
      fromBlock,
      toBlock: least(last, head.number),
      strict: true,
    });
    const found = events.find(({ args }) => args.nonce === nonce);
    if (found) return found;
  }
  return null;
}

async function byEvent(chain: AgentChain, event: Event, search: Search, head: Head): Promise<Fate> {
  const { userOpHash: hash, success, actualGasUsed: gasUsed } = event.args;
  const { transactionHash, blockNumber, blockHash } = event;
  if (!search.all.includes(hash)) {
    const deep = await isDeep(chain, { number: blockNumber, hash: blockHash }, head);
    return deep ? { is: 'displaced', by: transactionHash } : { is: 'open' };
  }
  const { logs } = await chain.client.getTransactionReceipt({ hash: transactionHash });
  const receipt: Mined = {
    ...{ transactionHash, blockNumber, blockHash, gasUsed, logs: ownLogs(logs, hash) },
    status: success ? 'success' : 'reverted',
  };
  return byReceipt(chain, search, { hash, receipt }, head);
}

/** keccak256 of `UserOperationEvent(…)` and of `BeforeExecution()`: where the logs of one operation end and begin. */
const OVER = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
const BEGIN = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972';

function ownLogs<L extends Log>(logs: readonly L[], hash: Hex): L[] {
  const at = logs.findIndex(
    ({ address, topics }) =>
      sameAddress(address, ENTRY.address) && topics[0] === OVER && topics[1] === hash,
  );
  const edge = logs
    .slice(0, at)
    .findLastIndex(
      ({ address, topics }) =>
        sameAddress(address, ENTRY.address) && (topics[0] === OVER || topics[0] === BEGIN),
    );
  return logs.slice(edge + 1, at);
}
