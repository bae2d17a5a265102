// Run by far-world.ts. It ends, and its node with it, when the process that started it lets go.
import { CHAIN_ID } from '../world/anvil';
import { startChain } from '../world/chain';

const chain = await startChain();
process.once('disconnect', () => void chain.stop().then(() => process.exit(0)));
process.send?.({ rpcUrl: chain.rpcUrl, chainId: CHAIN_ID, usdc: chain.usdc });
