// MetaMask's enforcers on a chain of their own, called as the manager calls them. Their code is that of MetaMask's
// package, or of its deployment record where the package is behind it.

import * as abis from '@metamask/delegation-abis';
import * as creationCodes from '@metamask/delegation-abis/bytecode';
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { mined } from '../../contracts/mined';
import { DEPLOYER } from '../../site/world/chain/anvil';
import { encodeMode } from '../../src/core/chain/execution';
import recorded from '../vectors/framework-codes.json';
import { type Anvil, startAnvil } from './anvil';

export const SINGLE = encodeMode({ calls: 'single', onFailure: 'revert' });
export const BATCH = encodeMode({ calls: 'batch', onFailure: 'revert' });

/** Stands in for the manager: enforcers that ask for it were built with its address. */
export const MANAGER = privateKeyToAccount(DEPLOYER).address;

const HOOKS = parseAbi([
  'function beforeAllHook(bytes terms, bytes args, bytes32 mode, bytes execution, bytes32 hash, address delegator, address redeemer)',
  'function beforeHook(bytes terms, bytes args, bytes32 mode, bytes execution, bytes32 hash, address delegator, address redeemer)',
  'function afterHook(bytes terms, bytes args, bytes32 mode, bytes execution, bytes32 hash, address delegator, address redeemer)',
  'function afterAllHook(bytes terms, bytes args, bytes32 mode, bytes execution, bytes32 hash, address delegator, address redeemer)',
]);

const RECORDED_TERMS: Record<string, Abi> = {
  SpecificActionERC20TransferBatchEnforcer: parseAbi([
    'struct Terms { address token; address recipient; uint256 amount; address target; uint256 value; bytes data; }',
    'function getTermsInfo(bytes terms) pure returns (Terms)',
  ]),
  ERC20MultiOperationIncreaseBalanceEnforcer: rises('address, address, uint256'),
  ERC721MultiOperationIncreaseBalanceEnforcer: rises('address, address, uint256'),
  ERC1155MultiOperationIncreaseBalanceEnforcer: rises('address, address, uint256, uint256'),
  NativeTokenMultiOperationIncreaseBalanceEnforcer: rises('address, uint256'),
};

export type Use = {
  terms: Hex;
  args?: Hex;
  mode?: Hex;
  execution?: Hex;
  hash?: Hex;
  delegator?: Address;
};

type HookName = 'beforeAllHook' | 'beforeHook' | 'afterHook' | 'afterAllHook';

export type Framework = {
  at: (name: string) => Promise<Address>;
  read: (name: string, functionName: string, args: readonly unknown[]) => Promise<unknown>;
  /** Goes on chain when it passes; null = it passed, otherwise why not. */
  use: (name: string, hook: HookName, use: Use) => Promise<string | null>;
  send: (to: Address, data: Hex) => Promise<void>;
  stop: () => void;
};

export async function startFramework(): Promise<Framework> {
  const anvil: Anvil = await startAnvil();
  const transport = http(anvil.rpc);
  const chain = createPublicClient({ chain: foundry, transport, pollingInterval: 20 });
  const account = privateKeyToAccount(DEPLOYER);
  const wallet = createWalletClient({ account, chain: foundry, transport });
  const known = new Map<string, Promise<Address>>();

  const deploy = async (name: string): Promise<Address> => {
    const args = await constructorArgs(name, at);
    const data = encodeDeployData({ abi: abiOf(name), bytecode: codeOf(name), args });
    const hash = await wallet.sendTransaction({ data });
    const { contractAddress } = await mined(chain, hash);
    if (!contractAddress) throw new Error(`${name} was not deployed`);
    return contractAddress;
  };
  function at(name: string): Promise<Address> {
    const address = known.get(name) ?? deploy(name);
    known.set(name, address);
    return address;
  }
  const send = async (to: Address, data: Hex) => {
    const hash = await wallet.sendTransaction({ to, data });
    await mined(chain, hash);
  };
  return {
    at,
    send,
    read: async (name, functionName, args) =>
      chain.readContract({ address: await at(name), abi: abiOf(name), functionName, args }),
    use: async (name, hook, use) => {
      const to = await at(name);
      const data = encodeFunctionData({ abi: HOOKS, functionName: hook, args: hookArgs(use) });
      const refusal = await chain.call({ account, to, data }).then(() => null, String);
      if (refusal === null) await send(to, data);
      return refusal;
    },
    stop: () => anvil.stop(),
  };
}

function hookArgs({ terms, args = '0x', mode = SINGLE, execution = '0x', ...rest }: Use) {
  const { hash = `0x${'11'.repeat(32)}` as Hex, delegator = MANAGER } = rest;
  return [terms, args, mode, execution, hash, delegator, MANAGER] as const;
}

async function constructorArgs(name: string, at: Framework['at']): Promise<readonly unknown[]> {
  if (name === 'LogicalOrWrapperEnforcer') return [MANAGER];
  if (name === 'NativeTokenPaymentEnforcer')
    return [MANAGER, await at('ArgsEqualityCheckEnforcer')];
  return [];
}

function abiOf(name: string): Abi {
  return RECORDED_TERMS[name] ?? (abis as unknown as Record<string, Abi>)[name] ?? [];
}

function codeOf(name: string): Hex {
  const code =
    (recorded as Record<string, string>)[name] ??
    (creationCodes as unknown as Record<string, string>)[name];
  if (!code) throw new Error(`no code of ${name}`);
  return code as Hex;
}

function rises(outputs: string): Abi {
  return parseAbi([
    `function getTermsInfo(bytes terms) pure returns (${outputs})`,
  ] as string[]) as Abi;
}
