// A twin of Base Sepolia on this computer: anvil with its chain id, MetaMask's delegation framework at
// its real addresses, a dollar at USDC's address, and Bardo's contracts where core expects them.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import * as creationCodes from '@metamask/delegation-abis/bytecode';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import {
  type Address,
  concat,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  numberToHex,
  padHex,
  stringToHex,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { deploy } from '../../contracts/deploy';
import { planDeployment } from '../../contracts/deployment';
import { usdcOf } from '../../src/core/chain/addresses';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { build, DEPLOYER } from '../contracts/anvil';

export const CHAIN_ID = 84_532;

/** anvil's well-known phrase: worth nothing anywhere, and known to everybody. */
const PHRASE = 'test test test test test test test test test test test junk';
const FRAMEWORK = DELEGATOR_CONTRACTS['1.3.0']?.[CHAIN_ID] as Record<string, Address>;

export type ChainAccount = { address: Address; privateKey: Hex };

export type Chain = {
  rpcUrl: string;
  chainId: typeof CHAIN_ID;
  /** Ten accounts with 10,000 ETH each. The first deployed Bardo's contracts. */
  accounts: readonly ChainAccount[];
  usdc: Address;
  contracts: typeof BARDO;
  /** One of anvil's own methods, e.g. `anvil_setBalance`. */
  cheat: (method: string, params: readonly unknown[]) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** `port` 0 = any free one. */
export async function startChain({ port = 0 }: { port?: number } = {}): Promise<Chain> {
  ensureBuilt();
  const taken = port === 0 ? await freePort() : port;
  const rpcUrl = `http://127.0.0.1:${taken}`;
  const anvil = spawn(
    'node_modules/.bin/anvil',
    ['--host', '127.0.0.1', '--port', `${taken}`, '--chain-id', `${CHAIN_ID}`, '--silent'],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => anvil.once('exit', () => resolve()));
  const stop = () => {
    anvil.kill();
    return ended;
  };
  try {
    await answering(rpcUrl, anvil);
    const chain = {
      rpcUrl,
      chainId: CHAIN_ID,
      accounts: accounts(),
      contracts: BARDO,
      stop,
    } as const;
    const usdc = usdcOf(CHAIN_ID) as Address;
    const furnished = { ...chain, usdc, cheat: cheatOn(rpcUrl) };
    await furnish(furnished);
    return furnished;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function furnish(chain: Chain): Promise<void> {
  await Promise.all([
    ...Object.entries(FRAMEWORK).map(([name, address]) => install(chain, name, address)),
    installUsdc(chain),
  ]);
  await deploy({ rpc: chain.rpcUrl, send: true, out: null, key: DEPLOYER, say: () => undefined });
}

/**
 * A creation that is only simulated returns the code it would leave, immutables filled in. Storage that
 * a constructor writes is lost: the manager then has no owner, so that nobody can pause it.
 */
async function install(chain: Chain, deployedAs: string, address: Address): Promise<void> {
  const name = deployedAs.replace(/Impl$/, '');
  const creation = (creationCodes as Record<string, string>)[name];
  // Hybrid and MultiSig accounts check their own address and must really be deployed.
  if (!creation || !/Enforcer$|^DelegationManager$|^EIP7702|^EntryPoint$/.test(name)) return;
  await installCode(chain, address, concat([creation as Hex, constructorArgs(name)]));
}

function constructorArgs(name: string): Hex {
  const addresses = (...values: (Address | undefined)[]) =>
    encodeAbiParameters(
      values.map(() => ({ type: 'address' })),
      values,
    );
  const { DelegationManager, EntryPoint, ArgsEqualityCheckEnforcer } = FRAMEWORK;
  if (name === 'DelegationManager') return addresses(mnemonicToAccount(PHRASE).address);
  if (name === 'EIP7702StatelessDeleGator') return addresses(DelegationManager, EntryPoint);
  if (name === 'LogicalOrWrapperEnforcer') return addresses(DelegationManager);
  if (name === 'NativeTokenPaymentEnforcer') {
    return addresses(DelegationManager, ArgsEqualityCheckEnforcer);
  }
  return '0x';
}

async function installUsdc(chain: Chain): Promise<void> {
  const artifact = JSON.parse(readFileSync(artifactOf('Usdc'), 'utf8'));
  await installCode(chain, chain.usdc, artifact.bytecode.object);
  // Short strings, as Solidity stores them: the text from the left, twice its length in the last byte.
  const short = (text: string) =>
    concat([
      padHex(stringToHex(text), { dir: 'right', size: 31 }),
      numberToHex(2 * text.length, { size: 1 }),
    ]);
  await chain.cheat('anvil_setStorageAt', [
    chain.usdc,
    numberToHex(3, { size: 32 }),
    short('USD Coin'),
  ]);
  await chain.cheat('anvil_setStorageAt', [
    chain.usdc,
    numberToHex(4, { size: 32 }),
    short('USDC'),
  ]);
}

async function installCode(chain: Chain, address: Address, creation: Hex): Promise<void> {
  const client = createPublicClient({ chain: baseSepolia, transport: http(chain.rpcUrl) });
  const { data } = await client.call({ data: creation });
  if (!data) throw new Error(`The creation of ${address} left no code.`);
  await chain.cheat('anvil_setCode', [address, data]);
}

/** Builds when there is no build, or one of other sources than core's addresses were made from. */
function ensureBuilt(): void {
  if (isCurrent()) return;
  build();
  if (!isCurrent()) {
    throw new Error(
      'Core has other addresses than the contracts: npx tsx contracts/tools/generate.ts',
    );
  }
}

function isCurrent(): boolean {
  if (!existsSync(artifactOf('Usdc')) || !existsSync(artifactOf('WardenEnforcer'))) return false;
  const known: readonly string[] = Object.values(BARDO);
  return planDeployment().every(({ address }) => known.includes(address.toLowerCase()));
}

function artifactOf(name: string): URL {
  return new URL(`../../contracts/out/${name}.sol/${name}.json`, import.meta.url);
}

function accounts(): ChainAccount[] {
  return Array.from({ length: 10 }, (_, addressIndex) => {
    const account = mnemonicToAccount(PHRASE, { addressIndex });
    const key = account.getHdKey().privateKey ?? new Uint8Array();
    return { address: account.address, privateKey: `0x${Buffer.from(key).toString('hex')}` };
  });
}

function cheatOn(rpcUrl: string): Chain['cheat'] {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
    const { result, error } = (await answer.json()) as {
      result: unknown;
      error?: { message: string };
    };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

async function answering(rpcUrl: string, anvil: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (anvil.exitCode !== null) throw new Error(`anvil ended with ${anvil.exitCode}`);
    const up = await cheatOn(rpcUrl)('eth_chainId', []).catch(() => null);
    if (up !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('anvil did not answer within twenty seconds');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
