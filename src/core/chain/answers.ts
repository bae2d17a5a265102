// A question asked by who has a node of their own: the control plane and the agent.
import type { Hex } from 'viem';
import type { ChainCall } from './multicall';
import type { Question } from './questions';

/** What viem's clients have. */
export type Node = {
  call: (call: ChainCall & { blockNumber?: bigint }) => Promise<{ data?: Hex | undefined }>;
};

/** Throws when the node does, and where the contract gives no answer: it is not there, or another one is. */
export async function answerTo<A extends readonly unknown[], T>(
  node: Node,
  question: Question<A, T>,
  about: Readonly<A>,
  blockNumber?: bigint,
): Promise<T> {
  const call = question.ask(...about);
  const { data } = await node.call(blockNumber === undefined ? call : { ...call, blockNumber });
  const answer = question.read(data);
  if (answer === null) throw new Error(`The contract at ${call.to} gave no answer.`);
  return answer;
}
