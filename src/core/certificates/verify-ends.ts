// The ends and sums a certificate states, held against the logs of its steps.
import { ENDED_GENERATION } from '../caveats/golem-policy';
import type { Question } from '../chain/questions';
import * as QUESTIONS from '../chain/questions';
import type { Certificate, CertifiedStep } from '../protocol/certificate';
import { addedTo, type Fact } from './event-fact';

/** Of the chain as it is now. Throws when it does not answer. */
export type Asking = <A extends readonly unknown[], T>(
  question: Question<A, T>,
  ...about: A
) => Promise<T>;

/** The event tells the period's total; the payment is what it added since the step before. */
export function spentBy(step: CertifiedStep, fact: Fact, totals: Map<string, Fact>): bigint {
  const hash = `${step.delegationHash}`;
  const added = addedTo(totals.get(hash), fact);
  totals.set(hash, fact);
  return added;
}

export function sumProblems({ steps, spent, diedAt, cause }: Certificate): string[] {
  const sum = steps.reduce((total, step) => total + BigInt(step.amount ?? 0), 0n);
  const ordered = steps.every((step, index) => {
    const before = steps[index - 1];
    if (!before || before.blockNumber < step.blockNumber) return true;
    return before.blockNumber === step.blockNumber && before.logIndex < step.logIndex;
  });
  const last = steps.filter((step) => endsIn(step, cause)).at(-1);
  return [
    ...(`${sum}` === spent ? [] : ['The steps do not add up to what was spent.']),
    ...(ordered ? [] : ['The steps are not in the order of the chain.']),
    ...(last ? [] : ['No step shows the end it names.']),
    ...(cause !== 'terminal' || last?.at === diedAt ? [] : ['It died at another time.']),
  ];
}

function endsIn(step: CertifiedStep, cause: Certificate['cause']): boolean {
  if (cause === 'terminal') return step.event === 'phase' && step.phase === 4;
  return step.event === (cause === 'ended' ? 'raised' : 'disabled');
}

/** What the chain says today: the end must have lasted. */
export async function endProblems(certificate: Certificate, ask: Asking): Promise<string[]> {
  const { cause, guardian, golemId, leases, grants } = certificate;
  if (cause === 'terminal' && guardian) {
    const { phase } = await ask(QUESTIONS.phase, guardian, golemId);
    return phase === 4 ? [] : ['The oracle does not say terminal.'];
  }
  if (cause === 'ended' && guardian) {
    const budgets = [...new Set(leases.map(({ budgetId }) => budgetId))];
    const floors = await Promise.all(
      budgets.map((budgetId) => ask(QUESTIONS.budget, guardian, budgetId)),
    );
    return floors.some(({ floor }) => floor === ENDED_GENERATION)
      ? []
      : ['No budget of it is ended.'];
  }
  const disabled = await Promise.all(grants.map((hash) => ask(QUESTIONS.disabled, hash)));
  return disabled.includes(true) ? [] : ['None of its grants is disabled.'];
}
