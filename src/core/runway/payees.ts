// Whom a lease may pay: the one rule, for whoever asks for payees, signs them, keeps them or draws on them. Gas is
// burnt by the session key itself, so gas money must reach it; any other money must not pass through it: a key that
// holds dollars is a key worth stealing, and what it passes on no lease can bound.
import type { Address } from 'viem';
import { ZERO_ADDRESS } from '../caveats/bardo-terms';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import { MULTICALL3 } from '../chain/multicall';

type Parties = {
  /** null = native currency, gas money. */
  token: Address | null;
  /** As far as they are known where the rule is asked. */
  owner?: Address | null;
  guardian?: Address | null;
};
type Paying = Parties & { sessionKey: Address };

/** As many as fit into the terms of a lease. */
export const MAX_PAYEES = 8;

const FAULTS = {
  many: `more than ${MAX_PAYEES} payees`,
  nobody: 'a payee is the zero address',
  key: 'a payee is the session key itself',
  party: 'a payee is the owner, the guardian or a contract of the system',
  twice: 'a payee is named twice',
  keyless: 'gas money must reach the session key: name it as a payee',
} as const;
export type PayeeFault = keyof typeof FAULTS;

/** What is wrong with these payees; null when nothing is. Nobody to pay is no fault here: a request may name none. */
export function payeeFault(paying: Paying, payees: readonly Address[]): PayeeFault | null {
  const { token, sessionKey } = paying;
  const paysKey = payees.some((payee) => sameAddress(payee, sessionKey));
  if (payees.length > MAX_PAYEES) return 'many';
  if (payees.some((payee) => sameAddress(payee, ZERO_ADDRESS))) return 'nobody';
  if (token !== null && paysKey) return 'key';
  if (payees.some((payee) => isParty(payee, paying))) return 'party';
  if (new Set(payees.map((payee) => payee.toLowerCase())).size < payees.length) return 'twice';
  return token === null && !paysKey ? 'keyless' : null;
}

/** The same in words. */
export function payeesProblem(paying: Paying, payees: readonly Address[]): string | null {
  const fault = payeeFault(paying, payees);
  return fault && FAULTS[fault];
}

const MACHINES: readonly Address[] = [
  ...Object.values(FRAMEWORK),
  ...Object.values(BARDO),
  MULTICALL3,
];

/** Nobody of these is a payee or a Golem: money sent there is lost, or the rule protects nothing. */
export function isParty(one: Address, { token, owner, guardian }: Parties): boolean {
  return [...MACHINES, token, owner, guardian].some((other) => sameAddress(one, other));
}

/** Whether one payment may go to the key that makes it. */
export function mayKeep({ token }: Pick<Paying, 'token'>): boolean {
  return token === null;
}
