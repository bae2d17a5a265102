// Delegations as MetaMask builds them: its own caveat builders, encoders and deployed addresses.

import { createErc20TokenPeriodicCaveats } from '@metamask/7715-permission-types';
import {
  createAllowedCalldataTerms,
  createNonceTerms,
  createTimestampTerms,
} from '@metamask/delegation-core';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import type { Address, Hex } from 'viem';
import {
  type CaveatData,
  type Delegation,
  hashDelegation,
  ROOT_AUTHORITY,
} from '../../src/core/delegations/delegation';
import type { TypedMessage } from '../../src/core/signatures/typed-message';
import { anAddress, BASE, GUARDIAN, NOW, OWNER, SESSION_KEY, USDC_ON_BASE } from './builders';

const DEPLOYED = DELEGATOR_CONTRACTS['1.3.0']?.[BASE] as Record<string, Address>;

/** The account of MetaMask's permission Snap, the only one that speaks for the wallet. */
export const PERMISSION_SNAP = 'npm:@metamask/gator-permissions-snap';

const EXPIRY = NOW + 7 * 86_400;

export function enforcer(name: string): Address {
  const address = DEPLOYED[`${name}Enforcer`];
  if (!address) throw new Error(`MetaMask deploys no ${name}Enforcer.`);
  return address;
}

export function aCaveat(name: string, terms: Hex): CaveatData {
  return { enforcer: enforcer(name), terms, args: '0x' };
}

/** The caveats of an `erc20-token-periodic` grant, in MetaMask's order: budget, expiry, payee, nonce. */
export function grantCaveats(
  over: {
    periodAmount?: Hex;
    periodDuration?: number;
    expiry?: number | null;
    payee?: Address;
  } = {},
): CaveatData[] {
  const { periodAmount = '0x989680', periodDuration = 86_400, expiry = EXPIRY, payee } = over;
  const budget = createErc20TokenPeriodicCaveats({
    permission: {
      type: 'erc20-token-periodic',
      isAdjustmentAllowed: false,
      data: {
        tokenAddress: USDC_ON_BASE,
        periodAmount,
        periodDuration,
        startTime: NOW,
        justification: 'Atlas lives on this',
      },
    },
    contracts: {
      erc20PeriodTransferEnforcer: enforcer('ERC20PeriodTransfer'),
      valueLteEnforcer: enforcer('ValueLte'),
    },
  }) as CaveatData[];
  const until = { afterThreshold: 0, beforeThreshold: expiry ?? 0 };
  return [
    ...budget,
    ...(expiry === null ? [] : [aCaveat('Timestamp', createTimestampTerms(until))]),
    ...(payee ? [aCaveat('AllowedCalldata', payeeTerms(payee))] : []),
    aCaveat('Nonce', createNonceTerms({ nonce: `0x${'00'.repeat(32)}` })),
  ];
}

function payeeTerms(payee: Address): Hex {
  return createAllowedCalldataTerms({
    startIndex: 4,
    value: `0x${'00'.repeat(12)}${payee.slice(2)}`,
  });
}

/** The owner's grant to Atlas's guardian. */
export function aDelegation(over: Partial<Delegation> = {}): Delegation {
  return {
    delegate: GUARDIAN,
    delegator: OWNER,
    authority: ROOT_AUTHORITY,
    caveats: grantCaveats(),
    salt: 0x5a17n,
    signature: `0x${'51'.repeat(65)}`,
    ...over,
  };
}

/** Leaf first: owner → guardian → session key → a Replicant, as far as `links` reaches. */
export function aChain(links: number): Delegation[] {
  const holders = [GUARDIAN, SESSION_KEY, anAddress(0x7e)];
  let chain = [aDelegation()];
  for (let index = 1; index < links; index += 1) {
    const parent = chain[0] as Delegation;
    const caveats = grantCaveats({ periodAmount: '0x4c4b40' }).slice(0, 3);
    const delegate = holders[index] as Address;
    const authority = hashDelegation(parent);
    chain = [aDelegation({ delegate, delegator: parent.delegate, authority, caveats }), ...chain];
  }
  return chain;
}

/** The typed data MetaMask's permission Snap has the wallet sign for a grant. */
export function aGrantMessage(
  delegation: Delegation = aDelegation(),
  over: Partial<TypedMessage> = {},
): TypedMessage {
  const { signature: _, salt, caveats, ...rest } = delegation;
  return {
    primaryType: 'Delegation',
    domain: {
      name: 'DelegationManager',
      version: '1',
      chainId: BASE,
      verifyingContract: DEPLOYED.DelegationManager as string,
    },
    types: {
      Caveat: [
        { name: 'enforcer', type: 'address' },
        { name: 'terms', type: 'bytes' },
      ],
      Delegation: [
        { name: 'delegate', type: 'address' },
        { name: 'delegator', type: 'address' },
        { name: 'authority', type: 'bytes32' },
        { name: 'caveats', type: 'Caveat[]' },
        { name: 'salt', type: 'uint256' },
      ],
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
    },
    message: {
      ...rest,
      caveats: caveats.map((caveat) => ({ ...caveat })),
      salt: `0x${salt.toString(16)}`,
    },
    metadata: { origin: 'https://bardo.ai', justification: 'Atlas lives on this' },
    ...over,
  };
}
