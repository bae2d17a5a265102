// Leases and the links they hang on.
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { type GolemPolicyTerms, golemPolicy } from '../../src/core/caveats/golem-policy';
import { type Delegation, hashDelegation } from '../../src/core/delegations/delegation';
import type { LimitScene } from '../../src/core/delegations/read-limits';
import {
  aHash,
  anAddress,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  USDC_ON_BASE,
} from './builders';
import { aDelegation, grantCaveats } from './delegations';
import { signedBy } from './signed';

export const REPLICANT = anAddress(0x7e);
export const PAYEE = anAddress(0xca);

/** Five USDC in any 24 hours for three days, two of them for Replicants. */
export function aLease(over: Partial<GolemPolicyTerms> = {}): GolemPolicyTerms {
  return {
    token: USDC_ON_BASE,
    cap: 5_000_000n,
    unitExponent: 2,
    replicantCap: 2_000_000n,
    expiry: BigInt(NOW + 3 * 86_400),
    owner: OWNER,
    epoch: 0n,
    budgetId: 1n,
    generation: 1n,
    golemId: aHash(0x1d),
    maxAge: 3600n,
    sessionKey: SESSION_KEY,
    payees: [PAYEE],
    ...over,
  };
}

/** A scene that knows of no spending. */
export function aLimitScene(over: Partial<LimitScene> = {}): LimitScene {
  return { chainId: BASE, paid: () => [], ...over };
}

/** The guardian's link to the session key of the lease. */
export function leaseLink(
  grant: Delegation,
  over: Partial<GolemPolicyTerms> = {},
  delegator: Address = GUARDIAN,
): Delegation {
  const lease = aLease(over);
  const terms = golemPolicy.encode(lease);
  return aDelegation({
    delegator,
    delegate: lease.sessionKey,
    authority: hashDelegation(grant),
    caveats: [{ enforcer: golemPolicy.address, terms, args: '0x' }],
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

/** The owner's grant to Atlas's guardian, really signed. */
export async function aSignedGrant(
  owner: PrivateKeyAccount,
  over: Partial<Delegation> = {},
): Promise<Delegation> {
  const delegation = aDelegation({ delegator: owner.address.toLowerCase() as Address, ...over });
  return signedBy(owner, delegation, BASE);
}
