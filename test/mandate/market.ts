// Where a Golem can trade and save: wrapped ether at Base's address, a constant-product pool of it with the
// dollar, an ERC-4626 vault for the dollar, and a price feed for each direction of a swap.
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem';
import type { Chain } from '../../site/world/chain/chain';
import { artifactOf, deployMock, keeperOf, ownTransaction } from './contract';

export const marketAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function deposit() payable',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);

export const poolAbi = parseAbi([
  'function provide(uint256 amount0, uint256 amount1, address to) returns (uint256 shares)',
  'function leave(uint256 shares, address to) returns (uint256 amount0, uint256 amount1)',
  'function swap(address tokenIn, address tokenOut, address recipient, uint256 amountIn, uint256 leastOut) returns (uint256 out)',
  'function quote(address tokenIn, uint256 amountIn) view returns (uint256)',
  'function reserve0() view returns (uint256)',
  'function reserve1() view returns (uint256)',
]);

export const vaultAbi = parseAbi([
  'function deposit(uint256 assets, address receiver) returns (uint256 shares)',
  'function withdraw(uint256 assets, address receiver, address owner) returns (uint256 shares)',
  'function redeem(uint256 shares, address receiver, address owner) returns (uint256 assets)',
  'function totalAssets() view returns (uint256)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
]);

const feedAbi = parseAbi(['function set(int256 answer, uint256 updatedAt)']);

export const FEED_DECIMALS = 18;
const ONE = 10n ** BigInt(FEED_DECIMALS);

export type Market = {
  weth: Address;
  pool: Address;
  vault: Address;
  /** Tokens bought per token sold, 18 decimals: what MaxSlippage asks for. */
  feeds: { wethPerUsdc: Address; usdcPerWeth: Address };
  /** Both feeds, at the time of the newest block. The pool's own price is the traders' business. */
  setPrice: (dollars: bigint) => Promise<void>;
};

/** Ether at `dollars`: a pool with 100 of it, a vault with 10,000 dollars of somebody else in it. */
export async function openMarket(
  chain: Chain,
  { dollars = 3000n }: { dollars?: bigint } = {},
): Promise<Market> {
  const weth: Address = '0x4200000000000000000000000000000000000006';
  await chain.cheat('anvil_setCode', [weth, artifactOf('Weth').deployedBytecode.object]);
  const keeper = keeperOf(chain).address;
  const pool = await deployMock(chain, 'Pool', [chain.usdc, weth]);
  const vault = await deployMock(chain, 'SavingsVault', [chain.usdc, keeper]);
  const feeds = {
    wethPerUsdc: await deployMock(chain, 'PriceFeed'),
    usdcPerWeth: await deployMock(chain, 'PriceFeed'),
  };
  await fill(chain, { weth, pool, vault, dollars });
  const setPrice = async (price: bigint) => {
    const at = await blockTime(chain);
    const set = (to: Address, answer: bigint) =>
      ownTransaction(chain, {
        to,
        data: encodeFunctionData({ abi: feedAbi, functionName: 'set', args: [answer, at] }),
      });
    await set(feeds.wethPerUsdc, ONE / price);
    await set(feeds.usdcPerWeth, ONE * price);
  };
  await setPrice(dollars);
  return { weth, pool, vault, feeds, setPrice };
}

async function fill(
  chain: Chain,
  { weth, pool, vault, dollars }: Pick<Market, 'weth' | 'pool' | 'vault'> & { dollars: bigint },
): Promise<void> {
  const keeper = keeperOf(chain).address;
  const ether = parseEther('100');
  const [usdcInPool, usdcInVault] = [100n * dollars * 1_000_000n, 10_000n * 1_000_000n];
  const call = (to: Address, data: Hex, value = 0n) => ownTransaction(chain, { to, data, value });
  const token = (functionName: 'mint' | 'approve', who: Address, amount: bigint) =>
    encodeFunctionData({ abi: marketAbi, functionName, args: [who, amount] });
  await call(chain.usdc, token('mint', keeper, usdcInPool + usdcInVault));
  await call(weth, encodeFunctionData({ abi: marketAbi, functionName: 'deposit' }), ether);
  await call(chain.usdc, token('approve', pool, usdcInPool));
  await call(weth, token('approve', pool, ether));
  const provide = [usdcInPool, ether, keeper] as const;
  await call(pool, encodeFunctionData({ abi: poolAbi, functionName: 'provide', args: provide }));
  await call(chain.usdc, token('approve', vault, usdcInVault));
  const save = [usdcInVault, keeper] as const;
  await call(vault, encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: save }));
}

async function blockTime(chain: Chain): Promise<bigint> {
  const block = (await chain.cheat('eth_getBlockByNumber', ['latest', false])) as {
    timestamp: Hex;
  };
  return BigInt(block.timestamp);
}
