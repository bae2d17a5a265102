import fc from 'fast-check';
import { encodeAbiParameters, encodePacked, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import {
  decodeExecutions,
  decodeMode,
  EXECUTION_PARAM,
  type Execution,
  encodeBatch,
  encodeMode,
  encodeSingle,
  type Mode,
  modeWords,
} from '../../../src/core/chain/execution';
import { anAddress } from '../../vectors/builders';

const SINGLE: Mode = { calls: 'single', onFailure: 'revert' };
const BATCH: Mode = { calls: 'batch', onFailure: 'revert' };
const anExecution = (over: Partial<Execution> = {}): Execution => ({
  target: anAddress(0x11),
  value: 0n,
  data: '0xd09de08a',
  ...over,
});
const word = (start: string): Hex => `0x${start.padEnd(64, '0')}`;

describe('a mode', () => {
  it('says how many calls and what a failure does', () => {
    const words = (['0000', '0001', '0100', '0101'] as const).map((start) =>
      modeWords(decodeMode(word(start))),
    );

    expect(words).toEqual([
      'one call',
      'one call, may fail',
      'several calls, all or nothing',
      'several calls, each may fail',
    ]);
  });

  it('is encoded as it is read', () => {
    for (const start of ['0000', '0001', '0100', '0101']) {
      expect(encodeMode(decodeMode(word(start)))).toBe(word(start));
    }
  });

  it('with the selector of ERC-7821 is read, a batch of batches and anything else is not', () => {
    expect(decodeMode(word('01000000000078210001'))).toEqual(BATCH);
    expect(() => decodeMode(word('01000000000078210002'))).toThrow('batch of batches');
    for (const bad of ['02', 'ff', '0102', '010000000000deadbeef', '010000000001']) {
      expect(() => decodeMode(word(bad)), bad).toThrow(Unreadable);
    }
  });
});

describe('executions', () => {
  it('are read from a packed single call', () => {
    const one = anExecution({ value: 5n });
    const data = encodePacked(['address', 'uint256', 'bytes'], [one.target, one.value, one.data]);

    expect(encodeSingle(one)).toBe(data);
    expect(decodeExecutions(SINGLE, data)).toEqual([one]);
    expect(decodeExecutions(SINGLE, data.slice(0, 106) as Hex)).toEqual([{ ...one, data: '0x' }]);
  });

  it('are read from a batch, with or without opData', () => {
    const list = [anExecution(), anExecution({ target: anAddress(0x22), value: 7n, data: '0x' })];
    const params = [{ ...EXECUTION_PARAM, type: 'tuple[]' }, { type: 'bytes' }] as const;
    const withOpData = encodeAbiParameters(params, [list, '0xabcd']);

    expect(decodeExecutions(BATCH, encodeBatch(list))).toEqual(list);
    expect(decodeExecutions(BATCH, withOpData)).toEqual(list);
  });

  it('are refused when cut short, padded or too many', () => {
    const batch = encodeBatch([anExecution()]);

    for (const bad of ['0x', '0x1234', `0x${'11'.repeat(51)}`, '0xzz'] as Hex[]) {
      expect(() => decodeExecutions(SINGLE, bad), bad).toThrow(Unreadable);
      expect(() => decodeExecutions(BATCH, bad), bad).toThrow(Unreadable);
    }
    expect(() => decodeExecutions(BATCH, `${batch}00`)).toThrow(Unreadable);
    expect(() => decodeExecutions(BATCH, encodeBatch(Array(65).fill(anExecution())))).toThrow(
      '65 calls',
    );
  });

  it('never throw anything but Unreadable', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, batch) => {
        try {
          decodeExecutions(batch ? BATCH : SINGLE, `0x${Buffer.from(bytes).toString('hex')}`);
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
        }
      }),
      { numRuns: 200 },
    );
  });
});
