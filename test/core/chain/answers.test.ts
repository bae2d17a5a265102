import { numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { answerTo, type Node } from '../../../src/core/chain/answers';
import * as QUESTIONS from '../../../src/core/chain/questions';
import { OWNER } from '../../vectors/builders';

/** A node that says the same to everybody, and what it was asked. */
function nodeSaying(data: `0x${string}` | undefined) {
  const asked: Parameters<Node['call']>[0][] = [];
  const node: Node = {
    call: async (call) => {
      asked.push(call);
      return { data };
    },
  };
  return { node, asked };
}

describe('An answer', () => {
  it('is what the question reads, of the block it was asked about', async () => {
    const { node, asked } = nodeSaying(numberToHex(7, { size: 32 }));

    expect(await answerTo(node, QUESTIONS.epoch, [OWNER])).toBe(7n);
    expect(await answerTo(node, QUESTIONS.epoch, [OWNER], 12n)).toBe(7n);
    const call = QUESTIONS.epoch.ask(OWNER);
    expect(asked).toEqual([call, { ...call, blockNumber: 12n }]);
  });

  it.each(['0x', '0x01', undefined] as const)('%s is none, and is no zero', async (data) => {
    const { node } = nodeSaying(data);

    await expect(answerTo(node, QUESTIONS.epoch, [OWNER])).rejects.toThrow('gave no answer');
  });
});
