// One market, one Golem with its mandates, the same at the beginning of each test: opened for the file that imports it.
import { type Address, encodeFunctionData } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { act, type Step } from '../../src/agent/runway/mandate';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { type Market, marketAbi, openMarket, poolAbi, vaultAbi } from './market';
import { deposit, swap } from './moves';
import { aSeat, type Seat, signedRegistration } from './stage';

export let chain: Chain;
export let market: Market;
export let born: Seat;
export let seat: Seat;
export let fresh: unknown;

beforeAll(async () => {
  chain = await startChain();
  market = await openMarket(chain);
  born = await aSeat(chain, market);
  await born.send(born.owner, BARDO.vitalityOracle, await signedRegistration(born, born.owner));
});
afterAll(() => chain?.stop());

// Each test begins with the same market and the same Golem, thriving.
beforeEach(async () => {
  if (fresh) await chain.cheat('evm_revert', [fresh]);
  fresh = await chain.cheat('evm_snapshot', []);
  seat = born;
});

export const go = (steps: Step[]) => act(seat.link, seat.sender, steps);
export const buying = (amount: bigint, to?: Address) =>
  swap(seat.buy, market, { sold: chain.usdc, bought: market.weth, amount, ...(to && { to }) });
export const saving = (amount: bigint, to?: Address) =>
  deposit(seat.save, market, { asset: chain.usdc, amount, ...(to && { to }) });
export const saved = async () =>
  seat.link.client.readContract({
    address: market.vault,
    abi: vaultAbi,
    functionName: 'convertToAssets',
    args: [await seat.balance(market.vault)],
  });
export const quote = (amount: bigint) =>
  seat.link.client.readContract({
    address: market.pool,
    abi: poolAbi,
    functionName: 'quote',
    args: [chain.usdc, amount],
  });

/** Somebody else trades on the pool: dollars for ether. */
export async function trade(dollars: bigint) {
  const trader = privateKeyToAccount(generatePrivateKey());
  await chain.cheat('anvil_setBalance', [trader.address, '0xde0b6b3a7640000']);
  const token = (functionName: 'mint' | 'approve', who: Address) =>
    encodeFunctionData({ abi: marketAbi, functionName, args: [who, dollars] });
  await seat.send(trader, chain.usdc, token('mint', trader.address));
  await seat.send(trader, chain.usdc, token('approve', market.pool));
  const order = [chain.usdc, market.weth, trader.address, dollars, 0n] as const;
  const data = encodeFunctionData({ abi: poolAbi, functionName: 'swap', args: order });
  await seat.send(trader, market.pool, data);
}
