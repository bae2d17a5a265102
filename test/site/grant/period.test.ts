// Grants of a week or a month, leases that are smaller and shorter than their grant, and one payee without a lease: what
// the form reads, what the wallet is asked, and what the chain and the control plane show.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ask, leaseEndOf, startDraft, startLease, wantedOf } from '../../../site/grant/draft';
import { readForm } from '../../../site/grant/form';
import { EMPTY_FIELDS, type FormFields } from '../../../site/grant/form-fields';
import { grantWords } from '../../../site/grant/grant.words';
import { changeForm } from '../../../site/grant/prefill';
import { riskLines } from '../../../site/grant/risk';
import { runSteps } from '../../../site/grant/run-steps';
import { differencesOf, readGrant } from '../../../site/grant/terms';
import { pinsPayee } from '../../../site/wallet/grant-support';
import { readChain } from '../../../site/wallet/reads';
import { PAYEE } from '../../agent/stage';
import { anAddress, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';
import { chain, fresh, golem, guardian, house, owner, stage } from './granting';

const DAY = 86_400;
const WEEK = 7 * DAY;
const [OWNER, GUARDIAN, OTHER] = [anAddress(0x33), anAddress(0x44), anAddress(0x55)];
const origin = { chainId: 84_532, request: null, replaces: null, exactly: false };
const whole: FormFields = {
  ...EMPTY_FIELDS,
  ...{ golem: 'atlas', name: 'Atlas', sessionKey: SESSION_KEY, payees: PAYEE },
};

function read(over: Partial<FormFields> = {}, { withSnap = true, pins = false } = {}) {
  const parties = { owner: OWNER, guardian: withSnap ? GUARDIAN : null, withSnap, pins };
  return readForm({ ...whole, ...over }, origin, parties);
}

describe('the form', () => {
  it('reads a week’s amount, and what of it a day may take', () => {
    const fields = { amount: '70', period: 'week', daily: '20', days: '14' } as const;

    expect(read(fields)).toMatchObject({
      ok: true,
      ask: { cap: '70000000', periodSeconds: WEEK, leaseCap: '20000000', days: 14 },
    });
    expect(read({ ...fields, daily: '' })).toMatchObject({ ok: true, ask: { cap: '70000000' } });
    expect(read({ amount: '10', daily: '3' })).not.toHaveProperty('ask.leaseCap');
  });

  it.each<[Partial<FormFields>, keyof FormFields, string]>([
    [{ period: 'week', amount: '70', daily: '71' }, 'daily', grantWords.form.badDaily],
    [{ period: 'week', amount: '70', daily: 'x' }, 'daily', grantWords.form.badDaily],
    [{ period: 'month', amount: '5000', override: true }, 'daily', grantWords.form.noDaily],
    [
      { period: 'week', amount: '70', daily: '5', replicants: '6' },
      'replicants',
      grantWords.form.badReplicants,
    ],
    [{ leaseDays: '8' }, 'leaseDays', grantWords.form.badLeaseDays],
    [{ leaseDays: '0' }, 'leaseDays', grantWords.form.badLeaseDays],
  ])('says what is wrong: %j', (over, field, sentence) => {
    const reading = read(over);

    expect(reading).toMatchObject({ ok: false, problems: { [field]: sentence } });
  });

  it('wants an explicit yes only for what a day may take', () => {
    const fields = { amount: '700', period: 'week' } as const;

    expect(read({ ...fields, daily: '100' }).overrides).toEqual([]);
    expect(read(fields).overrides).toEqual(['amount']);
    expect(read({ ...fields, daily: '100' }, { withSnap: false }).overrides).toEqual(['amount']);
  });

  it('takes one payee without a Snap where the wallet pins it, and none where it does not', () => {
    const pinned = { withSnap: false, pins: true };

    expect(read({}, pinned)).toMatchObject({ ok: true, ask: { payees: [PAYEE] } });
    expect(read({ payees: '' }, pinned)).toMatchObject({ ok: true, ask: { payees: [] } });
    expect(read({ payees: `${PAYEE} ${OTHER}` }, pinned)).toMatchObject({
      problems: { payees: grantWords.form.onePayee },
    });
    expect(read({ payees: SESSION_KEY }, pinned)).toMatchObject({
      problems: { payees: grantWords.form.payeeFaults.key },
    });
    expect(read({ payees: `${PAYEE} ${OTHER}` }, { withSnap: false })).toMatchObject({
      ask: { payees: [] },
    });
  });

  it('starts a new grant from the week that is there, and a new lease from its day', () => {
    const lease = {
      ...{ generation: 1, budgetId: '1', sessionKey: SESSION_KEY },
      ...{ cap: '20000000', expiresAt: NOW + DAY },
    };
    const permission = aPermission({ cap: '70000000', periodSeconds: WEEK, lease });
    const known = { id: 'atlas', name: 'Atlas', chainId: 84_532, guardian: GUARDIAN } as never;
    const present = { permission, rules: null };

    expect(changeForm(known, present).fields).toMatchObject({
      ...{ amount: '70', period: 'week', daily: '20' },
    });
    expect(changeForm(known, present, { grant: '0x' }).fields).toMatchObject({
      ...{ amount: '20', period: 'day', daily: '' },
    });
    const odd = {
      permission: { ...permission, periodSeconds: 14 * DAY, lease: null },
      rules: null,
    };
    expect(changeForm(known, odd).fields).toMatchObject({ amount: '5', period: 'day' });
  });
});

describe('the worst case', () => {
  const lines = (over: Partial<Ask>) => {
    const reading = read({ amount: '70', days: '14', period: 'week', override: true });
    if (!reading.ok) throw new Error('the form is whole');
    const about = { owner: OWNER, guardian: GUARDIAN, now: 1_800_000_000 };
    const none = { others: [], guardians: [], holdings: [], grant: null };
    return riskLines({ ...about, ...none, ask: { ...reading.ask, ...over } }).join(' ');
  };

  it('of a week’s grant is no more than its weeks, however long a day’s lease could spend', () => {
    expect(lines({})).toContain('70 USDC at once');
    expect(lines({ leaseCap: '20000000' })).toContain('20 USDC at once');
    expect(lines({ leaseCap: '20000000' })).toContain(', 140 USDC by');
  });

  it('ends with a lease that ends before its grant', () => {
    expect(lines({ leaseCap: '20000000', leaseDays: 2 })).toContain(', 40 USDC by');
  });
});

describe('a walk', () => {
  let weekly: Partial<Ask>;
  beforeEach(() => {
    const cap = { cap: '70000000', periodSeconds: WEEK, leaseCap: '20000000' };
    weekly = { ...cap, days: 14, leaseDays: 3, gasPulls: 0 };
  });

  it('through a week’s grant ends with a day’s lease on it, as the chain counts', async () => {
    const done = await runSteps(fresh(weekly), stage.house);

    const { permissions, contexts } = await golem();
    const [permission] = permissions;
    expect(done.step).toBe('done');
    expect(permission).toMatchObject({
      ...{ cap: '70000000', periodSeconds: WEEK, left: '20000000' },
      lease: { cap: '20000000', expiresAt: leaseEndOf({ leaseDays: 3 }, done.startAt, 1e10) },
    });
    expect(permission?.lease?.expiresAt).toBeLessThan(permission?.expiresAt ?? 0);
    // The relay opens the Golem's record: before, no lease pays.
    await house.round();
    const facts = await readChain(stage.wallet, {
      ...{ chainId: chain.chainId, context: contexts[0]?.context ?? '0x' },
      ...{ golem: stage.golem, guardian: guardian() },
    });
    expect(facts).toMatchObject({ available: 20_000_000n, held: 1_000_000_000n });
  });

  it('extends and shortens a running lease within its grant', async () => {
    const { context, ask } = await runSteps(fresh(weekly), stage.house);
    const end = async (leaseDays?: number) => {
      const { leaseDays: _, ...rest } = ask;
      const next = leaseDays === undefined ? rest : { ...rest, leaseDays };
      const about = { guardian: guardian(), now: house.plane.now(), grant: context ?? '0x' };
      await runSteps(startLease(owner(), next, about), stage.house);
      const [permission] = (await golem()).permissions;
      return { lease: permission?.lease?.expiresAt ?? 0, grant: permission?.expiresAt ?? 0 };
    };

    const [now, shorter] = [house.plane.now(), await end(1)];
    expect(shorter.lease - now).toBeLessThan(DAY + 120);
    const whole = await end();
    expect(whole.lease).toBe(whole.grant);
    const beyond = await end(3650);
    expect(beyond.lease).toBe(beyond.grant);
  });

  it('waits for the owner where the wallet granted another period', async () => {
    const grant = stage.wallet.script.wallet_requestExecutionPermissions;
    stage.wallet.script.wallet_requestExecutionPermissions = (([wanted]: [
      { permission: { data: object } },
    ]) => {
      const { permission } = wanted;
      const data = { ...permission.data, periodDuration: DAY };
      return grant?.([{ ...wanted, permission: { ...permission, data } }] as never);
    }) as never;

    const stopped = await runSteps(fresh(weekly), stage.house);

    expect(stopped.step).toBe('review');
    const read = readGrant(stopped.context ?? '0x', chain.chainId);

    expect(read.ok && differencesOf(read.terms, wantedOf(stopped))).toMatchObject([
      { what: grantWords.period, requested: 'every 7 days', granted: 'every day', how: 'wider' },
    ]);
  });

  it('without a Snap has MetaMask pin the payee, and shows where it did not', async () => {
    const ask = stage.ask({ gasPulls: 0 });
    const alone = () => startDraft(owner(), ask, { guardian: null, now: house.plane.now() });
    const done = await runSteps(alone(), stage.house);
    const read = readGrant(stage.grants.at(-1) ?? '0x', chain.chainId);

    expect(done.step).toBe('done');
    expect(read.ok && read.terms.payees).toEqual([PAYEE]);
    const { terms } = read as { terms: Parameters<typeof differencesOf>[0] };
    expect(differencesOf({ ...terms, payees: null }, wantedOf(done))).toMatchObject([
      { what: grantWords.payees, requested: PAYEE, granted: grantWords.anyone, how: 'wider' },
    ]);
    expect(differencesOf({ ...terms, payees: [OTHER] }, wantedOf(done))).toMatchObject([
      { what: grantWords.payees, how: 'other' },
    ]);
  });
});

it.each([
  [{ chainIds: ['0x1'], ruleTypes: ['expiry', 'payee'] }, true],
  [{ chainIds: ['0x1'], ruleTypes: ['expiry'] }, false],
  [{ chainIds: ['0x1'] }, false],
  [{ ruleTypes: 'payee' }, false],
  [undefined, false],
])('a wallet that says %j pins a payee: %s', (type, pins) => {
  expect(pinsPayee({ form: 'newer', types: { 'erc20-token-periodic': type } })).toBe(pins);
  expect(pinsPayee({ form: 'older' })).toBe(false);
});
