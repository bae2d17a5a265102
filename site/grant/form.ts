// What the owner types, to what is asked for. Every field that is wrong says so in its own words.
import { type Address, isAddress } from 'viem';
import { lower } from '../../src/core/bytes/hex';
import { usdcOf } from '../../src/core/chain/addresses';
import { DAY, HOUR } from '../../src/core/chain/time';
import { typedAmount } from '../../src/core/chain/typed-amount';
import { payeeFault } from '../../src/core/runway/payees';
import { overridesOf } from '../../src/core/strategy/compile';
import type { Ask } from './draft';
import { type FormFields, PERIODS } from './form-fields';
import { doubtIn, gasIn } from './gas';
import { grantWords } from './grant.words';

export type FieldName = keyof FormFields;
export type Origin = {
  chainId: number;
  request: string | null;
  replaces: string | null;
  exactly: boolean;
};

type Overrides = ('amount' | 'days')[];

/** `sketch`: as much of it as the worst case needs, which is there before names and ticks are; null without an amount. */
type Common = { overrides: Overrides; sketch: Ask | null };
export type FormReading = Common & ({ ok: true; ask: Ask } | { ok: false; problems: Problems });

const USDC_DECIMALS = 6;
const MAX_USDC = 10n ** 18n;

/** A lease on USDC counts in hundreds of base units, and at most 2^24 - 1 of them a day. */
export const LEASE_UNIT = 2;
const MIN_LEASE = 10n ** BigInt(LEASE_UNIT);
const MAX_LEASE = (2n ** 24n - 1n) * MIN_LEASE;

export type Parties = {
  owner: Address | null;
  /** null = not known. Nobody of these is paid. */
  guardian: Address | null;
  /** A lease names the payees and holds the cap. */
  withSnap: boolean;
  /** Without a Snap: MetaMask's own rule can pin one payee. */
  pins?: boolean;
};

export function readForm(fields: FormFields, origin: Origin, parties: Parties): FormReading {
  const values = valuesOf(fields, origin.chainId);
  // Nothing holds them there: whoever has the key pays whom it likes.
  const read = parties.withSnap || parties.pins ? values : { ...values, payees: [] };
  const { days } = read;
  const inADay = parties.withSnap ? dailyOf(read) : read.cap;
  const overrides =
    inADay && days ? overridesOf({ runway: { amount: inADay, every: DAY }, days }) : [];
  const problems = problemsOf(fields, read, parties);
  if (overrides.length > 0 && !fields.override) problems.override = grantWords.form.override;
  const { sessionKey, payees } = read;
  const ask = sessionKey && payees ? askOf(fields, origin, { ...read, sessionKey, payees }) : null;
  const sketch = sketchOf(fields, origin, read, problems);
  return ask && Object.keys(problems).length === 0
    ? { ok: true, overrides, sketch: ask, ask }
    : { ok: false, overrides, sketch, problems };
}

/** Whom it pays, and by which key, changes nothing about how much can be taken. */
function sketchOf(fields: FormFields, origin: Origin, read: Read, problems: Problems): Ask | null {
  if (problems.amount || problems.days || problems.daily || problems.leaseDays) return null;
  const { replicants } = read;
  const daily = dailyOf(read);
  const least = daily && replicants && replicants > daily ? daily : replicants;
  return askOf(fields, origin, { ...read, ...SOMEBODY, replicants: least });
}

const SOMEBODY = {
  sessionKey: `0x${'11'.repeat(20)}`,
  payees: [`0x${'22'.repeat(20)}`],
} as const;

type Read = ReturnType<typeof valuesOf>;
type Named = Omit<Read, 'sessionKey' | 'payees'> & {
  sessionKey: Address;
  payees: readonly Address[];
};

/** null when it cannot be read how much it is about. */
function askOf(fields: FormFields, origin: Origin, read: Named): Ask | null {
  const { cap, days, sessionKey, payees, token } = read;
  if (!cap || !days || !token) return null;
  return {
    ...origin,
    golem: fields.golem,
    name: read.name,
    sessionKey,
    payees: [...payees],
    token,
    cap: `${cap}`,
    days,
    ...(read.periodSeconds === DAY ? {} : { periodSeconds: read.periodSeconds }),
    ...(read.daily === null ? {} : { leaseCap: `${read.daily}` }),
    ...(read.leaseDays === null ? {} : { leaseDays: read.leaseDays }),
    replicantCap: `${read.replicants ?? 0n}`,
    maxAgeSeconds: (read.silence ?? 24) * HOUR,
    gasPulls: read.gasPulls ?? 0,
    gasDaily: `${read.gasDaily ?? 0n}`,
  };
}

/** null = it cannot be read. */
function valuesOf(fields: FormFields, chainId: number) {
  return {
    name: fields.name.trim() || fields.golem,
    sessionKey: keyIn(fields.sessionKey),
    payees: payeesIn(fields.payees),
    cap: amountOf(usdcIn(fields.amount)),
    periodSeconds: PERIODS[fields.period],
    // A day's grant is its own daily limit.
    daily: fields.period === 'day' || blank(fields.daily) ? null : amountOf(usdcIn(fields.daily)),
    days: wholeIn(fields.days, 1, 3650),
    leaseDays: wholeIn(fields.leaseDays, 1, 3650),
    replicants: amountOf(usdcIn(fields.replicants, true)),
    silence: wholeIn(fields.silence, 1, 720),
    gasPulls: wholeIn(fields.gasPulls, 0, 1000),
    gasDaily: amountOf(gasIn(fields.gasDaily)),
    token: usdcOf(chainId),
  };
}

function blank(text: string): boolean {
  return text.trim() === '';
}

/** What a lease lets through in any 24 hours. */
function dailyOf({ cap, daily }: Pick<Read, 'cap' | 'daily'>): bigint | null {
  return cap !== null && daily !== null && daily < cap ? daily : cap;
}

function amountOf(reading: AmountReading): bigint | null {
  return 'value' in reading ? reading.value : null;
}

function problemIn(reading: AmountReading): string | false {
  return 'problem' in reading && reading.problem;
}

/** An amount that is smaller than another has a sentence of its own for all but this. */
function commaIn(text: string): string | null {
  return doubtIn(text, typedAmount(text, USDC_DECIMALS));
}

type Problems = Partial<Record<FieldName, string>>;
type Found = [FieldName, string | false][];

function problemsOf(fields: FormFields, read: Read, parties: Parties): Problems {
  const { payees, sessionKey, token } = read;
  const { withSnap } = parties;
  const fault =
    payees?.length && sessionKey && token && payeeFault({ ...parties, token, sessionKey }, payees);
  const found: Found = [
    ['golem', !/^[a-z0-9-]{1,64}$/.test(fields.golem) && grantWords.form.badId],
    ['name', !/^[A-Za-z0-9 _-]{1,24}$/.test(read.name) && grantWords.form.badName],
    ['sessionKey', sessionKey === null && grantWords.form.badAddress],
    ['payees', withSnap && payees?.length === 0 && grantWords.form.noPayee],
    ['payees', payees === null && grantWords.form.badPayees],
    ['payees', fault ? grantWords.form.payeeFaults[fault] : false],
    ['payees', !withSnap && (payees?.length ?? 0) > 1 && grantWords.form.onePayee],
    ...amountProblems(fields, read, withSnap),
    ...timeProblems(fields, read, withSnap),
    ['gasPulls', read.gasPulls === null && grantWords.form.badPulls],
    ['gasDaily', problemIn(gasIn(fields.gasDaily))],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== false));
}

function amountProblems(fields: FormFields, read: Read, withSnap: boolean): Found {
  const { cap, replicants, token } = read;
  const daily = dailyOf(read);
  const uncountable = withSnap && daily !== null && (daily < MIN_LEASE || daily > MAX_LEASE);
  const longer = withSnap && fields.period !== 'day';
  const tooMuch = read.daily === null || (cap !== null && read.daily > cap);
  const { badDaily, noDaily, badReplicants } = grantWords.form;
  return [
    ['amount', problemIn(usdcIn(fields.amount))],
    ['amount', uncountable && !longer && grantWords.form.uncountable],
    ['amount', token === null && grantWords.form.noUsdc],
    ['daily', uncountable && longer && noDaily],
    ['daily', longer && !blank(fields.daily) && tooMuch && badDaily],
    ['replicants', replicants !== null && daily !== null && replicants > daily && badReplicants],
    ['replicants', replicants === null && (commaIn(fields.replicants) || badReplicants)],
  ];
}

function timeProblems(fields: FormFields, read: Read, withSnap: boolean): Found {
  const { days, leaseDays, silence } = read;
  const tooLong = leaseDays === null || (days !== null && leaseDays > days);
  const shorter = withSnap && !blank(fields.leaseDays);
  return [
    ['days', days === null && grantWords.form.badDays],
    ['leaseDays', shorter && tooLong && grantWords.form.badLeaseDays],
    ['silence', silence === null && grantWords.form.badSilence],
  ];
}

export type AmountReading = { value: bigint } | { problem: string };

/** Up to six decimals and below a trillion; above zero, unless nothing will do. */
export function usdcIn(text: string, orNothing = false): AmountReading {
  const read = typedAmount(text, USDC_DECIMALS);
  const doubt = doubtIn(text, read);
  if (doubt) return { problem: doubt };
  const fits = read.ok && read.value < MAX_USDC && (read.value > 0n || orNothing);
  return fits ? { value: read.value } : { problem: grantWords.form.badAmount };
}

/** A wrong checksum is a typing error, and a typing error pays a stranger. */
function addressIn(text: string): Address | null {
  return isAddress(text) ? lower(text) : null;
}

function keyIn(text: string): Address | null {
  const key = addressIn(text.trim());
  return key && BigInt(key) > 0n ? key : null;
}

/** Each once, however often it was typed. */
function payeesIn(text: string): Address[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const payees = parts.flatMap((part) => addressIn(part) ?? []);
  return payees.length === parts.length ? [...new Set(payees)] : null;
}

function wholeIn(text: string, min: number, max: number): number | null {
  const value = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}
