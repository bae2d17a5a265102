// Every decoder of the list against its vectors and against bytes that are almost right. A new
// decoder is covered by adding its line to DECODERS and its vectors to test/vectors/calls.
import { decode, encode } from '@metamask/abi-utils';
import fc from 'fast-check';
import {
  type AbiFunction,
  type AbiParameter,
  type Hex,
  parseAbiItem,
  toFunctionSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { Decoder, FunctionReader } from '../../../src/core/decoders/decoder';
import { DECODERS, decodeCall } from '../../../src/core/decoders/index';
import type { Outcome } from '../../../src/core/decoders/outcome';
import { anAddress, OWNER } from '../../vectors/builders';
import { callOf, VECTORS, type Vector } from '../../vectors/calls';
import { workMs } from '../../vectors/work';

/** Decoders that show decoded delegations and calls instead of plain parameters: only bytes are compared. */
const RICHER = new Set(['DelegationManager', 'Smart account']);

const READERS = DECODERS.flatMap((decoder) =>
  decoder.functions.map((reader) => ({ decoder, reader, title: titleOf(decoder, reader) })),
);
const CHAINS = [1, 10, 137, 8453, 42161, 84532, 11155111];
const NOWHERE = anAddress(0xee);

function titleOf(decoder: Decoder, reader: FunctionReader): string {
  return `${decoder.contract}.${reader.signature}`;
}

function decodeCut(vector: Vector, data: string): Outcome {
  return decodeCall(callOf(vector, { data: data as Hex }));
}

function readerOf(vector: Vector): FunctionReader | undefined {
  const decoder = DECODERS.find(({ contract }) => contract === vector.decoded.contract);
  return decoder?.functions.find(({ selector }) => vector.data.startsWith(selector));
}

function vectorOf({ decoder, reader }: { decoder: Decoder; reader: FunctionReader }): Vector {
  const found = VECTORS.find(
    ({ decoded, data }) =>
      decoded.contract === decoder.contract && data.startsWith(reader.selector),
  );
  if (!found) throw new Error(`no vector for ${titleOf(decoder, reader)}`);
  return found;
}

function inputsOf(signature: string): readonly AbiParameter[] {
  return (parseAbiItem(`function ${signature}`) as AbiFunction).inputs;
}

function typeOf(param: AbiParameter): string {
  if (!('components' in param)) return param.type;
  return `(${param.components.map(typeOf).join(',')})${param.type.slice('tuple'.length)}`;
}

/** The second opinion: MetaMask's decoder reads the bytes and its encoder writes them again. */
function secondOpinion(signature: string, data: string): { values: unknown[]; again: string } {
  const types = inputsOf(signature).map(typeOf);
  if (types.length === 0) return { values: [], again: data.slice(0, 10) };
  const values = decode(types, `0x${data.slice(10)}`) as unknown[];
  return { values, again: data.slice(0, 10) + hexOf(encode(types, values)).slice(2) };
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** Arguments by position, as plain strings: both decoders' ideas of a value made comparable. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return hexOf(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === 'object') return Object.values(value).map(plain);
  return String(value).toLowerCase();
}

function expectUnreadable(outcome: Outcome, vector: Vector) {
  expect(outcome).toMatchObject({ kind: 'unreadable', contract: vector.decoded.contract });
}

/** Decoded only if these bytes are the one encoding of what was decoded. */
function expectHonest(outcome: Outcome, reader: FunctionReader, data: string) {
  if (outcome.kind === 'unreadable') return;
  expect(outcome.kind).toBe('decoded');
  expect(secondOpinion(reader.signature, data).again).toBe(data.toLowerCase());
}

describe('the list', () => {
  it.each(READERS)('$title has the selector of its signature', ({ reader }) => {
    expect(toFunctionSelector(reader.signature)).toBe(reader.selector);
    expect(
      `${reader.signature.split('(')[0]}(${inputsOf(reader.signature).map(typeOf).join(',')})`,
    ).toBe(reader.signature);
  });

  it('never lets two decoders claim one selector at one place', () => {
    for (const chainId of CHAINS) {
      const claims = READERS.flatMap(({ decoder, reader }) => {
        const places = decoder.targets?.(chainId) ?? [];
        return [...places, ...(decoder.exclusive ? [] : ['anywhere'])].map(
          (place) => `${reader.selector} at ${place}`,
        );
      });
      expect(claims).toEqual([...new Set(claims)]);
    }
  });

  it('keeps every target in lower case and every exclusive decoder with targets', () => {
    for (const decoder of DECODERS) {
      const targets = CHAINS.flatMap((chainId) => decoder.targets?.(chainId) ?? []);
      for (const target of targets) expect(target).toMatch(/^0x[0-9a-f]{40}$/);
      if (decoder.exclusive) expect(targets.length).toBeGreaterThan(0);
    }
  });

  it.each(READERS)('$title has a vector', (entry) => {
    expect(vectorOf(entry).source).toMatch(/\S{3}/);
  });

  it('has no vector for a function that is not listed', () => {
    expect(VECTORS.filter((vector) => !readerOf(vector)).map(({ name }) => name)).toEqual([]);
  });
});

describe.each(
  VECTORS.map((vector) => ({ title: `${vector.decoded.contract}: ${vector.name}`, vector })),
)('$title', ({ vector }) => {
  const reader = readerOf(vector) as FunctionReader;

  it('decodes to what it says', () => {
    const outcome = decodeCall(callOf(vector));

    if (outcome.kind !== 'decoded') throw new Error(`${outcome.kind}: ${JSON.stringify(outcome)}`);
    const { contract, name, args } = outcome.decoded;
    expect({ contract, name, args }).toEqual(vector.decoded);
  });

  it('agrees with MetaMask’s own decoder', () => {
    const { values, again } = secondOpinion(reader.signature, vector.data);

    expect(again).toBe(vector.data.toLowerCase());
    if (!RICHER.has(vector.decoded.contract))
      expect(plain(vector.decoded.args)).toEqual(plain(values));
  });

  it('is unreadable when cut anywhere near a word', () => {
    const size = (vector.data.length - 2) / 2;
    for (let end = 4; end < size + 32; end += 32) {
      for (const cut of [end - 1, end, end + 1]) {
        if (cut < 4 || cut >= size) continue;
        expectUnreadable(decodeCut(vector, vector.data.slice(0, 2 + 2 * cut)), vector);
      }
    }
  });

  it('is unreadable with anything behind it', () => {
    for (const more of ['00', 'ff', '00'.repeat(31), '00'.repeat(32), 'ab'.repeat(33)]) {
      expectUnreadable(decodeCut(vector, vector.data + more), vector);
    }
    expectUnreadable(decodeCut(vector, `${vector.data}0`), vector);
  });

  it('is never read as something else with a dirty word', () => {
    const slots = narrowSlots(inputsOf(reader.signature));
    for (let at = 10; at < vector.data.length; at += 64) {
      const word = (at - 10) / 64;
      const data = `${vector.data.slice(0, at)}80${vector.data.slice(at + 2)}`;
      const outcome = decodeCut(vector, data);
      if (slots.includes(word)) expectUnreadable(outcome, vector);
      else expectHonest(outcome, reader, data);
    }
  });
});

/** Words of the head that hold an offset or a value shorter than a word: their first byte must be 0. */
function narrowSlots(params: readonly AbiParameter[]): number[] {
  const types = params.flatMap(headTypes);
  return types.flatMap((type, index) => (/^(u?int256|bytes32)$/.test(type) ? [] : [index]));
}

function headTypes(param: AbiParameter): string[] {
  const isDynamic = (one: AbiParameter): boolean =>
    one.type.endsWith('[]') ||
    one.type === 'bytes' ||
    one.type === 'string' ||
    ('components' in one && one.components.some(isDynamic));
  if (isDynamic(param)) return ['offset'];
  return 'components' in param ? param.components.flatMap(headTypes) : [param.type];
}

describe.each(READERS)('$title', (entry) => {
  const { reader } = entry;
  const inputs = inputsOf(reader.signature);

  it('reads back whatever is encoded for it', () => {
    const vector = vectorOf(entry);
    fc.assert(
      fc.property(fc.tuple(...inputs.map(arbitraryOf)), (values) => {
        const body = inputs.length ? hexOf(encode(inputs.map(typeOf), values)).slice(2) : '';
        const data = `${reader.selector}${body}`;
        const outcome = decodeCut(vector, data);

        if (RICHER.has(vector.decoded.contract)) return expectHonest(outcome, reader, data);
        if (outcome.kind !== 'decoded') throw new Error(JSON.stringify(outcome.kind));
        expect(plain(outcome.decoded.args)).toEqual(plain(values));
      }),
      { numRuns: 25 },
    );
  });

  it('never throws for random bytes behind its selector', () => {
    const vector = vectorOf(entry);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
        const data = `${reader.selector}${Buffer.from(bytes).toString('hex')}`;
        expectHonest(decodeCut(vector, data), reader, data);
      }),
      { numRuns: 40 },
    );
  });

  it('answers at once for offsets and lengths made to stall it', () => {
    const word = (value: number) => value.toString(16).padStart(64, '0');
    const vector = vectorOf(entry);
    const bombs = [
      'ff'.repeat(32 * 40),
      word(0x20).repeat(4000),
      word(0).repeat(4000),
      word(0x20) + word(1_000_000) + word(0x40).repeat(3900),
      inputs.map((_, index) => word(32 * (inputs.length + index))).join('') +
        word(1_000_000).repeat(9),
      word(0x20) + word(1900) + word(1900 * 32).repeat(1900) + word(60_000) + 'ab'.repeat(60_000),
      '00'.repeat(200_000),
    ];
    const started = workMs();
    for (const bomb of bombs) {
      const data = `${reader.selector}${bomb}`;
      expect(decodeCut(vector, data).kind).toBe('unreadable');
    }
    expect(workMs() - started).toBeLessThan(2000);
  });
});

describe('foreign calls', () => {
  const known = new Set(READERS.map(({ reader }) => reader.selector));
  const foreign = fc
    .uint8Array({ minLength: 4, maxLength: 200 })
    .map((bytes) => hexOf(bytes))
    .filter((data) => !known.has(data.slice(0, 10) as Hex));

  it('are unknown at an unknown contract', () => {
    fc.assert(
      fc.property(foreign, (data) => {
        const call = { chainId: 8453, from: OWNER, to: NOWHERE, value: 0n, data };
        expect(decodeCall(call).kind).toBe('unknown');
      }),
    );
  });

  it('are unreadable at a contract that Bardo knows', () => {
    for (const decoder of DECODERS.filter(({ partial }) => !partial)) {
      for (const to of decoder.targets?.(8453) ?? []) {
        const data = '0xdeadbeef' as const;
        const outcome = decodeCall({ chainId: 8453, from: OWNER, to: to as Hex, value: 0n, data });
        const living = DECODERS.filter((one) => one.targets?.(8453).includes(to));
        const contract = living[0]?.contract;
        expect(outcome).toMatchObject({ kind: 'unreadable', contract });
      }
    }
  });
});

function arbitraryOf(param: AbiParameter): fc.Arbitrary<unknown> {
  if (param.type.endsWith('[]')) {
    const item = { ...param, type: param.type.slice(0, -2) } as AbiParameter;
    return fc.array(arbitraryOf(item), { maxLength: 4 });
  }
  if ('components' in param) return fc.tuple(...param.components.map(arbitraryOf));
  if (param.type === 'bool') return fc.boolean();
  if (param.type === 'string') return fc.string({ unit: 'grapheme', maxLength: 70 });
  if (param.type === 'bytes') return fc.uint8Array({ maxLength: 70 }).map(hexOf);
  if (param.type === 'address') return bytesOf(20);
  const [, kind, bits] = /^(u?int|bytes)(\d+)$/.exec(param.type) ?? [];
  if (kind === 'bytes') return bytesOf(Number(bits));
  if (kind === 'uint') return fc.bigInt(0n, 2n ** BigInt(bits ?? 256) - 1n);
  const half = 2n ** BigInt(Number(bits ?? 256) - 1);
  return fc.bigInt(-half, half - 1n);
}

function bytesOf(length: number): fc.Arbitrary<Hex> {
  return fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf);
}
