// What a strategy leaves open is asked, never guessed.
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/core/chain/time';
import { compileStrategy } from '../../../src/core/strategy/compile';
import { BASE, NOW } from '../../vectors/builders';

const compile = (text: string, chainId = BASE) => compileStrategy(text, { chainId, now: NOW });
const USDC = 1_000_000n;
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('what is unclear is asked, never guessed', () => {
  it.each([
    ['a range', 'Budget: 10-20 USDC per day', 'range'],
    ['about', 'Spend about 10 USDC per day', 'not exact'],
    ['~', 'Budget: ~10 USDC per day', 'not exact'],
    ['no period', 'Budget: 10 USDC', 'for which hour, day or week'],
    ['a month', 'Budget: 10 USDC per month', 'for which hour, day or week'],
    ['two periods', 'Budget: 10 USDC per day or week', 'for which hour, day or week'],
    ['two amounts', 'Spend 10 USDC per day, at most 50 USDC per week', 'more than one amount'],
    ['k', 'Budget: 1k USDC per day', 'cannot be read'],
    ['a decimal comma', 'Budget: 1,5 USDC per day', 'thousands or decimals'],
    ['a lone comma', 'Budget: 1,500 USDC per day', '“1,500” can mean 1.5 or 1500'],
    ['a lone point', 'Budget: 12.000 USDC per day', '“12.000” can mean 12 or 12000'],
    ['a space', 'Budget: 1 500 USDC per day', 'range'],
    ['words', 'Budget: ten dollars per day', 'cannot be read'],
    ['other digits', 'Budget: １０ USDC per day', 'cannot be read'],
    ['too fine', 'Budget: 0.0000001 USDC per day', 'cannot be read'],
    ['nothing', 'Budget: 0 USDC per day', 'nothing at all'],
    ['another token', 'Budget: 10 DAI per day', 'nothing else'],
    ['euros', 'Budget: €10 per day', 'nothing else'],
    ['ETH as budget', 'Spend 1 ETH per day', 'gas is paid in ETH'],
    ['a condition', 'If volume is above 1000000 USDC per day, spend more', 'depends'],
    ['a refusal', 'Do not spend 10 USDC per day', 'depends'],
  ])('%s', (_, text, why) => {
    const { request, questions } = compile(text);

    expect(request).toBeNull();
    expect(questions.find(({ about }) => about === 'budget')?.why).toContain(why);
    expect(questions.find(({ about }) => about === 'budget')?.source).toBe(text);
  });

  it('different amounts, with the smaller as a suggestion', () => {
    const { request, questions } = compile('Budget: 10 USDC/day. Spend up to 35 USDC per week.');

    expect(request).toBeNull();
    expect(questions[0]).toMatchObject({ suggestion: { amount: 35n * USDC, every: 7 * DAY } });
    expect(questions[0]?.why).toContain('Spend up to 35 USDC per week');
  });
});

describe('unclear times, payees and Replicants are asked', () => {
  it.each([
    ['months', 'Runway: 3 months', 'days or weeks'],
    ['two times', 'Runway: 3 days, expires after 9 days', 'more than one time'],
    ['a date in words', 'The budget is valid until Christmas', 'year-month-day'],
    ['a date that does not exist', 'The budget is valid until 2027-02-29', 'year-month-day'],
    ['a date that has passed', 'The budget is valid until 2026-01-01', 'less than a day'],
    ['no days', 'Runway: 0 days', 'no length of time'],
    ['two sentences that differ', 'Runway: 3 days. Duration: 9 days', 'another time'],
  ])('time: %s', (_, text, why) => {
    const { request, questions } = compile(`Budget: 10 USDC/day. ${text}`);

    expect(request).toBeNull();
    expect(questions.find(({ about }) => about === 'duration')?.why).toContain(why);
  });

  it('a payee whose checksum is wrong', () => {
    const { request, questions } = compile(
      `Budget: 10 USDC/day. Pay ${PAYEE.replace('E7', 'e7')}.`,
    );

    expect(request).toBeNull();
    expect(questions.some(({ about }) => about === 'payee')).toBe(true);
  });

  it.each([
    ['an exception', `Do not pay anyone but ${PAYEE}`, 'whom not to pay'],
    ['a stranger to avoid', `Never pay ${PAYEE}`, 'whom not to pay'],
    ['a name that can change hands', 'Payee: atlas.eth', 'write the address'],
    ['somebody without an address', 'Pay only the compute provider', 'without an address'],
    ['nobody else', 'Pay nobody else', 'without an address'],
    ['a list that is not there', 'Allowlisted recipients', 'without an address'],
  ])('payees: %s, because a permission without payees pays anyone', (_, text, why) => {
    const { request, questions } = compile(`Budget: 10 USDC/day. ${text}.`);

    expect(request).toBeNull();
    expect(questions.find(({ about }) => about === 'payee')?.why).toContain(why);
  });

  it.each([`Send money only to ${PAYEE}`, `Transfers go to ${PAYEE}`, `Whitelist: ${PAYEE}`])(
    'reads a payee however it is named: %s',
    (text) => {
      expect(compile(`Budget: 10 USDC/day. ${text}.`).request?.payees).toEqual([
        PAYEE.toLowerCase(),
      ]);
    },
  );

  it.each(['Pays only on Mondays', 'Pays for compute', 'Never pay more than 10 USDC per day'])(
    'limits no payee by %s',
    (text) => {
      expect(compile(`Budget: 10 USDC/day. ${text}.`).request?.payees).toBeNull();
    },
  );

  it('more for Replicants than for all', () => {
    const { questions } = compile('Budget: 10 USDC/day. Replicants spend 20 USDC/day.');

    expect(questions.find(({ about }) => about === 'replicants')?.why).toContain(
      'more than the whole',
    );
  });
});

describe('what is missing is asked too', () => {
  it('a missing budget, with the usual of such strategies as a suggestion', () => {
    const suggested = (text: string) =>
      compile(text).questions.find(({ about }) => about === 'budget')?.suggestion?.amount;

    expect(suggested('Swap ETH')).toBe(100n * USDC);
    expect(suggested('Provide liquidity')).toBe(500n * USDC);
    expect(suggested('Keep a vault and bridge home')).toBe(1200n * USDC);
    expect(compile('Swap ETH').request).toBeNull();
  });

  it('missing gas money, without holding up the rest', () => {
    const { request, questions } = compile('Budget: 10 USDC/day.');

    expect(request?.gas).toBeNull();
    expect(questions.map(({ about }) => about)).toEqual(['gas']);
  });

  it('a chain without USDC, a text too long, a sentence too long, hidden characters', () => {
    const texts = [
      'a'.repeat(70_000),
      `Budget: 10 USDC/day ${'x '.repeat(400)}`,
      'Budget: 1\u200b0 USDC/day',
    ];

    expect(compile('Budget: 10 USDC/day', 31_337).request).toBeNull();
    for (const text of texts) {
      expect(compile(text).request).toBeNull();
      expect(compile(text).questions[0]?.about).toBe('text');
    }
  });
});
