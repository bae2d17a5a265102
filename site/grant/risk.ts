// The worst case in money before anything is signed, by core: the grant and the lease as they will be, on
// top of what the owner has granted already.
import type { Address, Hex } from 'viem';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { timestamp } from '../../src/core/caveats/timestamp';
import { valueLte } from '../../src/core/caveats/value-lte';
import { DAY } from '../../src/core/chain/time';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
  ROOT_AUTHORITY,
} from '../../src/core/permissions/delegation';
import { routesOf } from '../../src/core/permissions/exposure';
import { linkOf, treeOf } from '../../src/core/permissions/tree';
import { type Holding, worstCaseOf } from '../../src/core/permissions/worst-case';
import { worstCaseLines } from '../../src/core/permissions/worst-case-words';
import { golemIdOf } from '../../src/core/protocol/messages';
import type { Ask } from './draft';

export type Risk = {
  owner: Address;
  ask: Ask;
  guardian: Address | null;
  now: number;
  /** Contexts of the owner's other live permissions on this chain, and their guardians. */
  beside: readonly Hex[];
  guardians: readonly Address[];
  holdings: readonly Holding[];
};

/** Sentences, worst case over everything the owner has granted on this chain. */
export function riskLines({
  owner,
  ask,
  guardian,
  now,
  beside,
  guardians,
  holdings,
}: Risk): string[] {
  const links = [
    ...asked(owner, ask, guardian, now),
    ...beside.flatMap((context) => decodeContext(context)),
  ];
  const scene = { chainId: ask.chainId, paid: () => [] };
  const tree = treeOf(links.map((link) => linkOf(link, scene)));
  const safe = guardian ? [...guardians, guardian] : guardians;
  const routes = routesOf(tree, { chainId: ask.chainId, safe, ended: [] });
  return worstCaseOf(routes, { now, holdings }).flatMap(worstCaseLines);
}

/** Grant and lease as they would be, unsigned: what the chain enforces is in their rules. */
function asked(owner: Address, ask: Ask, guardian: Address | null, now: number): Delegation[] {
  const end = BigInt(now + ask.days * DAY);
  const token = ask.token as Address;
  const budget = {
    token,
    periodAmount: BigInt(ask.cap),
    periodDuration: BigInt(DAY),
    startDate: BigInt(now),
  };
  const grant = unsigned(owner, guardian ?? (ask.sessionKey as Address), ROOT_AUTHORITY, [
    rule(erc20PeriodTransfer.address, erc20PeriodTransfer.encode(budget)),
    rule(valueLte.address, valueLte.encode({ maxValue: 0n })),
    rule(timestamp.address, timestamp.encode({ after: 0n, before: end })),
  ]);
  if (!guardian) return [grant];
  const terms = golemPolicy.encode({
    token,
    cap: BigInt(ask.cap),
    unitExponent: unitFor(BigInt(ask.cap)),
    replicantCap: BigInt(ask.replicantCap),
    expiry: end,
    owner,
    epoch: 0n,
    budgetId: 1n,
    generation: 1n,
    golemId: golemIdOf(ask.golem),
    maxAge: BigInt(ask.maxAgeSeconds),
    sessionKey: ask.sessionKey as Address,
    payees: ask.payees as Address[],
  });
  const lease = unsigned(guardian, ask.sessionKey as Address, hashDelegation(grant), [
    rule(golemPolicy.address, terms),
  ]);
  return [lease, grant];
}

/** A lease counts at most 2^24 - 1 units; a hundredth of a cent where that is enough. */
function unitFor(cap: bigint): number {
  let exponent = 2;
  while (cap / 10n ** BigInt(exponent) >= 2n ** 24n) exponent += 1;
  return cap < 100n ? 0 : exponent;
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
  return { enforcer, terms, args: '0x' as Hex };
}
