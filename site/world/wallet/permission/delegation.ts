// The delegation MetaMask's permissions Snap builds for a request: its own caveat builders, its order of
// caveats, its encoder, so that the context is the same bytes.
import { randomBytes } from 'node:crypto';
import {
  createErc20TokenAllowanceCaveats,
  createErc20TokenPeriodicCaveats,
  createErc20TokenStreamCaveats,
  createNativeTokenAllowanceCaveats,
  createNativeTokenPeriodicCaveats,
  createNativeTokenStreamCaveats,
} from '@metamask/7715-permission-types';
import {
  createAllowedCalldataTerms,
  createAllowedTargetsTerms,
  createNonceTerms,
  createRedeemerTerms,
  createTimestampTerms,
  encodeDelegations,
  ROOT_AUTHORITY,
} from '@metamask/delegation-core';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import { type Address, type Hex, padHex } from 'viem';
import type { Wanted } from './request';

const CONTRACTS = DELEGATOR_CONTRACTS['1.3.0']?.[84_532] as Record<string, Address>;
const MAX = `0x${'ff'.repeat(32)}` as const;

export const DELEGATION_MANAGER = contract('DelegationManager');

export function contract(name: string): Address {
  const address = CONTRACTS[name];
  if (!address) throw new Error(`MetaMask's package has no address of ${name}.`);
  return address;
}

type Caveat = { enforcer: Hex; terms: Hex; args: Hex };
export type Unsigned = {
  delegate: Address;
  delegator: Address;
  authority: Hex;
  caveats: Caveat[];
  salt: bigint;
};

export function delegationOf(wanted: Wanted, owner: Address, nonce: Hex): Unsigned {
  const { expiresAt, redeemers, payees } = wanted;
  const erc20 = wanted.type.startsWith('erc20');
  return {
    delegate: wanted.to,
    delegator: owner,
    authority: ROOT_AUTHORITY,
    caveats: [
      ...typeCaveats(wanted),
      ...(expiresAt === null
        ? []
        : [
            caveat(
              'Timestamp',
              createTimestampTerms({ afterThreshold: 0, beforeThreshold: expiresAt }),
            ),
          ]),
      ...(redeemers ? [caveat('Redeemer', createRedeemerTerms({ redeemers }))] : []),
      ...(payees ? (erc20 ? payees.map(erc20Payee) : [nativePayees(payees)]) : []),
      caveat('Nonce', createNonceTerms({ nonce: padHex(nonce, { size: 32 }) })),
    ],
    salt: BigInt(`0x${randomBytes(32).toString('hex')}`),
  };
}

export function contextOf(delegation: Unsigned, signature: Hex): Hex {
  return encodeDelegations([{ ...delegation, signature }]);
}

function typeCaveats(wanted: Wanted): Caveat[] {
  const permission = {
    type: wanted.type,
    isAdjustmentAllowed: wanted.isAdjustmentAllowed,
    data: filled(wanted),
  };
  const contracts = {
    erc20PeriodTransferEnforcer: CONTRACTS.ERC20PeriodTransferEnforcer,
    erc20StreamingEnforcer: CONTRACTS.ERC20StreamingEnforcer,
    nativeTokenPeriodTransferEnforcer: CONTRACTS.NativeTokenPeriodTransferEnforcer,
    nativeTokenStreamingEnforcer: CONTRACTS.NativeTokenStreamingEnforcer,
    exactCalldataEnforcer: CONTRACTS.ExactCalldataEnforcer,
    valueLteEnforcer: CONTRACTS.ValueLteEnforcer,
  };
  const build = BUILDERS[wanted.type];
  if (!build) throw new Error(`No caveats are known for ${wanted.type}.`);
  return build({ permission, contracts } as never) as Caveat[];
}

const BUILDERS: { [type: string]: (input: never) => object[] } = {
  'erc20-token-periodic': createErc20TokenPeriodicCaveats,
  'erc20-token-stream': createErc20TokenStreamCaveats,
  'erc20-token-allowance': createErc20TokenAllowanceCaveats,
  'native-token-periodic': createNativeTokenPeriodicCaveats,
  'native-token-stream': createNativeTokenStreamCaveats,
  'native-token-allowance': createNativeTokenAllowanceCaveats,
};

/** What the site may leave out of a stream: it then starts with nothing and never stops growing. */
function filled({ type, data }: Wanted): object {
  if (!type.endsWith('stream')) return data;
  return { ...data, initialAmount: data.initialAmount ?? '0x0', maxAmount: data.maxAmount ?? MAX };
}

/** The first argument of `transfer(to, amount)`. */
function erc20Payee(payee: Address): Caveat {
  const value = padHex(payee, { size: 32 });
  return caveat('AllowedCalldata', createAllowedCalldataTerms({ startIndex: 4, value }));
}

function nativePayees(payees: Address[]): Caveat {
  return caveat('AllowedTargets', createAllowedTargetsTerms({ targets: payees }));
}

function caveat(name: string, terms: Hex): Caveat {
  return { enforcer: contract(`${name}Enforcer`), terms, args: '0x' };
}
