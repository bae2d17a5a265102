// Whom a lease may pay. Gas is burnt by the session key itself, so gas money must reach it; any other money must not
// pass through it: a key that holds dollars is a key worth stealing, and what it passes on no lease can bound.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';

type Paying = {
  /** null = native currency, gas money. */
  token: Address | null;
  sessionKey: Address;
};

/** Why these payees are not for such a lease; null when they are. */
export function payeesProblem(
  { token, sessionKey }: Paying,
  payees: readonly Address[],
): string | null {
  const paysKey = payees.some((payee) => sameAddress(payee, sessionKey));
  if (token !== null && paysKey) return 'a payee is the session key itself';
  if (token === null && !paysKey) return 'gas money must reach the session key: name it as a payee';
  const distinct = new Set(payees.map((payee) => payee.toLowerCase()));
  return distinct.size === payees.length ? null : 'a payee is named twice';
}

/** Whether one payment may go to the key that makes it. */
export function mayKeep({ token }: Pick<Paying, 'token'>): boolean {
  return token === null;
}
