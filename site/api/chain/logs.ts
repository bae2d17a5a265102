// The logs of our contracts. A range of blocks is asked by number and halved while it is refused; a single block is
// asked by its hash, so that no other block can answer for it, and by address, by topic and by receipts while the
// node refuses it for its size. Of an address whose logs are not all there, none is believed: half of what a
// contract said in a block can be the opposite of the whole.
import { type Address, type Hex, type Log, numberToHex } from 'viem';
import { isHex, lower } from '../../../src/core/bytes/hex';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { askOn, type Header, isHash, quantity } from './blocks';
import { ADDRESSES, TOPICS, type Topics } from './events';
import type { Node } from './node';
import { Refusal } from './node-answer';

export type Range = { from: number; to: number };
export type Found = { logs: Log[]; to: number };
/** `missing`: addresses that the node would not answer for. */
export type BlockLogs = { logs: Log[]; missing: readonly Address[] };

type Filter = { address: readonly Address[]; topics?: Topics };
/** Of as many blocks from the first on as a node with the anchor will answer for; null when not even for one. */
export async function logsInRange(
  node: Node,
  anchor: Header,
  { from, to: last }: Range,
): Promise<Found | null> {
  for (let to = last; ; to = from + Math.floor((to - from) / 2)) {
    const span = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    const question = { method: 'eth_getLogs', params: [{ ...span, address: ADDRESSES }] };
    const [answer] = await askOn(node, anchor, [question]);
    const logs = Array.isArray(answer) ? readLogs(answer) : null;
    if (logs?.some(({ blockNumber: at }) => at === null || at < from || at > to)) {
      throw new Refusal('It answered with logs of other blocks.');
    }
    if (logs) return { logs, to };
    if (to === from) return null;
  }
}

export async function logsOfBlock(node: Node, hash: string): Promise<BlockLogs> {
  const whole = await ofBlock(node, hash, { address: ADDRESSES });
  if (whole) return { logs: whole, missing: [] };
  const parts = await Promise.all(
    ADDRESSES.map(async (address) => ({ address, logs: await ofAddress(node, hash, address) })),
  );
  const missing = parts.filter(({ logs }) => logs === null).map(({ address }) => address);
  const receipts = missing.length > 0 ? await receiptsOf(node, hash) : null;
  if (receipts) return { logs: receipts, missing: [] };
  return { logs: parts.flatMap(({ logs }) => logs ?? []), missing };
}

/** Whether the node answers for this block at all, by the smallest question there is. */
export async function answersFor(node: Node, hash: string): Promise<boolean> {
  const address = FRAMEWORK.nonceEnforcer;
  const [topics] = TOPICS[address] ?? [];
  const filter: Filter = topics ? { address: [address], topics } : { address: [address] };
  return (await ofBlock(node, hash, filter)) !== null;
}

async function ofAddress(node: Node, hash: string, address: Address): Promise<Log[] | null> {
  const whole = await ofBlock(node, hash, { address: [address] });
  if (whole) return whole;
  const parts = await Promise.all(
    (TOPICS[address] ?? []).map((topics) => ofBlock(node, hash, { address: [address], topics })),
  );
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/** null: refused. */
async function ofBlock(node: Node, blockHash: string, filter: Filter): Promise<Log[] | null> {
  try {
    const logs = readLogs(await node.ask('eth_getLogs', [{ blockHash, ...filter }]));
    return logs.every((log) => log.blockHash === blockHash) ? logs : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** All receipts of a block: a question that no limit of logs is put to. */
async function receiptsOf(node: Node, hash: string): Promise<Log[] | null> {
  try {
    const answer = await node.ask('eth_getBlockReceipts', [hash]);
    if (!Array.isArray(answer)) return null;
    const logs = answer.flatMap((receipt: { logs?: unknown }) => readLogs(receipt.logs));
    const ours = logs.filter(({ address }) => ADDRESSES.includes(address));
    return ours.every(({ blockHash }) => blockHash === hash) ? ours : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function readLogs(answer: unknown): Log[] {
  if (!Array.isArray(answer)) throw new Refusal('No list of logs.');
  return answer.map(readLog);
}

/** In the shape that viem decodes. A log of a block that is not mined is none. */
function readLog(entry: unknown): Log {
  const log = entry as { [name: string]: unknown };
  const { address, blockHash, transactionHash, topics, data } = log;
  const shaped =
    isHex(address, 20) &&
    isHash(blockHash) &&
    isHash(transactionHash) &&
    Array.isArray(topics) &&
    topics.every(isHash) &&
    isHex(data) &&
    log.removed !== true;
  if (!shaped) throw new Refusal('A log that is none.');
  return {
    address: lower(address),
    blockHash,
    transactionHash,
    topics: topics as [Hex, ...Hex[]],
    data,
    blockNumber: BigInt(quantity(log.blockNumber)),
    logIndex: quantity(log.logIndex),
    transactionIndex: 0,
    removed: false,
  };
}
