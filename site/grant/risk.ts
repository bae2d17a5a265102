// The worst case in money before anything is signed, by core: the grant and the lease as they will be, on
// top of what the owner has granted already.
import type { Address, Hex } from 'viem';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { exactCalldata } from '../../src/core/caveats/exact-calldata';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { nativeTokenPeriodTransfer } from '../../src/core/caveats/native-token-period-transfer';
import { timestamp } from '../../src/core/caveats/timestamp';
import { valueLte } from '../../src/core/caveats/value-lte';
import { DAY } from '../../src/core/chain/time';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
  ROOT_AUTHORITY,
} from '../../src/core/delegations/delegation';
import { routesOf } from '../../src/core/delegations/exposure';
import type { Figure, Holding, WorstCase } from '../../src/core/delegations/pots';
import { linkOf, treeOf } from '../../src/core/delegations/tree';
import { worstCaseOf } from '../../src/core/delegations/worst-case';
import { isMore, worstCaseWords } from '../../src/core/delegations/worst-case-words';
import { golemIdOf } from '../../src/core/protocol/messages';
import { type Ask, leaseCapOf, leaseEndOf, periodOf } from './draft';
import { LEASE_UNIT } from './form';
import { GAS_UNIT, gasAsk } from './gas';

export type Risk = {
  owner: Address;
  ask: Ask;
  guardian: Address | null;
  now: number;
  /** Contexts of the owner's other live permissions on this chain, and their guardians. */
  others: readonly Hex[];
  guardians: readonly Address[];
  holdings: readonly Holding[];
  /** It is there already, and only a lease on it is new; null = both are. */
  grant: Hex | null;
};

/**
 * Sentences, worst case over everything the owner has granted on this chain. A lease counts in hours of the
 * clock, so its total depends a little on the minute it starts at, which nobody knows yet: the worst counts.
 */
export function riskLines(risk: Risk): string[] {
  const worst = new Map<string, WorstCase>();
  for (const one of STARTS.flatMap((later) => worstFrom({ ...risk, now: risk.now + later }))) {
    const money = `${one.account} ${one.token}`;
    const known = worst.get(money);
    worst.set(money, known ? worseOf(known, one) : one);
  }
  return [...worst.values()].map(worstCaseWords);
}

/** Figure by figure. */
function worseOf(a: WorstCase, b: WorstCase): WorstCase {
  const worse = (one: Figure, other: Figure) =>
    isMore(other.uncapped, one.uncapped) ? other : one;
  return {
    ...a,
    now: worse(a.now, b.now),
    anyDay: worse(a.anyDay, b.anyDay),
    untilEnd: worse(a.untilEnd, b.untilEnd),
  };
}

/** Seconds from now at which it may start, spread over an hour. */
const STARTS = [0, 1, 900, 1800, 2700];

function worstFrom(risk: Risk): WorstCase[] {
  const { ask, guardian, now, others, guardians, holdings } = risk;
  const links = [
    ...chainToBe(risk),
    ...(BigInt(ask.gasDaily ?? 0) > 0n
      ? chainToBe({ ...risk, ask: gasAsk(ask, ask.gasDaily ?? '0'), grant: null })
      : []),
    ...others.flatMap((context) => decodeContext(context)),
  ];
  const scene = { chainId: ask.chainId, paid: () => [] };
  const tree = treeOf(links.map((link) => linkOf(link, scene)));
  const safe = guardian ? [...guardians, guardian] : guardians;
  const routes = routesOf(tree, { chainId: ask.chainId, safe, ended: [] });
  return worstCaseOf(routes, { now, holdings });
}

type ToBe = Pick<Risk, 'owner' | 'ask' | 'guardian' | 'now' | 'grant'>;

/** Grant and lease as they would be, unsigned: what the chain enforces is in their rules. */
function chainToBe({ owner, ask, guardian, now, grant: given }: ToBe): Delegation[] {
  const end = BigInt(now + ask.days * DAY);
  const token = ask.token;
  const [there] = given ? decodeContext(given).slice(-1) : [];
  const grant =
    there ??
    unsigned(owner, guardian ?? ask.sessionKey, ROOT_AUTHORITY, [
      ...budgetRules(ask, now),
      rule(timestamp.address, timestamp.encode({ after: 0n, before: end })),
    ]);
  if (!guardian) return [grant];
  const terms = golemPolicy.encode({
    token,
    cap: leaseCapOf(ask),
    unitExponent: token === null ? GAS_UNIT : LEASE_UNIT,
    replicantCap: BigInt(ask.replicantCap),
    expiry: BigInt(leaseEndOf(ask, now, Number(end))),
    owner,
    epoch: 0n,
    budgetId: token === null ? 2n : 1n,
    generation: 1n,
    golemId: golemIdOf(ask.golem),
    maxAge: BigInt(ask.maxAgeSeconds),
    sessionKey: ask.sessionKey,
    payees: ask.payees,
  });
  const lease = unsigned(guardian, ask.sessionKey, hashDelegation(grant), [
    rule(golemPolicy.address, terms),
  ]);
  return [lease, grant];
}

/** As MetaMask writes them: dollars move no ether, and ether carries no call. */
function budgetRules(ask: Ask, now: number): Delegation['caveats'] {
  const { token, cap } = ask;
  const period = {
    periodAmount: BigInt(cap),
    periodDuration: BigInt(periodOf(ask)),
    startDate: BigInt(now),
  };
  if (token === null) {
    return [
      rule(nativeTokenPeriodTransfer.address, nativeTokenPeriodTransfer.encode(period)),
      rule(exactCalldata.address, exactCalldata.encode({ calldata: '0x' })),
    ];
  }
  const budget = { ...period, token };
  return [
    rule(erc20PeriodTransfer.address, erc20PeriodTransfer.encode(budget)),
    rule(valueLte.address, valueLte.encode({ maxValue: 0n })),
  ];
}

function unsigned(
  delegator: Address,
  delegate: Address,
  authority: Hex,
  caveats: Delegation['caveats'],
): Delegation {
  return { delegator, delegate, authority, caveats, salt: 0n, signature: '0x' };
}

function rule(enforcer: Address, terms: Hex) {
  return { enforcer, terms, args: '0x' as const };
}
