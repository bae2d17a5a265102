import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm, usdcIn } from '../../../site/grant/form';
import {
  EMPTY_FIELDS,
  type FormFields,
  idFrom,
  successorOf,
} from '../../../site/grant/form-fields';
import { grantWords } from '../../../site/grant/grant.words';
import { successionForm } from '../../../site/grant/prefill';
import { riskLines } from '../../../site/grant/risk';
import { FRAMEWORK } from '../../../src/core/chain/addresses';

const KEY = `0x${'11'.repeat(20)}` as const;
const PAYEE = `0x${'22'.repeat(20)}` as const;
const OWNER = `0x${'33'.repeat(20)}` as const;
const GUARDIAN = `0x${'44'.repeat(20)}` as const;
const OTHER = `0x${'55'.repeat(20)}` as const;
const NINE = Array.from({ length: 9 }, (_, index) => `0x${`${index + 1}`.repeat(40)}`).join(' ');
const origin = { chainId: 84_532, request: null, replaces: null, exactly: false };
const whole: FormFields = {
  ...EMPTY_FIELDS,
  golem: 'atlas',
  name: 'Atlas',
  sessionKey: KEY,
  payees: PAYEE,
};

function read(over: Partial<FormFields> = {}, withSnap = true) {
  const guardian = withSnap ? GUARDIAN : null;
  return readForm({ ...whole, ...over }, origin, { owner: OWNER, guardian, withSnap });
}

describe('the form', () => {
  it('starts with ten USDC a day for seven days', () => {
    expect(read()).toMatchObject({ ok: true, ask: { cap: '10000000', days: 7, payees: [PAYEE] } });
  });

  it.each<[keyof FormFields, string, string]>([
    ['golem', 'Atlas!', grantWords.form.badId],
    ['name', '[x](http://a)', grantWords.form.badName],
    ['sessionKey', '0x12', grantWords.form.badAddress],
    ['sessionKey', `0x${'00'.repeat(20)}`, grantWords.form.badAddress],
    ['sessionKey', '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', grantWords.form.badAddress],
    ['payees', 'nobody', grantWords.form.badPayees],
    ['payees', '', grantWords.form.noPayee],
    ['payees', NINE, grantWords.form.payeeFaults.many],
    ['payees', `0x${'00'.repeat(20)}`, grantWords.form.payeeFaults.nobody],
    ['payees', KEY, grantWords.form.payeeFaults.key],
    ['payees', OWNER, grantWords.form.payeeFaults.party],
    ['payees', GUARDIAN, grantWords.form.payeeFaults.party],
    ['payees', FRAMEWORK.delegationManager, grantWords.form.payeeFaults.party],
    ['amount', '1677.7216', grantWords.form.uncountable],
    ['amount', '0.00001', grantWords.form.uncountable],
    ['amount', '0', grantWords.form.badAmount],
    ['amount', '-1', grantWords.form.badAmount],
    ['amount', '1e3', grantWords.form.badAmount],
    ['amount', '1.0000001', grantWords.form.badAmount],
    ['amount', '1,500', '“1,500” can mean 1.5 or 1500: write one of these.'],
    ['amount', ' 1.500 ', '“1.500” can mean 1.5 or 1500: write one of these.'],
    ['amount', '1.125', '“1.125” can mean 1.1250 or 1125: write one of these.'],
    ['amount', '9,5', grantWords.form.comma],
    ['amount', '1 500', grantWords.form.badAmount],
    ['amount', '1000000000000', grantWords.form.badAmount],
    ['replicants', '1,500', '“1,500” can mean 1.5 or 1500: write one of these.'],
    ['replicants', '1.500', '“1.500” can mean 1.5 or 1500: write one of these.'],
    ['gasDaily', '1.500', '“1.500” can mean 1.5 or 1500: write one of these.'],
    ['replicants', '0,5', grantWords.form.comma],
    ['replicants', 'some', grantWords.form.badReplicants],
    ['gasDaily', '0,005', grantWords.form.comma],
    ['days', '1,000', grantWords.form.badDays],
    ['silence', '1,0', grantWords.form.badSilence],
    ['gasPulls', '1,000', grantWords.form.badPulls],
    ['days', '0', grantWords.form.badDays],
    ['days', '1.5', grantWords.form.badDays],
    ['replicants', '11', grantWords.form.badReplicants],
    ['silence', '0', grantWords.form.badSilence],
    ['gasPulls', '1001', grantWords.form.badPulls],
    ['gasDaily', '16.777216', grantWords.form.badGas],
    ['gasDaily', '0.0000001', grantWords.form.badGas],
    ['gasDaily', 'some', grantWords.form.badGas],
  ])('says what is wrong with %s "%s"', (field, value, sentence) => {
    const reading = read({ [field]: value });

    expect(reading).toMatchObject({ ok: false, problems: { [field]: sentence } });
  });

  it('needs no payee without a Snap', () => {
    expect(read({ payees: '' }, false).ok).toBe(true);
  });

  it.each([
    [{ amount: '100', days: '90' }, []],
    [{ amount: '100.000001' }, ['amount']],
    [{ days: '91' }, ['days']],
  ])('wants an explicit yes beyond the usual: %j', (over, overrides) => {
    const reading = read(over);

    expect(reading.overrides).toEqual(overrides);
    expect(reading.ok).toBe(overrides.length === 0);
    expect(read({ ...over, override: true }).ok).toBe(true);
  });

  it('takes each payee once, however they are separated', () => {
    expect(read({ payees: ` ${PAYEE},\n${PAYEE};${OTHER} ` })).toMatchObject({
      ask: { payees: [PAYEE, OTHER] },
    });
  });

  it('never reads more than was typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = usdcIn(text, true);
        if ('problem' in amount) return;
        expect(Number(amount.value) / 1e6).toBeCloseTo(Number(text.trim().replaceAll(',', '')), 5);
      }),
    );
    expect(usdcIn('9.5')).toEqual({ value: 9_500_000n });
    expect(usdcIn('1,500.00')).toEqual({ value: 1_500_000_000n });
  });

  it('reads the amount that the site itself filled in', () => {
    const about = { name: 'Atlas', chainId: 84_532, cap: 1_125_000n, days: 3, taken: [] };
    const { fields } = successionForm({ ...about, last: null, rules: null });

    expect(fields.amount).toBe('1.1250');
    expect(read({ amount: fields.amount })).toMatchObject({ ok: true, ask: { cap: '1125000' } });
  });

  it('starts a successor from the rules of the lease that the dead one lived on', () => {
    const rules = { payees: [PAYEE, OTHER], replicantCap: 250_000n, maxAge: 7200 };
    const about = { name: 'Atlas', chainId: 84_532, cap: 5_000_000n, days: 3, taken: [] };
    const { fields } = successionForm({ ...about, last: null, rules });

    expect(read({ ...fields, sessionKey: KEY })).toMatchObject({
      ok: true,
      ask: {
        cap: '5000000',
        days: 3,
        payees: [PAYEE, OTHER],
        replicantCap: '250000',
        maxAgeSeconds: 7200,
      },
    });
  });

  it('knows how much it is about before it knows who, and before a tick is set', () => {
    expect(read({ amount: '500', days: '100' }).sketch).toMatchObject({
      cap: '500000000',
      days: 100,
    });
    expect(read({ sessionKey: '', payees: '' }).sketch).toMatchObject({ cap: '10000000' });
    expect(read({ replicants: '11' }).sketch).toMatchObject({ replicantCap: '10000000' });
    for (const wrong of [{ amount: 'x' }, { days: '0' }, { amount: '1677.7216' }])
      expect(read(wrong).sketch).toBeNull();
  });

  it('makes an id of a name', () => {
    expect(idFrom('  My Atlas (2)! ')).toBe('my-atlas-2');
  });

  it('names a successor after the dead one, by the next number nobody has', () => {
    expect(successorOf('Atlas', [])).toEqual({ name: 'Atlas II', id: 'atlas-ii' });
    expect(successorOf('Atlas II', ['atlas-iii'])).toEqual({ name: 'Atlas IV', id: 'atlas-iv' });
    expect(successorOf('Atlas X', [])).toEqual({ name: 'Atlas 11', id: 'atlas-11' });
    const long = successorOf('A name of exactly 24 let', []);
    expect(long.name.length).toBeLessThanOrEqual(24);
    expect(read({ golem: long.id, name: long.name }).ok).toBe(true);
  });
});

describe('the worst case before signing', () => {
  const now = 1_800_000_000;
  const lines = (guardian: typeof GUARDIAN | null, over: Partial<FormFields> = {}) => {
    const reading = read(over, guardian !== null);
    if (!reading.ok) throw new Error('the form is whole');
    const none = { others: [], guardians: [], holdings: [], grant: null };
    return riskLines({ owner: OWNER, ask: reading.ask, guardian, now, ...none }).join(' ');
  };

  it('is the cap a day and the cap times the days with a lease', () => {
    expect(lines(GUARDIAN)).toContain(
      'Worst case on Base Sepolia if every key is stolen: 10 USDC at once',
    );
    expect(lines(GUARDIAN)).toContain('70 USDC');
    expect(lines(GUARDIAN)).not.toContain('20 USDC');
  });

  it('counts the gas it may refill beside the runway, each for itself', () => {
    const told = lines(GUARDIAN, { gasDaily: '0.001' });

    expect(told).toContain('Worst case on Base Sepolia if every key is stolen: 10 USDC at once');
    expect(told).toContain('70 USDC');
    expect(told).toContain('Worst case on Base Sepolia if every key is stolen: 0.001 ETH at once');
    expect(told).toContain('0.007 ETH');
  });

  it('is twice the cap around a reset without one', () => {
    expect(lines(null)).toContain(' 20 USDC in 24 hours');
  });

  it('can be told for amounts of every size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 1_677_721_500n }), (cap) => {
        const amount = `${cap / 1_000_000n}.${`${cap % 1_000_000n}`.padStart(6, '0')}`;
        expect(lines(GUARDIAN, { amount, override: true })).toContain(' USDC at once');
      }),
      { numRuns: 20 },
    );
  });
});
