import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeBatch, encodeBatch, MAX_CALLS, MULTICALL3 } from '../../../src/core/chain/multicall';
import { anAddress } from '../../vectors/builders';

const word = (value: number | bigint) => numberToHex(value, { size: 32 });
const sound = (returnData: Hex) => ({ success: true, returnData });
const moment = (chainId: number | bigint = 8453, block = 100, time = 1_790_000_000) =>
  [chainId, block, time].map((value) => sound(word(value)));
const answer = (results: { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results });

describe('A batch', () => {
  it('asks for chain, block and time before its own calls, each of which may fail', () => {
    const data = encodeBatch([{ to: anAddress(1), data: '0x1234' }]);

    const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data });
    expect(functionName).toBe('aggregate3');
    const calls = args?.[0] as { target: string; allowFailure: boolean; callData: Hex }[];
    expect(calls.map((call) => call.target.toLowerCase())).toEqual([
      MULTICALL3,
      MULTICALL3,
      MULTICALL3,
      anAddress(1),
    ]);
    expect(calls.every((call) => call.allowFailure)).toBe(true);
    expect(calls[3]?.callData).toBe('0x1234');
  });

  it('is bounded', () => {
    const calls = Array.from({ length: MAX_CALLS + 1 }, () => ({
      to: anAddress(1),
      data: '0x' as Hex,
    }));

    expect(() => encodeBatch(calls)).toThrow(RangeError);
  });
});

describe('The answer to a batch', () => {
  it('tells its chain, its moment and each result', () => {
    const results = [...moment(), sound('0xabcd'), { success: false, returnData: '0x08' as Hex }];

    expect(decodeBatch(answer(results), 8453, 2)).toEqual({
      ok: true,
      chainId: 8453,
      block: 100,
      time: 1_790_000_000,
      results: ['0xabcd', null],
    });
  });

  it('of the largest batch is read', () => {
    const results = [...moment(), ...Array.from({ length: MAX_CALLS }, () => sound(word(1)))];

    expect(decodeBatch(answer(results), 8453, MAX_CALLS)).toMatchObject({ ok: true });
  });

  it('takes a success without data for no answer: there is no contract', () => {
    const read = decodeBatch(answer([...moment(), sound('0x')]), 8453, 1);

    expect(read).toMatchObject({ results: [null] });
  });

  it('of another chain proves nothing', () => {
    const read = decodeBatch(answer(moment(1)), 8453, 0);

    expect(read).toEqual({ ok: false, reason: 'another chain answered (chain id 1)' });
  });

  it.each([
    ['nothing', '0x', 'there is no Multicall3 on this chain'],
    ['no text', null, 'could not be read'],
    ['no hexadecimal', 'hello', 'could not be read'],
    ['a cut answer', answer(moment()).slice(0, -64), 'could not be read'],
    ['trailing bytes', `${answer(moment())}00`, 'could not be read'],
    ['no moment', answer([]), 'could not be read'],
    ['fewer results than calls', answer(moment()), 'could not be read'],
    [
      'more results than calls',
      answer([...moment(), sound('0x01'), sound('0x02')]),
      'could not be read',
    ],
    [
      'a block beyond all numbers',
      answer([
        ...moment(8453, 1).slice(0, 1),
        sound(word(2n ** 255n)),
        sound(word(1)),
        sound('0x01'),
      ]),
      'could not be read',
    ],
    [
      'a failed moment',
      answer([{ success: false, returnData: '0x' }, ...moment().slice(1), sound('0x01')]),
      'could not be read',
    ],
  ])('that is %s is refused', (_name, output, reason) => {
    const read = decodeBatch(output, 8453, 1);

    expect(read).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});
