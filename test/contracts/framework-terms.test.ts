// MetaMask's enforcers, our reading against theirs: on random terms the contract's own `getTermsInfo` says what our
// decoder says, and what the contract refuses we do not read as a limit.
import fc from 'fast-check';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Unreadable } from '../../src/core/bytes/abi';
import { FRAMEWORK_CASES } from '../core/caveats/framework-cases';
import type { Case } from '../core/caveats/terms-case';
import { WALLET_CASES } from '../core/caveats/wallet-cases';
import { type Framework, startFramework } from './framework';

let framework: Framework;

beforeAll(async () => {
  framework = await startFramework();
});

afterAll(() => framework?.stop());

/** Enforcers without a `getTermsInfo`: they compare or decode their terms on the way. */
const WITHOUT = [
  'ApprovalRevocationEnforcer',
  'ArgsEqualityCheckEnforcer',
  'LogicalOrWrapperEnforcer',
];

const CASES = [...WALLET_CASES, ...FRAMEWORK_CASES].filter(
  ({ spec }) => !WITHOUT.includes(spec.name),
);

describe.each(CASES.map((one) => ({ name: one.spec.name, ...one })))('$name', (one) => {
  it('says of our terms what we say', async () => {
    const samples = fc.sample(one.terms, 20);

    for (const sample of samples) {
      const info = await infoOf(one, one.spec.encode(sample));
      expect(flat(info)).toEqual(flat(valuesOf(one.spec.name, sample)));
    }
  });

  it('agrees on broken terms, or we read them as no limit', async () => {
    const valid = fc.sample(one.terms, 8).map((sample) => one.spec.encode(sample));
    const broken = valid.flatMap((bytes) => fc.sample(spoilt(bytes), 3));

    for (const bytes of broken) {
      const ours = decoded(one, bytes);
      const theirs = await infoOf(one, bytes).catch(() => null);
      if (ours === null) continue;
      const bounds = one.spec.bounds(ours, { chainId: 8453, now: 0 });
      if (theirs === null) expect(bounds, bytes).toEqual({ nothing: true });
      else expect(flat(theirs), bytes).toEqual(flat(valuesOf(one.spec.name, ours)));
    }
  });
});

function infoOf({ spec }: Case<unknown>, terms: Hex): Promise<unknown> {
  const all = spec.name === 'MultiTokenPeriodEnforcer' ? 'getAllTermsInfo' : 'getTermsInfo';
  return framework.read(spec.name, all, [terms]);
}

/** Our fields in the order in which the contract names them. */
function valuesOf(name: string, terms: unknown): unknown {
  if (name !== 'MultiTokenPeriodEnforcer') return ordered(name, terms as Record<string, unknown>);
  const { periods } = terms as { periods: Record<string, unknown>[] };
  return ['token', 'periodAmount', 'periodDuration', 'startDate'].map((field) =>
    periods.map((one) => one[field] ?? `0x${'00'.repeat(20)}`),
  );
}

function ordered(name: string, terms: Record<string, unknown>): unknown {
  const { decrease, ...rest } = terms;
  const order = ['token', 'recipient', 'tokenId', 'amount'];
  if (decrease === undefined && !name.includes('MultiOperation')) return Object.values(terms);
  const fields = order.flatMap((field) => (field in rest ? [rest[field]] : []));
  return decrease === undefined ? fields : [decrease, ...fields];
}

function decoded({ spec }: Case<unknown>, bytes: Hex): unknown {
  try {
    return spec.decode(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    return null;
  }
}

/** One byte changed, cut off, or added: what a careless or hostile encoder might sign. */
function spoilt(bytes: Hex): fc.Arbitrary<Hex> {
  const raw = Buffer.from(bytes.slice(2), 'hex');
  const changed = fc.tuple(fc.nat(Math.max(0, raw.length - 1)), fc.nat(255)).map(([at, value]) => {
    const copy = Buffer.from(raw);
    if (at < copy.length) copy[at] = value;
    return copy;
  });
  const cut = fc.nat(Math.max(0, raw.length - 1)).map((length) => raw.subarray(0, length));
  const longer = fc
    .uint8Array({ minLength: 1, maxLength: 40 })
    .map((more) => Buffer.concat([raw, more]));
  return fc.oneof(changed, cut, longer).map((buffer): Hex => `0x${buffer.toString('hex')}`);
}

/** All values in order, whatever structs hold them: lower case, numbers as text. */
function flat(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(flat);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(flat);
  return [String(value).toLowerCase()];
}
