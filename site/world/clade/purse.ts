// The world's faucet: real transfers from one of anvil's rich accounts, one after the other. Nobody's balance is
// ever set by a cheat.

import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { mined } from '../../../contracts/mined';
import type { AgentChain } from '../../../src/agent/chain/chain';
import type { Chain } from '../chain/chain';
import { baseSepolia } from '../chain/viem-chain';

const FAUCET = 2;
const USDC = 1_000_000n;
const mintAbi = parseAbi(['function mint(address to, uint256 amount)']);

export type Purse = {
  ether: (to: Address, ether: string) => Promise<void>;
  dollars: (to: Address, dollars: bigint) => Promise<void>;
};

export function openPurse(chain: Chain, link: AgentChain): Purse {
  const faucet = chain.accounts[FAUCET];
  if (!faucet) throw new Error('The twin has no account to give from.');
  const account = privateKeyToAccount(faucet.privateKey);
  const wallet = createWalletClient({
    account,
    chain: baseSepolia,
    transport: http(chain.rpcUrl),
  });
  let last: Promise<unknown> = Promise.resolve();
  const send = (call: { to: Address; value?: bigint; data?: Hex }): Promise<void> => {
    const sent = last.then(async () => {
      const hash = await wallet.sendTransaction(call);
      await mined(link.client, hash);
    });
    last = sent.catch(() => undefined);
    return sent;
  };
  return {
    ether: (to, ether) => send({ to, value: parseEther(ether) }),
    dollars: (to, dollars) => {
      const args = [to, dollars * USDC] as const;
      const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args });
      return send({ to: chain.usdc, data });
    },
  };
}
