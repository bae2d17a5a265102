// What stands on the twin besides Bardo's own contracts, each at its real address: MetaMask's framework and the
// EntryPoint from their official bytecode, viem's build of Multicall3, and of our own making a dollar, Permit2 and
// an ERC-8004 registry.
import { readFileSync } from 'node:fs';
import * as creationCodes from '@metamask/delegation-abis/bytecode';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import { type Address, concat, encodeAbiParameters, type Hex } from 'viem';
import { shipped } from '../../../contracts/deployment';
import { FRAMEWORK as KNOWN, usdcOf } from '../../../src/core/chain/addresses';
import { MULTICALL3 } from '../../../src/core/chain/multicall';
import { PERMIT2 } from '../../../src/core/chain/uniswap';
import { registriesOn } from '../../../src/core/decoders/erc8004';
import { CHAIN_ID, type Cheat } from './anvil';

type Furniture = { address: Address; creation: Hex };

/** The same addresses on every chain. */
const FRAMEWORK = DELEGATOR_CONTRACTS['1.3.0']?.[CHAIN_ID] as Record<string, Address>;
/** Where the Hybrid account looks for its P-256 library; the official one is linked to another place. */
const P256_LIBRARY: Address = '0x0000000000000000000000000000000000007212';
/** First of anvil's well-known accounts. */
const ANYBODY: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** Ours, from contracts/test/twin. */
function twinsOn(chainId: number): Furniture[] {
  const places = {
    TwinUsdc: usdcOf(chainId),
    TwinPermit2: PERMIT2,
    TwinIdentityRegistry: registriesOn(chainId)[0],
  };
  return Object.entries(places).flatMap(([name, address]) =>
    address ? [{ address, creation: shipped(name).code }] : [],
  );
}

export async function furnish(cheat: Cheat, chainId: number): Promise<void> {
  const library = { address: P256_LIBRARY, creation: creationOf('SCL_RIP7212') };
  const all = [
    ...Object.entries(FRAMEWORK).map(official),
    ...twinsOn(chainId),
    library,
    multicall3(),
  ];
  await Promise.all(all.map((one) => install(cheat, one)));
}

/**
 * The creation code runs where the contract will stand, so that immutables know their own address. It is only
 * simulated: storage that a constructor writes is lost. The manager then has no owner: nobody can pause it.
 */
async function install(cheat: Cheat, { address, creation }: Furniture): Promise<void> {
  const run = { from: ANYBODY, to: address };
  await cheat('anvil_setCode', [address, creation]);
  // As after a real creation (EIP-161): what a constructor creates gets its real address.
  await cheat('anvil_setNonce', [address, '0x1']);
  const code = await cheat('eth_call', [run, 'latest']);
  // The EntryPoint's constructor creates a helper, which must stay.
  if (address.toLowerCase() === KNOWN.entryPoint) await cheat('eth_sendTransaction', [run]);
  await cheat('anvil_setCode', [address, code]);
}

function official([deployedAs, address]: [string, Address]): Furniture {
  const name = deployedAs.replace(/Impl$/, '');
  return { address, creation: concat([creationOf(name), constructorArgs(name)]) };
}

function creationOf(name: string): Hex {
  const code = (creationCodes as Record<string, Hex>)[name];
  if (!code) throw new Error(`MetaMask's package has no bytecode of ${name}.`);
  return `0x${code.slice(2).replaceAll(/__\$[0-9a-f]{34}\$__/g, P256_LIBRARY.slice(2))}`;
}

function constructorArgs(name: string): Hex {
  const addresses = (...values: (Address | undefined)[]) =>
    encodeAbiParameters(
      values.map(() => ({ type: 'address' })),
      values,
    );
  const { DelegationManager, EntryPoint, ArgsEqualityCheckEnforcer } = FRAMEWORK;
  if (name === 'DelegationManager') return addresses(ANYBODY);
  if (name.endsWith('DeleGator')) return addresses(DelegationManager, EntryPoint);
  if (name === 'LogicalOrWrapperEnforcer') return addresses(DelegationManager);
  if (name === 'NativeTokenPaymentEnforcer') {
    return addresses(DelegationManager, ArgsEqualityCheckEnforcer);
  }
  return '0x';
}

/** viem carries it for calls before deployment, but does not export it. */
function multicall3(): Furniture {
  const file = new URL('../../../node_modules/viem/constants/contracts.ts', import.meta.url);
  const creation = /multicall3Bytecode =\s*'0x([0-9a-f]+)'/.exec(readFileSync(file, 'utf8'))?.[1];
  if (!creation) throw new Error('This version of viem does not carry Multicall3.');
  return { address: MULTICALL3, creation: `0x${creation}` };
}
