// From statements to one answer for each part of a request, or the question to ask instead. The
// seed's estimates (002 S9) appear here, as suggestions beside a question.
import { DAY } from '../chain/time';
import type { Statement, Topic } from './strategy';

export type Allowance = { amount: bigint; every: number };

export type Question = {
  about: Topic;
  why: string;
  source: string | null;
  /** An estimate to show beside the question. */
  suggestion: Allowance | null;
};

export type Answer<T> = { value: T | null; questions: Question[] };

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
export type Spending = Of<'budget' | 'gas' | 'replicants'>;

/** The default window of a runway, when the text names none. */
const DEFAULT_DAYS = 7;

export function statementsOf<K extends Statement['kind']>(
  statements: readonly Statement[],
  kind: K,
): Of<K>[] {
  return statements.filter((one): one is Of<K> => one.kind === kind);
}

/** The one amount the text names; two different ones are asked about, the smaller suggested. */
export function amountOf(
  statements: readonly Statement[],
  kind: Spending['kind'],
): Answer<Spending> {
  const all = statements.filter((one): one is Spending => one.kind === kind);
  const [first] = all;
  if (!first) return { value: null, questions: missing(statements, kind) };
  const differs = all.find(({ amount, every }) => amount !== first.amount || every !== first.every);
  if (!differs) return { value: first, questions: [] };
  const { amount, every } = all.reduce((a, b) => (rateOf(b) < rateOf(a) ? b : a));
  const why = `the text names another amount elsewhere: “${differs.source}”`;
  const question = { ...ask(kind, why, first.source), suggestion: { amount, every } };
  return { value: null, questions: [question] };
}

/** Whole days, rounded down; until a date means until it begins. */
export function daysOf(
  statements: readonly Statement[],
  now: number,
): Answer<{ days: number; source: string | null }> {
  const all = [
    ...statementsOf(statements, 'duration').map(({ seconds, source }) => ({ seconds, source })),
    ...statementsOf(statements, 'until').map(({ at, source }) => ({ seconds: at - now, source })),
  ].map(({ seconds, source }) => ({ days: Math.floor(seconds / DAY), source }));
  const [first] = all;
  if (!first) return { value: { days: DEFAULT_DAYS, source: null }, questions: [] };
  const differs = all.find(({ days }) => days !== first.days);
  const why = differs
    ? `the text names another time elsewhere: “${differs.source}”`
    : 'that is less than a day away';
  return differs || first.days < 1
    ? { value: null, questions: [ask('duration', why, first.source)] }
    : { value: first, questions: [] };
}

/** Base units in 1000 days, to compare amounts of different periods without fractions. */
export function rateOf({ amount, every }: Allowance): bigint {
  return (amount * BigInt(1000 * DAY)) / BigInt(every);
}

export function ask(about: Topic, why: string, source: string | null): Question {
  return { about, why, source, suggestion: null };
}

/** Nothing is said about it, clearly or not. Replicants are nobody's need. */
function missing(statements: readonly Statement[], kind: Spending['kind']): Question[] {
  const unclear = statementsOf(statements, 'unclear');
  if (unclear.some(({ about }) => about === kind || about === 'text')) return [];
  switch (kind) {
    case 'budget':
      return [{ ...ask(kind, 'the text names no budget', null), suggestion: estimate(statements) }];
    case 'gas':
      return [{ ...ask(kind, 'the text names no gas money', null), suggestion: USUAL_GAS }];
    case 'replicants':
      return [];
  }
}

const USUAL_GAS: Allowance = { amount: 50_000_000_000_000_000n, every: DAY };

function estimate(statements: readonly Statement[]): Allowance {
  const can = statementsOf(statements, 'capability').map(({ capability }) => capability);
  const base = can.includes('vault') ? 1000n : can.includes('liquidity') ? 500n : 100n;
  return { amount: (base + (can.includes('bridge') ? 200n : 0n)) * 10n ** 6n, every: DAY };
}
