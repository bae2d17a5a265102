import { describe, expect, it } from 'vitest';
import type { Burn, Lasting } from '../../../src/core/runway/lasting';
import { boundsWords, burnWords, lastsWords } from '../../../src/core/runway/lasting-words';
import { NOW } from '../../vectors/builders';

const DAY = 86_400;
const usdc = (amount: bigint) => `${amount} USDC`;

function aLasting(first: Partial<Lasting['first']>, over: Partial<Lasting> = {}): Lasting {
  return {
    burn: { kind: 'unknown' },
    bounds: {
      cap: { is: 'renewed' },
      balance: { is: 'at', at: NOW + DAY },
      gas: { is: 'unknown' },
      expiry: { is: 'at', at: NOW + 7 * DAY },
    },
    first: { by: 'expiry', at: NOW + 7 * DAY, surely: true, ...first },
    term: 'lease',
    ...over,
  };
}

describe('How long it lasts', () => {
  it.each([
    [{ by: 'expiry' }, /^Lasts until \d+ \w+ \d+ \d\d:\d\d UTC: then its lease expires\.$/],
    [{ by: 'expiry', surely: false }, /^Lasts until .+ UTC at most: then its lease expires\.$/],
    [{ by: 'balance' }, /^Lasts until about .+: then the owner's account is empty\.$/],
    [{ by: 'gas', surely: false }, /^Lasts until about .+ at most: then its gas is used up\.$/],
    [{ by: 'cap' }, /^Lasts until about .+: it spends faster than its cap renews/],
    [{ by: 'balance', at: NOW }, /^The owner's account is empty\.$/],
    [{ by: 'gas', at: NOW }, /^Its gas is used up\.$/],
    [{ by: 'cap', at: NOW }, /^Its cap is used up until the next reset\.$/],
    [{ by: 'expiry', at: NOW - 1 }, /^Its lease has expired\.$/],
  ] as const)('by %o is said so', (first, words) => {
    expect(lastsWords(aLasting(first), NOW)).toMatch(words);
  });

  it('names the grant where that ends first', () => {
    expect(lastsWords(aLasting({}, { term: 'grant' }), NOW)).toContain('then its grant expires');
  });
});

it.each<[Burn, string]>([
  [
    { kind: 'pace', spent: 15n, payments: 3, seconds: 7 * DAY, atLeast: false },
    'It spends 3 USDC a day (15 USDC in 7 days).',
  ],
  [
    { kind: 'pace', spent: 15n, payments: 3, seconds: 7 * DAY, atLeast: true },
    'It spends at least 3 USDC a day (at least 15 USDC in 7 days).',
  ],
  [
    { kind: 'early', spent: 1n, payments: 1, seconds: 3600, atLeast: false },
    'It spent 1 USDC in 1 h: too short a time to tell a pace.',
  ],
  [{ kind: 'none', seconds: 2 * DAY }, 'It has spent nothing in 2 days.'],
  [{ kind: 'unknown' }, 'What it spent in the last 7 days is not known.'],
])('the pace %o is said so', (burn, words) => {
  expect(burnWords(burn, usdc)).toBe(words);
});

it('names each bound, and what is unknown as unknown', () => {
  const bounds = boundsWords(aLasting({}));

  expect(bounds.map(({ label }) => label)).toEqual(['Balance', 'Gas', 'Cap', 'End of its lease']);
  expect(bounds.map(({ value }) => value)).toEqual([
    expect.stringMatching(/^about .+ UTC$/),
    'not known',
    'renewed in time',
    expect.stringMatching(/^\d.+ UTC$/),
  ]);
});
