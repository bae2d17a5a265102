import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import { parseTypedMessage } from '../../../src/core/signatures/parse-typed-message';
import { argsOf, readAtom } from '../../../src/core/signatures/typed-values';

const aMessage = (over: object = {}) => ({
  domain: { name: 'Test', chainId: 1 },
  types: { EIP712Domain: [], Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'hello' },
  ...over,
});

const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) });

describe('typed data', () => {
  it('is copied, from an object and from JSON text alike', () => {
    const typed = parseTypedMessage(aMessage());

    expect(typed).toEqual({ ...aMessage(), metadata: null });
    expect(parseTypedMessage(JSON.stringify(aMessage()))).toEqual(typed);
  });

  it('may claim its chain as number, text, hex or bigint', () => {
    const chains = [8453, '8453', '0x2105', 8453n].map(
      (chainId) => parseTypedMessage(aMessage({ domain: { chainId } })).domain.chainId,
    );

    expect(chains).toEqual([8453, 8453, 8453, 8453]);
  });

  it('keeps what the permission Snap puts beside the message', () => {
    const metadata = { origin: 'https://bardo.ai', justification: 'runway' };

    expect(parseTypedMessage(aMessage({ metadata })).metadata).toEqual(metadata);
    expect(parseTypedMessage(aMessage({ metadata: { origin: 5 } })).metadata).toBeNull();
  });

  it('cannot reach a prototype', () => {
    const message = JSON.parse('{"__proto__":{"text":"x"},"constructor":"y"}');
    const types = JSON.parse('{"__proto__":[{"name":"text","type":"string"}]}');

    const typed = parseTypedMessage(aMessage({ message, types }));

    expect(Object.getPrototypeOf(typed.message)).toBeNull();
    expect(typed.message.text).toBeUndefined();
    expect(typed.message.toString).toBeUndefined();
    expect(Object.keys(typed.types)).toEqual(['__proto__']);
  });
});

describe('hostile typed data', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['a list', []],
    ['text that is no JSON', 'hello'],
    ['JSON that is no object', '[1]'],
    ['no domain', aMessage({ domain: null })],
    ['no message', aMessage({ message: 'x' })],
    ['no types', aMessage({ types: [] })],
    ['no primary type', aMessage({ primaryType: 7 })],
    ['a chain that is none', aMessage({ domain: { chainId: 'Base' } })],
    ['a negative chain', aMessage({ domain: { chainId: -1 } })],
    ['a fractional chain', aMessage({ domain: { chainId: 1.5 } })],
    ['a huge chain', aMessage({ domain: { chainId: `0x${'f'.repeat(64)}` } })],
    ['a name that is no text', aMessage({ domain: { name: {} } })],
    ['a type that is no list', aMessage({ types: { Note: 'string' } })],
    ['a field without a type', aMessage({ types: { Note: [{ name: 'x' }] } })],
    ['a field of a strange type', aMessage({ types: { Note: [{ name: 'x', type: 'a b' }] } })],
    ['one field twice', aMessage({ types: { Note: Array(2).fill({ name: 'x', type: 'Note' }) } })],
    ['a type with a strange name', aMessage({ types: { 'No te': [] } })],
    [
      'too many types',
      aMessage({ types: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`T${i}`, []])) }),
    ],
    ['too deep a nest', aMessage({ message: nested(100) })],
    ['too long a text', aMessage({ message: { text: 'x'.repeat(300_000) } })],
    ['too many items', aMessage({ message: { list: Array(20_000).fill(0) } })],
    ['a function', aMessage({ message: { text: () => 1 } })],
    ['megabytes of JSON', `"${'x'.repeat(2_000_000)}"`],
  ])('is unreadable with %s, for a reason in words', (_, data) => {
    expect(() => parseTypedMessage(data)).toThrow(Unreadable);
    expect(() => parseTypedMessage(data)).toThrow(/^(it|its|a) /);
  });

  it('is unreadable in circles', () => {
    const message: { self?: object } = {};
    message.self = message;

    expect(() => parseTypedMessage(aMessage({ message }))).toThrow(Unreadable);
  });

  it('is either copied or unreadable, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        try {
          JSON.stringify(parseTypedMessage(data));
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
        }
      }),
    );
  });
});

describe('a value', () => {
  it.each([
    ['uint256', `${(1n << 256n) - 1n}`, (1n << 256n) - 1n],
    ['uint8', '0xff', 255n],
    ['uint8', 255, 255n],
    ['int8', -128, -128n],
    ['int8', '-128', -128n],
    ['bool', true, true],
    ['bytes2', '0xABCD', '0xabcd'],
    ['bytes', '0x', '0x'],
    ['string', '', ''],
  ])('of %s is read from %o', (type, value, read) => {
    expect(readAtom(type, value)).toBe(read);
  });

  it.each([
    ['uint8', 256],
    ['uint8', -1],
    ['uint8', '-1'],
    ['uint8', 1.5],
    ['uint8', Number.NaN],
    ['uint8', Number.POSITIVE_INFINITY],
    ['uint8', ''],
    ['uint8', ' 1'],
    ['uint8', '1e2'],
    ['uint8', true],
    ['uint8', null],
    ['uint8', [1]],
    ['uint256', 2 ** 53],
    ['uint256', `0x1${'0'.repeat(64)}`],
    ['int8', 128],
    ['uint7', 1],
    ['uint', 1],
    ['uint264', 1],
    ['bool', 'true'],
    ['bool', 1],
    ['address', '0x00'],
    ['address', `${'0'.repeat(40)}`],
    ['bytes2', '0xabc'],
    ['bytes33', `0x${'00'.repeat(33)}`],
    ['bytes', '0xa'],
    ['string', 5],
    ['Note', {}],
  ])('of %s is not read from %o', (type, value) => {
    expect(readAtom(type, value)).toBeNull();
  });
});

describe('arguments', () => {
  it('are the declared fields, with numbers in decimal and the rest as it came', () => {
    const typed = parseTypedMessage(
      aMessage({
        types: {
          Note: [
            { name: 'sum', type: 'uint256' },
            { name: 'parts', type: 'Part[]' },
            { name: 'odd', type: 'uint8' },
          ],
          Part: [{ name: 'size', type: 'uint8' }],
        },
        message: { sum: '0x0a', parts: [{ size: 1, more: 2 }], odd: 'x', extra: 1 },
      }),
    );

    expect(argsOf(typed)).toEqual({ sum: '10', parts: [{ size: '1' }], odd: 'x' });
  });
});
