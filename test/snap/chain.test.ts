// The chain as the built Snap sees it through the wallet's own provider, answered by real nodes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installConnected } from './bardo';
import { type FarWorld, startFarWorld } from './far-world';
import { aClade, liveGolem, livePermission } from './live';
import { startPlane } from './plane';

const CHAIN_ID = 84_532;

let chain: FarWorld;

beforeAll(async () => {
  chain = await startFarWorld();
});

afterAll(() => chain?.stop());

/** One Golem on the twin of Base Sepolia. */
async function bardoOnTwin() {
  const golems = [liveGolem({ chainId: CHAIN_ID })];
  const permissions = [livePermission({ chainId: CHAIN_ID, token: chain.usdc })];
  const plane = await startPlane(() => ({ golems, permissions }));
  return installConnected(plane);
}

const asked = (bardo: Awaited<ReturnType<typeof bardoOnTwin>>, method: string) =>
  bardo.wallet.requests.filter((request) => request.method === method).length;

describe('A heartbeat', () => {
  it('sees the chain of the Golem, whatever chain the wallet had selected', async () => {
    const bardo = await bardoOnTwin();
    bardo.wallet.networks.add(CHAIN_ID, chain.rpcUrl);

    await bardo.check();

    const block = Number(await chain.node('eth_blockNumber', []));
    expect(bardo.state.heads).toEqual([
      {
        chainId: CHAIN_ID,
        seen: { block, time: expect.any(Number), at: expect.any(Number) },
        problem: null,
        failing: 0,
        doubt: null,
      },
    ]);
  });

  it('switches once, stays there, and works while the wallet is locked', async () => {
    const bardo = await bardoOnTwin();
    bardo.wallet.networks.add(CHAIN_ID, chain.rpcUrl);
    bardo.wallet.lock();

    await bardo.check();
    await bardo.check();

    expect(asked(bardo, 'wallet_switchEthereumChain')).toBe(1);
    expect(bardo.state.heads[0]?.problem).toBeNull();
  });

  it('says so when the wallet does not know the chain, and goes on', async () => {
    const bardo = await bardoOnTwin();

    await bardo.check();

    expect(bardo.state.heads).toMatchObject([
      { chainId: CHAIN_ID, seen: null, problem: 'MetaMask does not know this chain', failing: 1 },
    ]);
    expect(bardo.state.failure).toBeNull();
  });

  it('keeps the last block it saw when the endpoint fails later', async () => {
    const bardo = await bardoOnTwin();
    bardo.wallet.networks.add(CHAIN_ID, chain.rpcUrl);
    await bardo.check();
    const { seen } = bardo.state.heads[0] ?? {};
    bardo.wallet.networks.outage(CHAIN_ID);

    await bardo.check();

    const problem = "MetaMask's endpoint for this chain fails";
    expect(bardo.state.heads).toMatchObject([{ chainId: CHAIN_ID, seen, problem }]);
  });

  it('believes no node that answers for another chain', async () => {
    const plane = await startPlane(() => aClade(1));
    const bardo = await installConnected(plane);
    bardo.wallet.networks.add(8453, chain.rpcUrl);

    await bardo.check();

    expect(bardo.state.heads).toMatchObject([
      { chainId: 8453, seen: null, problem: `another chain answered (chain id ${CHAIN_ID})` },
    ]);
  });

  it('asks one thing at a time when heartbeats overlap', async () => {
    const bardo = await bardoOnTwin();
    bardo.wallet.networks.add(CHAIN_ID, chain.rpcUrl);
    let open = 0;
    let most = 0;
    bardo.wallet.script('eth_call', async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 50));
      open -= 1;
      return undefined;
    });

    await Promise.all([bardo.check(), bardo.check(), bardo.check()]);

    expect(most).toBe(1);
    expect(bardo.state.heads[0]?.problem).toBeNull();
  });
});
