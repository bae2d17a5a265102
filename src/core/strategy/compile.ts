// STRATEGY.md to the least that carries it out (seed 002 S9, corrected: the seed's estimates are
// suggestions in a question, never a grant). Each part of the request names the sentence it comes from.
// Never wider than the text: unclear is asked, different amounts are asked, times are rounded down.
import type { Address } from 'viem';
import { usdcOf } from '../chain/addresses';
import { DAY } from '../chain/time';
import { USUAL_DAYS, USUAL_USDC } from '../runway/usual';
import { type Capability, readStrategy, type Statement } from './strategy';
import {
  type Allowance,
  type Answer,
  amountOf,
  ask,
  daysOf,
  type Question,
  rateOf,
  type Spending,
  statementsOf,
} from './strategy-answers';

export type StrategyRequest = {
  chainId: number;
  /** USDC of the chain. */
  token: Address;
  runway: Allowance;
  days: number;
  /** null = anyone. */
  payees: Address[] | null;
  /** Native currency for gas, in wei; null = the text names none. */
  gas: Allowance | null;
  /** The part of the runway for Replicants; null = none. */
  replicants: Allowance | null;
};

/** `source` null = a default of Bardo's, not of the text. */
export type Part = {
  field: 'runway' | 'days' | 'payees' | 'gas' | 'replicants';
  source: string | null;
};

export type Override = 'amount' | 'days';

export type Compiled = {
  /** null until the text answers every question but the one about gas. */
  request: StrategyRequest | null;
  parts: Part[];
  questions: Question[];
  /** What MetaMask cannot grant by ERC-7715 (transfers only): it needs a mandate of its own. */
  mandates: { capability: Capability; source: string }[];
  /** Beyond the usual: the owner must say yes to it explicitly. */
  overrides: Override[];
};

export function compileStrategy(
  text: string,
  { chainId, now }: { chainId: number; now: number },
): Compiled {
  const statements = readStrategy(text);
  const answers = {
    runway: amountOf(statements, 'budget'),
    gas: amountOf(statements, 'gas'),
    replicants: amountOf(statements, 'replicants'),
    days: daysOf(statements, now),
  };
  const payees = statementsOf(statements, 'payee');
  const questions = [
    ...statementsOf(statements, 'unclear').map((one) => ask(one.about, one.why, one.source)),
    ...(usdcOf(chainId) ? [] : [ask('budget', 'Bardo knows no USDC on this chain', null)]),
    ...Object.values(answers).flatMap((answer) => answer.questions),
    ...tooMuch(answers.runway.value, answers.replicants.value),
  ];
  const open = questions.some(({ about }) => about !== 'gas');
  const request = open ? null : requestOf(answers, payees, chainId);
  return {
    request,
    questions,
    parts: [
      ...payees.map(({ source }): Part => ({ field: 'payees', source })),
      ...FIELDS.flatMap((field): Part[] => {
        const { value } = answers[field];
        return value ? [{ field, source: value.source }] : [];
      }),
    ],
    mandates: mandatesOf(statements),
    overrides: request ? overridesOf(request) : [],
  };
}

const FIELDS = ['runway', 'days', 'gas', 'replicants'] as const;

type Answers = {
  runway: Answer<Spending>;
  gas: Answer<Spending>;
  replicants: Answer<Spending>;
  days: ReturnType<typeof daysOf>;
};

function requestOf(
  { runway, gas, replicants, days }: Answers,
  payees: readonly { payee: Address }[],
  chainId: number,
): StrategyRequest | null {
  const token = usdcOf(chainId);
  if (!token || !runway.value || !days.value) return null;
  return {
    chainId,
    token,
    runway: allowance(runway.value),
    days: days.value.days,
    payees: payees.length > 0 ? [...new Set(payees.map(({ payee }) => payee))] : null,
    gas: gas.value && allowance(gas.value),
    replicants: replicants.value && allowance(replicants.value),
  };
}

/** More than the usual leaves in a day, or for longer than usual. A week's amount may leave in one day. */
export function overridesOf({
  runway,
  days,
}: Pick<StrategyRequest, 'runway' | 'days'>): Override[] {
  const inADay = runway.amount * BigInt(Math.max(1, Math.floor(DAY / runway.every)));
  return [
    ...(inADay > BigInt(USUAL_USDC) * 10n ** 6n ? (['amount'] as const) : []),
    ...(days > USUAL_DAYS ? (['days'] as const) : []),
  ];
}

function tooMuch(runway: Spending | null, replicants: Spending | null): Question[] {
  if (!runway || !replicants || rateOf(replicants) <= rateOf(runway)) return [];
  return [ask('replicants', 'it is more than the whole budget', replicants.source)];
}

/** Every capability but Replicants, each with the first sentence that asks for it. */
function mandatesOf(statements: readonly Statement[]): Compiled['mandates'] {
  const first = new Map<Capability, string>();
  for (const { capability, source } of statementsOf(statements, 'capability')) {
    if (capability !== 'replicants' && !first.has(capability)) first.set(capability, source);
  }
  return [...first].map(([capability, source]) => ({ capability, source }));
}

function allowance({ amount, every }: Allowance): Allowance {
  return { amount, every };
}
