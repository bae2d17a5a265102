// Blocks as the index needs them: which one follows which, and when. A node's answer is read here and nowhere else.
import { hexToNumber, numberToHex } from 'viem';
import { isHex } from '../../../src/core/bytes/hex';
import type { Node, Question } from './node';
import { Refusal } from './node-answer';

export type Header = { number: number; hash: string; parentHash: string; at: number };

const HASH = /^0x[0-9a-f]{64}$/;
const QUANTITY = /^0x[0-9a-f]{1,13}$/;

/** Blocks per request. */
const CHUNK = 10;

/** Who answers does not have the block that the reading is anchored at: another history, or less of ours. */
export class Turned extends Error {}

/** null: the node does not have it, not yet or not any more. */
export async function headerAt(node: Node, number: number): Promise<Header | null> {
  const { method, params } = questionFor(number);
  return readAt(await node.ask(method, params), number);
}

/** By nodes that have the anchor. */
export async function headersOn(node: Node, anchor: Header, numbers: readonly number[]) {
  const chunks = Array.from({ length: Math.ceil(numbers.length / CHUNK) }, (_, index) =>
    numbers.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  const read = async (chunk: readonly number[]) => {
    const answers = await askOn(node, anchor, chunk.map(questionFor));
    return chunk.map((number, index) => readAt(answers[index], number));
  };
  return (await Promise.all(chunks.map(read))).flat();
}

/** Together with the anchor: the answers of a node that does not have it are worth nothing. */
export async function askOn(node: Node, anchor: Header, questions: readonly Question[]) {
  const [seen, ...answers] = await node.together([questionFor(anchor.number), ...questions]);
  if (readAt(seen, anchor.number)?.hash !== anchor.hash) throw new Turned();
  return answers;
}

function questionFor(number: number): Question {
  return { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] };
}

function readAt(answer: unknown, number: number): Header | null {
  if (answer instanceof Refusal) throw answer;
  const header = readHeader(answer);
  if (header && header.number !== number) throw new Refusal(`It answered with another block.`);
  return header;
}

export async function headOf(node: Node): Promise<Header> {
  const head = readHeader(await node.ask('eth_getBlockByNumber', ['latest', false]));
  if (!head) throw new Refusal('The node has no newest block.');
  return head;
}

function readHeader(answer: unknown): Header | null {
  if (answer === null || answer === undefined) return null;
  const { number, hash, parentHash, timestamp } = answer as { [name: string]: unknown };
  if (!isHash(hash) || !isHash(parentHash)) throw new Refusal('A block without its hash.');
  return { number: quantity(number), hash, parentHash, at: quantity(timestamp) };
}

export function isHash(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && HASH.test(value);
}

export function quantity(value: unknown): number {
  if (!isHex(value) || !QUANTITY.test(value)) throw new Refusal('Not a quantity.');
  return hexToNumber(value);
}
