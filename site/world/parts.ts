// The three parts of the world that take their time: the chain, the control plane and the demo wallet. Each says how
// it is ended as soon as there is something to end.
import { jsonLog, type Log } from '../api/plane/log';
import { type Running, startPlane } from '../api/start';
import { openPglite } from '../api/store/pglite';
import { CHAIN_ID } from './chain/anvil';
import { type Chain, startChain } from './chain/chain';
import { HIDING } from './chain/hiding';
import type { Endings } from './endings';
import { type Folder, forgetNode, rememberNode } from './folder';
import { type DemoWallet, type DemoWalletOptions, startDemoWallet } from './wallet/app/demo-wallet';

/** What they stand on. */
export type Ground = {
  folder: Folder;
  endings: Endings;
  say: (line: string) => void;
  /** Fires when nobody waits for the world any more. */
  unwanted?: AbortSignal | undefined;
};

const ROUND_MS = 1000;
const WALLET_ATTEMPTS = 3;
/** Base makes a block every two seconds; here one comes with every transaction as well. */
const BLOCK_SECONDS = 2;
/** Of the chain's rich accounts: the first deploys, this one relays, the next is the faucet. */
const RELAY = 1;

/** Its simulator gives a Snap a few seconds to start; a busy computer may need more than one try. */
export async function startWallet(
  { endings, say, unwanted }: Ground,
  given: () => Promise<DemoWalletOptions>,
): Promise<DemoWallet | null> {
  const options = await given();
  for (let attempt = 1; attempt <= WALLET_ATTEMPTS && !unwanted?.aborted; attempt += 1) {
    const wallet = await startDemoWallet(options).catch((error: Error) => {
      if (attempt === WALLET_ATTEMPTS) say(`The demo wallet could not start: ${error.message}`);
      return null;
    });
    if (wallet) {
      endings.add(() => wallet.stop());
      return wallet;
    }
  }
  return null;
}

export function startNode({ folder, endings }: Ground): Promise<Chain> {
  return startChain({
    state: folder.chainState,
    hidden: HIDING,
    blockSeconds: BLOCK_SECONDS,
    onSpawn: ({ pid, stop }) => {
      rememberNode(folder.path, pid);
      endings.add(async () => {
        await stop();
        forgetNode(folder.path);
      });
    },
  });
}

export async function startControl(
  site: Ground,
  chainUp: Promise<Chain>,
  portal: string,
): Promise<Running> {
  const now = () => Math.floor(Date.now() / 1000);
  const [opened, up] = await Promise.allSettled([openPglite(site.folder.store), chainUp]);
  if (opened.status === 'rejected') throw opened.reason;
  const store = opened.value;
  if (up.status === 'rejected') {
    await store.close();
    throw up.reason;
  }
  const chain = up.value;
  const running = await startPlane({
    origins: [portal],
    chains: [{ chainId: CHAIN_ID, rpcUrl: chain.rpcUrl, fromBlock: 0 }],
    relayKey: chain.accounts[RELAY]?.privateKey ?? null,
    secret: null,
    perMinute: 0,
    // The relay's gas is the owner's own here, and Golems live faster than anywhere.
    quota: null,
    store,
    loopback: true,
    // The inbox of this world, and whatever else its owner runs here.
    loopbackTargets: true,
    now,
    log: problemsOnly(jsonLog(site.say, now)),
  });
  site.endings.add(() => running.stop());
  running.run(ROUND_MS);
  return running;
}

function problemsOnly(log: Log): Log {
  return (level, event, fields) => {
    if (level !== 'info') log(level, event, fields);
  };
}
