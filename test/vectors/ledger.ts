// One Golem with its signed chain of links and what a calm block of the chain says about it.
import type { Hex } from 'viem';
import type { Facts } from '../../src/core/audit/facts';
import type { Target } from '../../src/core/audit/questions';
import type { GolemPolicyTerms } from '../../src/core/caveats/golem-policy';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { encodeContext } from '../../src/core/delegations/delegation';
import { type GrantedChain, readGrantedChain } from '../../src/core/delegations/delegation-chain';
import { golemIdOf } from '../../src/core/protocol/messages';
import type { Permission } from '../../src/core/protocol/status';
import { aGolem, aPermission, BASE, NOW, OWNER } from './builders';
import { aDelegation } from './delegations';
import { leaseLink } from './leases';

export function aContext(over: Partial<GolemPolicyTerms> = {}): Hex {
  const grant = aDelegation();
  return encodeContext([leaseLink(grant, { golemId: golemIdOf('atlas'), ...over }), grant]);
}

export function aHeld(over: Partial<GolemPolicyTerms> = {}): GrantedChain {
  return readGrantedChain(aContext(over), BASE) as GrantedChain;
}

/** As an honest server lists it. */
export function listed(held: GrantedChain, over: Partial<Permission> = {}): Permission {
  const { lease, grant } = held;
  return aPermission({
    cap: `${grant.cap}`,
    left: '5000000',
    startAt: grant.startAt,
    expiresAt: grant.expiresAt ?? 0,
    delegationHashes: [...held.hashes],
    lease: lease && {
      generation: Number(lease.terms.generation),
      budgetId: `${lease.terms.budgetId}`,
      sessionKey: held.redeemer,
      cap: `${lease.terms.cap}`,
      expiresAt: Number(lease.terms.expiry),
    },
    ...over,
  });
}

export function aTarget(over: Partial<Target> = {}): Target {
  const held = over.held ?? [aHeld()];
  return {
    id: 'atlas',
    chainId: BASE,
    owner: OWNER,
    golem: aGolem(),
    permissions: held.map((one) => listed(one)),
    unasked: [],
    guardian: null,
    ...over,
    held,
  };
}

export function someFacts(over: Partial<Facts> = {}): Facts {
  return {
    chainId: BASE,
    block: 100,
    time: NOW,
    disabled: () => false,
    nonce: () => 0n,
    epoch: () => 0n,
    budget: () => ({ floor: 1n, units: 0n }),
    vitality: () => ({ phase: 'thriving', reportedAt: NOW - 60 }),
    periodLeft: () => 10_000_000n,
    balance: () => 50_000_000n,
    gas: () => 1_000_000n,
    paused: false,
    manager: () => FRAMEWORK.delegationManager,
    blockHash: () => null,
    ...over,
  };
}
