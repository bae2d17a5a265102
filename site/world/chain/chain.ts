// A twin of Base Sepolia on this computer: anvil with its chain id, what stands there at its real addresses
// (furniture.ts), and Bardo's contracts where core expects them. It needs no compiler: the codes are in the repository.

import type { Address, Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { deploy } from '../../../contracts/deploy';
import { type Planned, planDeployment, shipped } from '../../../contracts/deployment';
import { usdcOf } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { type AnvilOptions, CHAIN_ID, type Cheat, DEPLOYER, startAnvil } from './anvil';
import { furnish } from './furniture';

/** anvil's well-known phrase: worth nothing anywhere, and known to everybody. */
const PHRASE = 'test test test test test test test test test test test junk';

export type ChainAccount = { address: Address; privateKey: Hex };

export type Chain = {
  rpcUrl: string;
  chainId: number;
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
  const { chainId = CHAIN_ID } = options;
  const plan = shippedPlan();
  const anvil = await startAnvil(options);
  try {
    const usdc = usdcOf(chainId);
    if (!usdc) throw new Error('This chain has no USDC to deploy.');
    // A chain that was loaded from its state has everything already.
    if ((await anvil.cheat('eth_getCode', [usdc, 'latest'])) === '0x') {
      await furnish(anvil.cheat, chainId);
    }
    const quiet = { out: null, say: () => undefined };
    await deploy({ rpc: anvil.rpcUrl, send: true, key: DEPLOYER, plan, ...quiet });
    return { ...anvil, chainId, accounts: accounts(), usdc, contracts: BARDO };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/** Codes of other sources than core's addresses were made from would stand where nobody looks. */
function shippedPlan(): Planned[] {
  const plan = planDeployment(shipped);
  const known: readonly string[] = Object.values(BARDO);
  const stray = plan.find(({ address }) => !known.includes(address.toLowerCase()));
  if (!stray) return plan;
  throw new Error(`Core has another ${stray.name}: npx tsx contracts/tools/generate.ts`);
}

function accounts(): ChainAccount[] {
  return Array.from({ length: 10 }, (_, addressIndex) => {
    const account = mnemonicToAccount(PHRASE, { addressIndex });
    const key = account.getHdKey().privateKey ?? new Uint8Array();
    return { address: account.address, privateKey: `0x${Buffer.from(key).toString('hex')}` };
  });
}
