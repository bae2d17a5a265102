// What an account grants in a root delegation, if that is one budget per period, as MetaMask's ERC-7715 grants are.
// Everybody reads it here; what a reader refuses beyond that is the reader's own rule.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { lower } from '../bytes/hex';
import { NEVER } from '../caveats/budget-words';
import { erc20PeriodTransfer } from '../caveats/erc20-period-transfer';
import { readCaveat } from '../caveats/list';
import { nativeTokenPeriodTransfer } from '../caveats/native-token-period-transfer';
import { nonce } from '../caveats/nonce';
import { timestamp } from '../caveats/timestamp';
import { isWalletRule } from '../caveats/wallet-list';
import { sameAddress } from '../chain/addresses';
import type { CaveatData, Delegation } from './delegation';
import { limitsOf } from './read-limits';

export type GrantTerms = {
  root: Delegation;
  hash: Hex;
  /** The account that pays. */
  owner: Address;
  delegate: Address;
  /** null = the chain's own currency. */
  token: Address | null;
  /** Base units per period. */
  cap: bigint;
  periodSeconds: number;
  startAt: number;
  /** First second at which it is over; null = no end. */
  expiresAt: number | null;
  /** Of the owner's counter, which ends all grants; null = it does not hang on it. */
  nonce: bigint | null;
  /** null = anyone. */
  payees: readonly Address[] | null;
  /** The caveat that counts. */
  period: CaveatData;
};

/** null where the root is not exactly one budget per period, or its terms cannot be read. */
export function grantTermsOf(root: Delegation, hash: Hex, chainId: number): GrantTerms | null {
  const [period, ...more] = root.caveats.filter(({ enforcer }) => isPeriod(enforcer));
  if (!period || more.length > 0) return null;
  try {
    const { payees, meters } = limitsOf(root, { chainId, paid: () => [] }, hash);
    if (meters.length !== 1) return null;
    const { token, periodAmount, periodDuration, startDate } = periodTerms(period);
    const [counter] = root.caveats.filter(({ enforcer }) => sameAddress(enforcer, nonce.address));
    return {
      root,
      hash,
      owner: lower(root.delegator),
      delegate: lower(root.delegate),
      token: token && lower(token),
      cap: periodAmount,
      periodSeconds: Number(periodDuration),
      startAt: Number(startDate),
      expiresAt: endOf(root),
      nonce: counter ? nonce.decode(counter.terms).nonce : null,
      payees,
      period,
    };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The wallet signs its own rules only: any other was not granted by it. Each can be read. */
export function hasWalletRulesOnly({ caveats }: Delegation, chainId: number): boolean {
  return caveats.every(
    ({ enforcer, terms }) =>
      isWalletRule(enforcer) && readCaveat(enforcer, terms, { chainId, now: 0 }).terms !== null,
  );
}

/** The first of its ends; also of a grant that was over before it began. */
function endOf({ caveats }: Delegation): number | null {
  const ends = caveats
    .filter(({ enforcer }) => sameAddress(enforcer, timestamp.address))
    .map(({ terms }) => timestamp.decode(terms).before)
    .filter((before) => before > 0n && before <= NEVER)
    .map(Number);
  return ends.length > 0 ? Math.min(...ends) : null;
}

function isPeriod(enforcer: Address): boolean {
  return [erc20PeriodTransfer, nativeTokenPeriodTransfer].some(({ address }) =>
    sameAddress(enforcer, address),
  );
}

function periodTerms({ enforcer, terms }: CaveatData) {
  return sameAddress(enforcer, erc20PeriodTransfer.address)
    ? erc20PeriodTransfer.decode(terms)
    : { ...nativeTokenPeriodTransfer.decode(terms), token: null };
}
