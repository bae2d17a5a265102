// How long a Golem lasts, in words: for its owner in the Snap and on the site, and for the agent's model.
import type { AmountWords } from '../chain/money';
import { dateWords, durationWords } from '../chain/time';
import { BOUNDS, type Burn, burnPerDay, type Lasting, type Until } from './lasting';

/** "Lasts until about 24 Nov 2026 10:00 UTC: then the owner's account is empty." */
export function lastsWords({ first: { by, at, surely }, term }: Lasting, now: number): string {
  if (at <= now) return OVER[by](term);
  const about = by === 'expiry' ? '' : 'about ';
  return `Lasts until ${about}${dateWords(at)}${surely ? '' : ' at most'}: ${THEN[by](term)}.`;
}

type Term = Lasting['term'];

const THEN: Record<Lasting['first']['by'], (term: Term) => string> = {
  cap: () => 'it spends faster than its cap renews, and then waits for the next reset',
  balance: () => "then the owner's account is empty",
  gas: () => 'then its gas is used up',
  expiry: (term) => `then its ${term} expires`,
};

const OVER: Record<Lasting['first']['by'], (term: Term) => string> = {
  cap: () => 'Its cap is used up until the next reset.',
  balance: () => "The owner's account is empty.",
  gas: () => 'Its gas is used up.',
  expiry: (term) => `Its ${term} has expired.`,
};

export function burnWords(burn: Burn, amounts: AmountWords): string {
  if (burn.kind === 'unknown') return 'What it spent in the last 7 days is not known.';
  const time = durationWords(burn.seconds);
  if (burn.kind === 'none') return `It has spent nothing in ${time}.`;
  const least = burn.atLeast ? 'at least ' : '';
  const sum = `${least}${amounts(burn.spent)} in ${time}`;
  if (burn.kind === 'early') return `It spent ${sum}: too short a time to tell a pace.`;
  return `It spends ${least}${amounts(burnPerDay(burn) ?? 0n)} a day (${sum}).`;
}

/** Bound by bound: "about 24 Nov 2026 10:00 UTC", "renewed in time", "not known". */
export function boundsWords({ bounds, term }: Lasting): { label: string; value: string }[] {
  const labels = { cap: 'Cap', balance: 'Balance', gas: 'Gas', expiry: `End of its ${term}` };
  return BOUNDS.map((by) => ({ label: labels[by], value: untilWords(bounds[by], by) }));
}

function untilWords(until: Until, by: Lasting['first']['by']): string {
  switch (until.is) {
    case 'at':
      return `${by === 'expiry' ? '' : 'about '}${dateWords(until.at)}`;
    case 'renewed':
      return 'renewed in time';
    case 'unspent':
      return 'nothing takes from it';
    case 'unknown':
      return 'not known';
  }
}
