import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChainId, parseTransaction } from '../../../src/core/insight/parse-transaction';

const from = `0x${'Aa'.repeat(20)}`;

describe('a pending transaction', () => {
  it('reads what the wallet sends, in lower case', () => {
    expect(
      parseTransaction({ from, to: from, value: '0x10', data: '0xABCD', type: '0x2' }),
    ).toEqual({
      from: from.toLowerCase(),
      to: from.toLowerCase(),
      value: 16n,
      data: '0xabcd',
      authorizations: null,
    });
  });

  it.each([{ from }, { from, to: null, data: undefined }, { from, to: '0x' }])(
    'reads absent fields as a deployment without value or data: %o',
    (raw) => {
      expect(parseTransaction(raw)).toMatchObject({ to: null, value: 0n, data: '0x' });
    },
  );

  it('reads `input` where a client names the data so', () => {
    expect(parseTransaction({ from, input: '0x01' }).data).toBe('0x01');
  });

  it.each([
    ['from', { from: '0x12' }],
    ['to', { from, to: 'vitalik.eth' }],
    ['value', { from, value: -1 }],
    ['value', { from, value: `0x${'f'.repeat(65)}` }],
    ['data', { from, data: '0x123' }],
    ['data', { from, data: 5 }],
    ['authorizationList', { from, authorizationList: 'x' }],
    ['authorizationList.address', { from, authorizationList: [null] }],
  ])('names the bad field: %s', (field, raw) => {
    expect(() => parseTransaction(raw)).toThrow(field);
  });

  it('throws only errors with words for anything at all', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        try {
          parseTransaction(raw);
        } catch (error) {
          expect((error as Error).message).toMatch(/^transaction/);
        }
      }),
    );
  });
});

describe('a chain id', () => {
  it('reads CAIP-2 of EVM chains', () => {
    expect(parseChainId('eip155:84532')).toBe(84_532);
  });

  it.each(['eip155:0', 'eip155:-1', 'solana:1', 8453, '0x2105', 'eip155:1e3', null])(
    'refuses %s',
    (caip) => {
      expect(() => parseChainId(caip)).toThrow('eip155');
    },
  );
});
