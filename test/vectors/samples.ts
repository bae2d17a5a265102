// Calls of the owner on Base, one of every kind that Bardo reads, for tests that put them together at random.
import type { Address, Hex } from 'viem';
import { ENDED_GENERATION } from '../../src/core/caveats/golem-policy';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import type { Execution } from '../../src/core/chain/execution';
import { PERMIT2 } from '../../src/core/chain/uniswap';
import { approve, batch, MAX, panic, pay, redeemAll, send, token, toManager } from './batches';
import { anAddress, BASE, GUARDIAN, OWNER, SESSION_KEY, STRANGER, USDC_ON_BASE } from './builders';
import { aCall, VECTORS } from './calls';
import { aChain, aDelegation } from './delegations';
import { anOperation, handedIn } from './operations';

export type Sample = { name: string; call: Execution };

const ROUTER: Address = '0x2626664c2603336e57b271c5c0b26f421741e481';
const WETH: Address = '0x4200000000000000000000000000000000000006';
const NFT = anAddress(0x71);
const ZERO: Hex = `0x${'00'.repeat(32)}`;

function made(to: Address, signature: string, args: readonly unknown[], value = 0n): Execution {
  return { target: to, value, data: aCall(to, signature, args).data };
}

const at = (target: Address, data: Hex, value = 0n): Execution => ({ target, value, data });
const permit = (owner: Address, spender: Address) =>
  made(USDC_ON_BASE, 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
    ...[owner, spender, MAX, MAX, 27, ZERO, ZERO],
  ]);
const collected = (from: Address) =>
  made(
    USDC_ON_BASE,
    'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
    [from, STRANGER, 5_000_000n, 0n, MAX, ZERO, '0x'],
  );
const swap = (to: Address, least: bigint, value = 0n) =>
  made(
    ROUTER,
    'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
    [[WETH, USDC_ON_BASE, 500, to, 10n ** 15n, least, 0n]],
    value,
  );

const MADE: { readonly [name: string]: Execution } = {
  'a payment to a stranger': pay(5_000_000n),
  'a payment to the own account': pay(5n, OWNER),
  'a payment to a Golem': pay(5n, SESSION_KEY),
  'a payment to a guardian': pay(5n, GUARDIAN),
  'ether for a stranger': send(STRANGER, 10n ** 18n),
  'gas for a Golem': send(SESSION_KEY, 10n ** 15n),
  'far more than gas for a Golem': send(SESSION_KEY, 10n ** 20n),
  'ether for a guardian': send(GUARDIAN, 1n),
  'an allowance': approve(STRANGER, 5n),
  'an unlimited allowance': approve(STRANGER, MAX),
  'an unlimited allowance for Permit2': approve(PERMIT2, MAX),
  'an ended allowance': approve(STRANGER, 0n),
  'an allowance for a Golem': approve(SESSION_KEY, 5n),
  'a raised allowance': made(USDC_ON_BASE, 'increaseAllowance(address,uint256)', [STRANGER, MAX]),
  'an unlimited allowance of an unknown token': token(NFT, 'approve', STRANGER, MAX),
  'an operator': made(NFT, 'setApprovalForAll(address,bool)', [STRANGER, true]),
  'a Golem as operator': made(NFT, 'setApprovalForAll(address,bool)', [SESSION_KEY, true]),
  'an NFT for a stranger': made(NFT, 'safeTransferFrom(address,address,uint256)', [
    ...[OWNER, STRANGER, 7n],
  ]),
  'NFTs of a Golem': made(NFT, 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [
    SESSION_KEY,
    STRANGER,
    [1n, 2n],
    [MAX, MAX],
    '0x',
  ]),
  'a permit of the owner': permit(OWNER, STRANGER),
  'a permit of a Golem': permit(SESSION_KEY, STRANGER),
  'a permit of others': permit(anAddress(0x70), STRANGER),
  'a signed payment of the owner': collected(OWNER),
  'a signed payment of a Golem': collected(SESSION_KEY),
  'a Permit2 allowance for a Golem': made(PERMIT2, 'approve(address,address,uint160,uint48)', [
    ...[USDC_ON_BASE, SESSION_KEY, 5n, 0],
  ]),
  'a swap': swap(OWNER, 5n),
  'a swap at any price': swap(OWNER, 0n),
  'a swap for a stranger': swap(STRANGER, 5n),
  'a swap for a Golem': swap(SESSION_KEY, 5n),
  'wrapped ether': made(WETH, 'deposit()', [], 10n ** 15n),
  'unwrapped ether': made(WETH, 'withdraw(uint256)', [10n ** 15n]),
  'an ended permission': toManager('disableDelegation', aDelegation()),
  'an ended permission of somebody else': toManager(
    'disableDelegation',
    aDelegation({ delegator: STRANGER }),
  ),
  'a re-opened permission': toManager('enableDelegation', aDelegation({ salt: 77n })),
  'all grants ended': panic,
  'all leases ended': at(BARDO.golemPolicyEnforcer, '0x07f24dd7'),
  'a raise': made(BARDO.golemPolicyEnforcer, 'raise(address,address,uint64,uint32,bytes)', [
    FRAMEWORK.delegationManager,
    GUARDIAN,
    1n,
    Number(ENDED_GENERATION),
    '0x',
  ]),
  'a question': at(FRAMEWORK.delegationManager, '0x5c975abb'),
  'a question with money': at(FRAMEWORK.delegationManager, '0x5c975abb', 5n),
  'a call of nobody': at(STRANGER, '0xdeadbeef'),
  'a call of nobody that names a Golem': at(STRANGER, `0xdeadbeef${SESSION_KEY.slice(2)}`),
  'a broken call': at(USDC_ON_BASE, '0xa9059cbb00'),
  'an unknown function of the manager': at(FRAMEWORK.delegationManager, '0xdeadbeef'),
  'the own power': at(FRAMEWORK.delegationManager, redeemAll([{ calls: [pay(5n)] }])),
  'a permission used': at(
    FRAMEWORK.delegationManager,
    redeemAll([{ links: aChain(2), calls: [pay(5n)] }]),
  ),
  'an operation': at(FRAMEWORK.entryPoint, handedIn([anOperation(batch([pay(5n)]))])),
};

export const SAMPLES: readonly Sample[] = [
  ...Object.entries(MADE).map(([name, call]) => ({ name, call })),
  ...VECTORS.filter(({ chainId }) => chainId === BASE).map((one) => ({
    name: `${one.decoded.contract}: ${one.name}`,
    call: { target: one.to, value: BigInt(one.value ?? 0), data: one.data },
  })),
];
