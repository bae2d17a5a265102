import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../src/core/chain/time';
import { compileStrategy, overridesOf } from '../../../src/core/strategy/compile';
import { BASE, NOW, USDC_ON_BASE } from '../../vectors/builders';
import { workMs } from '../../vectors/work';

const compile = (text: string, chainId = BASE) => compileStrategy(text, { chainId, now: NOW });
const USDC = 1_000_000n;
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7';

const ATLAS = `# Atlas

<!-- budget: 9000 USDC/day -->
Atlas buys a little ETH every morning and keeps a vault position.

- **Budget:** up to 10 USDC per day for 30 days.
- Gas: at most 0.002 ETH per day.
- Replicants may spend 2 USDC/day.
- Pays only ${PAYEE}.
- Never bridge. ~~Spend 500 USDC per day.~~
`;

describe('a clear strategy', () => {
  it('becomes exactly what it asks for', () => {
    const { request, questions, overrides } = compile(ATLAS);

    expect(questions).toEqual([]);
    expect(overrides).toEqual([]);
    expect(request).toEqual({
      chainId: BASE,
      token: USDC_ON_BASE,
      runway: { amount: 10n * USDC, every: DAY },
      days: 30,
      payees: [PAYEE.toLowerCase()],
      gas: { amount: 2_000_000_000_000_000n, every: DAY },
      replicants: { amount: 2n * USDC, every: DAY },
    });
  });

  it('shows the sentence each part comes from', () => {
    expect(compile(ATLAS).parts).toEqual([
      { field: 'payees', source: `Pays only ${PAYEE}` },
      { field: 'runway', source: 'Budget: up to 10 USDC per day for 30 days' },
      { field: 'days', source: 'Budget: up to 10 USDC per day for 30 days' },
      { field: 'gas', source: 'Gas: at most 0.002 ETH per day' },
      { field: 'replicants', source: 'Replicants may spend 2 USDC/day' },
    ]);
  });

  it('names what needs a mandate, because MetaMask grants transfers only', () => {
    expect(compile(ATLAS).mandates.map(({ capability }) => capability)).toEqual(['swap', 'vault']);
    expect(compile('Help people. Adopt a calm tone.').mandates).toEqual([]);
  });

  it('without a word about time gets the default week, marked as a default', () => {
    const { request, parts } = compile('Budget: 10 USDC/day.');

    expect(request?.days).toBe(7);
    expect(parts).toContainEqual({ field: 'days', source: null });
  });

  it.each([
    ['budget: $X/day in the seed form', 'budget: $12.50/day', 12_500_000n, DAY],
    ['a week', 'Spend at most 100 USDC per week', 100n * USDC, 7 * DAY],
    ['an hour', 'Spending limit: 1 USDC hourly', USDC, HOUR],
    ['thousands', 'Budget of USDC 1,500.00 a day', 1500n * USDC, DAY],
    ['millions', 'Budget of USDC 1,500,000, a day', 1_500_000n * USDC, DAY],
    ['nothing but money over time', '12 USDC per day', 12n * USDC, DAY],
    ['dollars over time', '$12 a day', 12n * USDC, DAY],
    ['a price tag', '- **$0.50/day**', 500_000n, DAY],
    ['money daily', '12.5 USDC daily', 12_500_000n, DAY],
    ['a wish', 'Give it 12 USDC a day', 12n * USDC, DAY],
    ['a negated bound', "Don't spend more than 10 USDC per day", 10n * USDC, DAY],
    ['a bound', 'Spending must not exceed 10 USDC each day', 10n * USDC, DAY],
    ['the same twice', 'Budget: 10 USDC/day. Spend up to 10 USDC per day', 10n * USDC, DAY],
  ])('is read: %s', (_, text, amount, every) => {
    expect(compile(text).request?.runway).toEqual({ amount, every });
  });

  it('until a date ends before that date begins', () => {
    // 21 Sep 2026 14:13, so 1 Oct begins in nine whole days and some hours.
    expect(compile('Budget: 10 USDC/day until 2026-10-01').request?.days).toBe(9);
    expect(compile('Budget: 10 USDC/day for 2 weeks').request?.days).toBe(14);
  });
});

describe('a plain sentence', () => {
  it.each([
    ['12 USDC per day for 30 days', 12n, DAY, 30],
    ['# 12 USDC per day for 30 days.', 12n, DAY, 30],
    ['12 USDC/day, 30 days', 12n, DAY, 30],
    ['$12 a day for 2 weeks', 12n, DAY, 14],
    ['$12 a day for a week', 12n, DAY, 7],
    ['USDC 12 each day until 2026-10-01', 12n, DAY, 9],
    ['12 USDC a day till 2026-10-01', 12n, DAY, 9],
    ['84 dollars per week for the next 21 days', 84n, 7 * DAY, 21],
    ['1 USDC hourly for one day', 1n, HOUR, 1],
    ['At most 12 USDC per day for 30 days', 12n, DAY, 30],
    ['No more than 12 USDC per day until 2026-10-01', 12n, DAY, 9],
  ])('is read whole: %s', (text, amount, every, days) => {
    const { request } = compile(text);

    expect(request?.runway).toEqual({ amount: amount * USDC, every });
    expect(request?.days).toBe(days);
  });

  it.each([
    ['a month of time', '12 USDC per day for a month', 'duration', 'days or weeks'],
    ['months of time', '12 USDC per day for 3 months', 'duration', 'days or weeks'],
    ['a year', '12 USDC per day, 1 year', 'duration', 'days or weeks'],
    ['parts of a week', 'At most 12 USDC per day for 2.5 weeks', 'duration', 'whole days'],
    ['grouped days', 'At most 12 USDC per day for 1.500 days', 'duration', 'whole days'],
    ['days with a comma', 'At most 12 USDC per day for 1,500 days', 'duration', 'whole days'],
    ['days in words', 'At most 12 USDC per day for two days', 'duration', 'one number'],
    ['a few days', 'The runway lives a few days', 'duration', 'one number'],
    ['a range of days', 'The runway is valid 10 to 20 days', 'duration', 'one number'],
    ['about so many days', 'The runway lives about 30 days', 'duration', 'one number'],
    ['by a date', 'At most 12 USDC per day by 2026-12-24', 'duration', 'until and a date'],
    [
      'from a date',
      'Up to 12 USDC per day from 2026-12-24 for 30 days',
      'duration',
      'until and a date',
    ],
    ['a date in words', 'At most 12 USDC per day until Christmas', 'duration', 'year-month-day'],
    ['two times', '12 USDC per day for 30 days until 2026-12-24', 'duration', 'more than one'],
    ['per month', '12 USDC a month', 'budget', 'for which hour, day or week'],
    ['monthly', '12 USDC monthly for 30 days', 'budget', 'for which hour, day or week'],
    ['a lone comma', '1,500 USDC per day for 30 days', 'budget', '“1,500” can mean 1.5 or 1500'],
    ['a lone point', '1.500 USDC per day for 30 days', 'budget', '“1.500” can mean 1.5 or 1500'],
    ['gas with a lone point', 'Gas: 1.500 ETH per day', 'gas', '“1.500” can mean 1.5 or 1500'],
    ['a third decimal', '$1.125 per day', 'budget', '“1.125” can mean 1.1250 or 1125'],
    ['a decimal comma', '12,5 USDC per day', 'budget', 'thousands or decimals'],
    ['a German amount', '1.500,00 USDC per day', 'budget', 'thousands or decimals'],
    ['for a day', 'Budget: 12 USDC for a day', 'budget', 'for which hour, day or week'],
    ['a range', 'Up to 10-12 USDC per day', 'budget', 'range'],
  ])('with %s is asked about', (_, text, about, why) => {
    const { request, questions } = compile(text);

    expect(request).toBeNull();
    expect(questions.find((question) => question.about === about)?.why).toContain(why);
  });

  it.each([
    'The pool yields 12 USDC per day',
    'Rent is 12 USDC per day for 30 days',
    'The market gives 12 USDC a day',
    'Twelve USDC per day',
    'It made 12 USDC per day',
    '12 USDC',
    '30 days',
  ])('is no budget when it may be something else: %s', (text) => {
    const { request, questions } = compile(text);

    expect(request).toBeNull();
    expect(questions.some(({ about }) => about === 'budget')).toBe(true);
  });

  it('takes how often for how often, not for how long', () => {
    const { request } = compile('Spend up to 10 USDC per day and rebalance every 30 days.');

    expect(request?.days).toBe(7);
  });
});

describe('what goes beyond the usual', () => {
  it('is flagged: over 100 USDC in a day, or over 90 days', () => {
    expect(compile('Budget: 100 USDC/day for 90 days').overrides).toEqual([]);
    expect(compile('Budget: 100.000001 USDC/day for 91 days').overrides).toEqual([
      'amount',
      'days',
    ]);
    expect(compile('Budget: 101 USDC/week').overrides).toEqual(['amount']);
    expect(overridesOf({ runway: { amount: 5n * USDC, every: HOUR }, days: 1 })).toEqual([
      'amount',
    ]);
  });
});

describe('any text', () => {
  const word = fc.constantFrom(
    'budget',
    'spend',
    '10',
    '1,000',
    '.',
    '\n',
    'USDC',
    '$',
    'per',
    'day',
    '/day',
    'week',
    'not',
    'until',
    '2026-10-01',
    'for',
    '7',
    'days',
    'gas',
    'ETH',
    '0x',
    '~',
    '-',
    'k',
    'replicants',
    'if',
  );

  it('never throws, is quick, and never yields an amount that is not written in it', () => {
    const started = workMs();

    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), (words) => {
        const { request } = compile(words.join(' '));
        const amounts = words.flatMap((one) =>
          /^[\d,]+$/.test(one) ? [Number(one.replace(',', ''))] : [],
        );

        if (request) expect(amounts).toContain(Number(request.runway.amount / USDC));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => void compile(text)),
    );
    for (const part of ['0', '10 USDC ', 'budget ', '$1', '<', '<!--', '~~', 'until ']) {
      compile(part.repeat(590 / part.length));
      compile(`${part.repeat(60)}\n`.repeat(100));
    }
    expect(workMs() - started).toBeLessThan(5000);
  });
});
