// Leases and the links they hang on, before their bytes: rules take lease terms already decoded.
import type { Address } from 'viem';
import {
  type CaveatData,
  type Delegation,
  hashDelegation,
} from '../../src/core/permissions/delegation';
import type { LeaseTerms } from '../../src/core/permissions/lease';
import type { LimitScene } from '../../src/core/permissions/limits';
import { anAddress, BASE, GUARDIAN, NOW, OWNER, SESSION_KEY, USDC_ON_BASE } from './builders';
import { aDelegation, grantCaveats } from './delegations';

export const REPLICANT = anAddress(0x7e);
export const PAYEE = anAddress(0xca);
/** Stands for the GolemPolicyEnforcer; its terms are an index into the leases of the scene. */
const LEASE_ENFORCER = anAddress(0x1e);

export function aLease(over: Partial<LeaseTerms> = {}): LeaseTerms {
  return {
    token: USDC_ON_BASE,
    cap: 5_000_000n,
    unitExponent: 2,
    replicantCap: 2_000_000n,
    expiresAt: NOW + 3 * 86_400,
    owner: OWNER,
    budgetId: 1n,
    generation: 1,
    sessionKey: SESSION_KEY,
    payees: [PAYEE],
    ...over,
  };
}

/** A scene that reads the lease caveats of `leaseLink` and knows of no spending. */
export function aLimitScene(
  leases: readonly LeaseTerms[] = [],
  over: Partial<LimitScene> = {},
): LimitScene {
  return {
    chainId: BASE,
    leaseOf: ({ enforcer, terms }: CaveatData) =>
      enforcer === LEASE_ENFORCER ? (leases[Number(terms)] ?? null) : null,
    paid: () => [],
    ...over,
  };
}

/** The guardian's link to the session key, carrying lease number `index` of the scene. */
export function leaseLink(
  grant: Delegation,
  index = 0,
  over: Partial<Delegation> = {},
): Delegation {
  return aDelegation({
    delegator: GUARDIAN,
    delegate: SESSION_KEY,
    authority: hashDelegation(grant),
    caveats: [{ enforcer: LEASE_ENFORCER, terms: `0x0${index}`, args: '0x' }],
    ...over,
  });
}

/** A child's link with MetaMask's own rules: at most `periodAmount` a day. */
export function childLink(
  parent: Delegation,
  delegate: Address = REPLICANT,
  over: Parameters<typeof grantCaveats>[0] = {},
): Delegation {
  return aDelegation({
    delegator: parent.delegate,
    delegate,
    authority: hashDelegation(parent),
    caveats: grantCaveats({ periodAmount: '0x0f4240', ...over }).slice(0, -1),
  });
}
