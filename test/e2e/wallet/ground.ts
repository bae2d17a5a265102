// The chain below the demo wallet: one per worker, and for every file of tests as it was at first.
import { numberToHex, parseEther } from 'viem';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import { keptInWorker } from '../../worker/kept';

type Ground = { chain: Chain; first: unknown };

const keptGround = keptInWorker(openGround, ({ chain }) => chain.stop());

async function openGround(): Promise<Ground> {
  const chain = await startChain();
  for (const { address } of demoAccounts()) {
    await chain.cheat('anvil_setBalance', [address, numberToHex(parseEther('10'))]);
  }
  return { chain, first: await chain.cheat('evm_snapshot', []) };
}

export async function freshChain(): Promise<Chain> {
  const ground = await keptGround();
  await ground.chain.cheat('evm_revert', [ground.first]);
  // A snapshot is used up by going back to it.
  ground.first = await ground.chain.cheat('evm_snapshot', []);
  return ground.chain;
}
