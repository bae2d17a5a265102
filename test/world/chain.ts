// A twin of Base Sepolia on this computer: anvil with its chain id, what stands there at its real addresses
// (furniture.ts), and Bardo's contracts where core expects them.
import { existsSync } from 'node:fs';
import type { Address, Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { deploy } from '../../contracts/deploy';
import { planDeployment } from '../../contracts/deployment';
import { usdcOf } from '../../src/core/chain/addresses';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { build, DEPLOYER } from '../contracts/anvil';
import { type AnvilOptions, CHAIN_ID, type Cheat, startAnvil } from './anvil';
import { artifactOf, furnish, TWINS } from './furniture';

/** anvil's well-known phrase: worth nothing anywhere, and known to everybody. */
const PHRASE = 'test test test test test test test test test test test junk';

export type ChainAccount = { address: Address; privateKey: Hex };

export type Chain = {
  rpcUrl: string;
  chainId: typeof CHAIN_ID;
  /** Ten accounts with 10,000 ETH each. The first deployed Bardo's contracts. */
  accounts: readonly ChainAccount[];
  usdc: Address;
  contracts: typeof BARDO;
  /** Of the node. */
  pid: number;
  /** One of anvil's own methods, e.g. `anvil_setBalance`. */
  cheat: Cheat;
  stop: () => Promise<void>;
};

export async function startChain(options: AnvilOptions = {}): Promise<Chain> {
  ensureBuilt();
  const anvil = await startAnvil(options);
  try {
    const usdc = usdcOf(CHAIN_ID) as Address;
    // A chain that was loaded from its state has everything already.
    if ((await anvil.cheat('eth_getCode', [usdc, 'latest'])) === '0x') await furnish(anvil.cheat);
    await deploy({ rpc: anvil.rpcUrl, send: true, out: null, key: DEPLOYER, say: () => undefined });
    return { ...anvil, chainId: CHAIN_ID, accounts: accounts(), usdc, contracts: BARDO };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
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
  const needed = [...Object.keys(TWINS), 'WardenEnforcer'];
  if (!needed.every((name) => existsSync(artifactOf(name)))) return false;
  const known: readonly string[] = Object.values(BARDO);
  return planDeployment().every(({ address }) => known.includes(address.toLowerCase()));
}

function accounts(): ChainAccount[] {
  return Array.from({ length: 10 }, (_, addressIndex) => {
    const account = mnemonicToAccount(PHRASE, { addressIndex });
    const key = account.getHdKey().privateKey ?? new Uint8Array();
    return { address: account.address, privateKey: `0x${Buffer.from(key).toString('hex')}` };
  });
}
