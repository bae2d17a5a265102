// The steps of a grant as a person counts them, at most four; the machine's own steps stand inside.
import type { Draft, Step } from './draft';

export type HumanStep = 'terms' | 'grant' | 'account' | 'lease' | 'old';

const INSIDE: Record<Exclude<HumanStep, 'terms'>, readonly Step[]> = {
  grant: ['golem', 'intent', 'ask', 'asked', 'review'],
  account: ['account', 'gas', 'register'],
  lease: ['lease', 'tell'],
  old: ['replace'],
};

/** What decides which of them there are. */
type Walk = {
  replaces: boolean;
  leased: boolean;
  leaseOnly: boolean;
  gasOnly: boolean;
  gas: boolean;
};

export function humanStepsOf({ replaces, leased, leaseOnly, gasOnly, gas }: Walk): HumanStep[] {
  if (leaseOnly) return gas ? ['terms', 'account', 'lease'] : ['terms', 'lease'];
  // Who replaces a grant has an account that is ready: what is left of that step belongs to the grant.
  const ready = replaces || gasOnly;
  return [
    'terms',
    'grant',
    ...(ready ? [] : ['account' as const]),
    ...(leased ? ['lease' as const] : []),
    ...(replaces ? ['old' as const] : []),
  ];
}

export function walkOf({
  ask,
  guardian,
  leaseOnly,
}: Pick<Draft, 'ask' | 'guardian' | 'leaseOnly'>): Walk {
  return {
    replaces: ask.replaces !== null,
    leased: guardian !== null,
    leaseOnly,
    gasOnly: ask.token === null,
    gas: ask.gasPulls > 0,
  };
}

/** null = all are behind it. */
export function humanStepOf(draft: Draft): HumanStep | null {
  if (draft.step === 'done') return null;
  const steps = humanStepsOf(walkOf(draft));
  const order = ['grant', 'account', 'lease', 'old'] as const;
  const own = order.find((one) => INSIDE[one].includes(draft.step)) ?? 'grant';
  if (steps.includes(own)) return own;
  return own === 'account' ? 'grant' : null;
}
