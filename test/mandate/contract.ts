// Contracts of the world that are nobody's in particular, and the account that keeps them.
import { existsSync, readFileSync } from 'node:fs';
import { type Abi, type Address, encodeDeployData, type Hex, numberToHex } from 'viem';
import type { Chain, ChainAccount } from '../../site/world/chain/chain';
import { build } from '../contracts/anvil';

type Artifact = { abi: Abi; bytecode: { object: Hex }; deployedBytecode: { object: Hex } };
type Receipt = { status: Hex; contractAddress: Address | null } | null;

/** The last of anvil's accounts: it makes the market and sends what the world itself must send. */
export function keeperOf(chain: Chain): ChainAccount {
  return chain.accounts.at(-1) as ChainAccount;
}

/** A compiled contract of `contracts/test/mocks`; built when it is not there yet. */
export function artifactOf(name: string): Artifact {
  const file = new URL(`../../contracts/out/${name}.sol/${name}.json`, import.meta.url);
  if (!existsSync(file)) build();
  return JSON.parse(readFileSync(file, 'utf8')) as Artifact;
}

export function deployMock(
  chain: Chain,
  name: string,
  args: readonly unknown[] = [],
): Promise<Address> {
  const { abi, bytecode } = artifactOf(name);
  return createContract(chain, encodeDeployData({ abi, bytecode: bytecode.object, args }));
}

export async function createContract(chain: Chain, creation: Hex): Promise<Address> {
  const { contractAddress } = await ownTransaction(chain, { data: creation });
  if (!contractAddress) throw new Error('The creation left no contract.');
  return contractAddress;
}

/** A mined transaction of the keeper; throws when it was reverted. */
export async function ownTransaction(
  chain: Chain,
  call: { to?: Address; data?: Hex; value?: bigint },
): Promise<NonNullable<Receipt>> {
  const { value = 0n, ...rest } = call;
  const from = keeperOf(chain).address;
  // Far more than any of them needs: anvil's estimate of a code that returns code is too low.
  const gas = numberToHex(20_000_000n);
  const sent = { ...rest, from, gas, value: numberToHex(value) };
  const hash = await chain.cheat('eth_sendTransaction', [sent]);
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    const receipt = (await chain.cheat('eth_getTransactionReceipt', [hash])) as Receipt;
    if (receipt?.status === '0x1') return receipt;
    if (receipt) throw new Error(`The world's own transaction ${hash} was reverted.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The world's own transaction ${hash} was not mined.`);
}
