// What nodes refuse a question by for its size, and say so in whatever way.
import type { Rules } from '../../nodes/strict-node';

export const SIZE: { [name: string]: Rules } = {
  'by the number of logs': { mostLogs: 30 },
  'by fewer logs than one contract says in a block': { mostLogs: 10 },
  'by range': { mostBlocks: 7 },
  'every range of more than one block': { mostBlocks: 1 },
  'several questions at once': { oneAtATime: true },
  'several at once, and much of the rest': { oneAtATime: true, mostLogs: 30, mostBlocks: 40 },
  'by both': { mostLogs: 30, mostBlocks: 50 },
  'by a status instead of an error': {
    status: ({ method, params }) => (method === 'eth_getLogs' && isWide(params, 20) ? 413 : null),
  },
  'by null for a wide question': {
    answersNull: ({ method, params }) => method === 'eth_getLogs' && isWide(params, 33),
  },
};

/** A question for the logs of so many blocks or more. */
export function isWide([filter]: unknown[], most: number): boolean {
  const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string };
  return fromBlock !== undefined && Number(toBlock) - Number(fromBlock) >= most;
}
