// Who counts as one caller: a household, and all households around it together.
import { describe, expect, it } from 'vitest';
import { NEIGHBOURS, networksOf, rateLimit } from '../../../site/api/guard/rate';

const NOW = 1_800_000_000;
const refusals = (rate: ReturnType<typeof rateLimit>, peers: readonly string[]) =>
  peers.filter((peer) => {
    try {
      rate(peer, NOW);
      return false;
    } catch {
      return true;
    }
  }).length;
const many = (count: number, peerOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => peerOf(index));

describe('requests per minute', () => {
  it('are bounded for an address, however it is written', () => {
    const rate = rateLimit(10);
    expect(
      refusals(rate, [...many(8, () => '10.1.2.3'), ...many(8, () => '::ffff:10.1.2.3')]),
    ).toBe(6);
  });

  it('are bounded for all households of a /48 together, and for nobody else', () => {
    const rate = rateLimit(10);
    const flood = many(500, (index) => `2001:db8:7:${index.toString(16)}::1`);
    expect(refusals(rate, flood)).toBe(500 - 10 * NEIGHBOURS);
    expect(refusals(rate, ['2001:db8:8:1::1', '10.0.0.1'])).toBe(0);
  });

  it('that are refused to one household are not held against its neighbours', () => {
    const rate = rateLimit(10);
    refusals(
      rate,
      many(1000, () => '2001:db8:7:1::1'),
    );
    expect(refusals(rate, ['2001:db8:7:2::1'])).toBe(0);
  });
});

it.each([
  ['2001:db8:7:9:1:2:3:4', '8193:3512:7:9', '8193:3512:7', '8193:3512'],
  ['2001:db8::1', '8193:3512:0:0', '8193:3512:0', '8193:3512'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2', '192.0'],
  ['local', 'local', 'local', 'local'],
])('%s is of the household %s', (peer, household, network, region) => {
  expect(networksOf(peer)).toEqual({ household, network, region });
});
