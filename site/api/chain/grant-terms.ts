// What a context really grants, read by core from its bytes. Nothing is taken from the request that led to
// it: the owner may have changed amount, period or end in the wallet.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../../../src/core/bytes/abi';
import { allowedCalldata } from '../../../src/core/caveats/allowed-calldata';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { readCaveat } from '../../../src/core/caveats/list';
import { nativeTokenPeriodTransfer } from '../../../src/core/caveats/native-token-period-transfer';
import { nonce as nonceCaveat } from '../../../src/core/caveats/nonce';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { isWalletRule } from '../../../src/core/caveats/wallet-list';
import { sameAddress } from '../../../src/core/chain/addresses';
import {
  brokenLink,
  type Delegation,
  decodeContext,
  hashDelegation,
  isOpen,
} from '../../../src/core/delegations/delegation';
import { least } from '../../../src/core/delegations/meter';
import { demand, Problem } from '../problem';

export type GrantTerms = {
  root: Delegation;
  hash: Hex;
  owner: Address;
  delegate: Address;
  /** null = native currency. */
  token: Address | null;
  cap: bigint;
  periodSeconds: number;
  startAt: number;
  expiresAt: number;
  nonce: bigint | null;
  payee: Address | null;
};

/** Ten years, as the status protocol bounds it; an allowance "for ever" is not a runway. */
const LONGEST_PERIOD = 315_360_000n;
const LATEST = 9_999_999_999n;

/** Leaf first. Throws `bad_request` unless it is one sound chain of at least `links` links. */
export function readLinks(context: string, links: number): Delegation[] {
  const chain = decoded(context as Hex);
  demand(chain.length === links, 'bad_request', `A chain of ${links} links was expected here.`);
  const broken = brokenLink(chain);
  demand(broken === null, 'bad_request', `The chain does not fit together: ${broken}.`);
  demand(!chain.some(isOpen), 'bad_request', 'A link is open to anyone.');
  return chain;
}

export function readGrant(context: string, chainId: number): GrantTerms {
  const [root] = readLinks(context, 1) as [Delegation];
  for (const { enforcer, terms } of root.caveats) {
    const rule = readCaveat(enforcer, terms, { chainId, now: 0 });
    demand(
      rule.terms !== null && isWalletRule(enforcer),
      'bad_request',
      'The grant carries a rule Bardo cannot read.',
    );
  }
  const budget = budgetOf(root);
  return {
    root,
    hash: hashDelegation(root),
    owner: lower(root.delegator),
    delegate: lower(root.delegate),
    ...budget,
    ...endOf(root),
    nonce: termsOf(root, nonceCaveat)[0]?.nonce ?? null,
    payee: payeeOf(root),
  };
}

type Readable<T> = { address: Address; decode: (terms: Hex) => T };

function termsOf<T>({ caveats }: Delegation, { address, decode }: Readable<T>): T[] {
  return caveats
    .filter(({ enforcer }) => sameAddress(enforcer, address))
    .map(({ terms }) => decode(terms));
}

function budgetOf(root: Delegation) {
  const budgets = [
    ...termsOf(root, erc20PeriodTransfer),
    ...termsOf(root, nativeTokenPeriodTransfer).map((terms) => ({ ...terms, token: null })),
  ];
  const [budget] = budgets;
  demand(budget && budgets.length === 1, 'bad_request', 'The grant is not one budget per period.');
  const { token, periodAmount, periodDuration, startDate } = budget;
  demand(
    periodDuration > 0n && periodDuration <= LONGEST_PERIOD && periodAmount > 0n,
    'bad_request',
    'The budget of the grant is not one per period.',
  );
  demand(startDate > 0n && startDate <= LATEST, 'bad_request', 'The grant never starts.');
  return {
    token: token && lower(token),
    cap: periodAmount,
    periodSeconds: Number(periodDuration),
    startAt: Number(startDate),
  };
}

function endOf(root: Delegation): { expiresAt: number } {
  const ends = termsOf(root, timestamp).flatMap(({ before }) => (before > 0n ? [before] : []));
  const [first, ...rest] = ends;
  demand(first, 'bad_request', 'The grant has no end. Disable it and grant one that has.');
  const end = rest.reduce(least, first);
  demand(end <= LATEST, 'bad_request', 'The grant ends too far in the future.');
  return { expiresAt: Number(end) };
}

function payeeOf(root: Delegation): Address | null {
  const pinned = termsOf(root, allowedCalldata).find(
    ({ start, value }) => start === 4n && /^0x0{24}[0-9a-f]{40}$/i.test(value),
  );
  return pinned ? lower(`0x${pinned.value.slice(26)}`) : null;
}

function decoded(context: Hex): Delegation[] {
  try {
    return decodeContext(context);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Problem('bad_request', `The context cannot be read: ${error.reason}.`);
  }
}

function lower(address: string): Address {
  return address.toLowerCase() as Address;
}
