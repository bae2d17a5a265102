// The whole product on this computer: the twin chain, the control plane, the Portal, the Snap's development
// twin, and Golems that live here. `npm start` and tests start the same world.

import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Hex } from 'viem';
import type { Running } from '../api/start';
import type { Store } from '../api/store/store';
import { pointSnapAt } from './builds/point-snap';
import { stageSite } from './builds/site';
import { readSnapFiles, serveSnap } from './builds/snap-server';
import { stageQuickTwin, stageTwin, TWIN } from './builds/twin';
import { CHAIN_ID } from './chain/anvil';
import type { Chain } from './chain/chain';
import { openRpcDoor } from './chain/rpc-door';
import type { Clade } from './clade/clade';
import { type Population, populate } from './clade/populate';
import { createEndings } from './endings';
import { forgetWorld, openFolder } from './folder';
import { openInbox } from './inbox/inbox';
import { type Ground, startControl, startNode, startWallet } from './parts';
import { openPortal } from './portal';
import { choosePorts, type Ports } from './ports';
import type { DemoWallet } from './wallet/app/demo-wallet';

export type WorldOptions = {
  /** Keeps chain and store between two starts. */
  folder: string;
  /** Forgets what the folder holds. */
  fresh?: boolean;
  /** Those that are not named are the usual ones; 0 = any free one. */
  ports?: Partial<Ports>;
  /** What happens, a line at a time. */
  say?: (line: string) => void;
  /** Somebody waits: the twin need not be as small as the release. */
  quick?: boolean;
  /** With the demo wallet in the Portal's page. */
  wallet?: boolean;
  /** With Golems that live here; `beatSeconds` between two heartbeats, ageing `pace` times as fast. */
  golems?: { beatSeconds: number; pace?: number } | null;
  /** Fires when nobody waits for it any more: what has begun is ended, the rest does not begin. */
  unwanted?: AbortSignal;
};

export type World = {
  /** Origin of the Portal. */
  portal: string;
  snapUrl: string;
  /** The door for wallets. */
  rpcUrl: string;
  /** Reached by the same door. */
  chain: Chain;
  plane: Running;
  wallet: DemoWallet | null;
  /** Resolves when the demo owner's Golems are born. */
  clade: Promise<Clade> | null;
  resumed: boolean;
  stop: () => Promise<void>;
};

export async function startWorld(options: WorldOptions): Promise<World> {
  const { say = () => undefined } = options;
  const ports = await choosePorts(options.ports ?? {});
  const folder = await openFolder(options.folder, { fresh: options.fresh ?? false });
  const endings = createEndings();
  try {
    const built = build({ ...options, ports, folder, endings, say });
    const world = await whileWanted(built, options.unwanted);
    const stop = async () => {
      await endings.run();
      folder.leave();
    };
    return { ...world, resumed: folder.resumed, stop };
  } catch (error) {
    await endings.run();
    // Half a world is none: the next start starts over.
    if (!folder.resumed) forgetWorld(folder);
    folder.leave();
    throw error;
  }
}

type Site = Omit<WorldOptions, 'ports' | 'folder'> & Ground & { ports: Ports };

async function build(site: Site): Promise<Omit<World, 'stop' | 'resumed'>> {
  const { ports, endings } = site;
  const portal = `http://localhost:${ports.portal}`;
  const rpcUrl = `http://127.0.0.1:${ports.chain}`;
  const snapUrl = `http://localhost:${ports.snap}`;
  let clade: Population | null = null;
  const staged = (site.quick ? stageQuickTwin : stageTwin)().then(() => readSnapFiles(TWIN));
  const chainUp = startNode(site);
  const controlUp = startControl(site, chainUp, portal);
  const [chain, snapFiles, plane, wallet] = await Promise.all([
    chainUp,
    staged,
    controlUp,
    site.wallet
      ? startWallet(site, async () => ({
          rpcUrl: (await chainUp).rpcUrl,
          portalOrigin: portal,
          snapFiles: await staged,
          snapId: `local:${snapUrl}`,
          grantsOf: async (owner) => grantsIn((await controlUp).plane.store, owner),
          endGolem: async () => (await clade?.born)?.endWeakest() ?? null,
        }))
      : null,
    stageSite(),
  ]);
  site.unwanted?.throwIfAborted();
  const door = await openRpcDoor({ port: ports.chain, rpcUrl: chain.rpcUrl, origins: [portal] });
  endings.add(() => closed(door));
  const house = await openPortal({
    port: ports.portal,
    plane: plane.plane,
    site: 'site/dist',
    settings: settingsOf({ snapUrl, rpcUrl }),
    guest: wallet,
    inbox: openInbox(() => Math.floor(Date.now() / 1000)),
  });
  endings.add(() => closed(house));
  const { server } = await serveSnap(await pointSnapAt(snapFiles, portal, ports.snap), ports.snap);
  endings.add(() => closed(server));
  clade = site.golems
    ? populate({
        ...{ portal, chain, plane, wallet, say: site.say, golems: site.folder.golems },
        ...site.golems,
      })
    : null;
  endings.add(async () => clade?.stop());
  // Where the node itself listens is nobody's business.
  const shown = { ...chain, rpcUrl };
  return { portal, snapUrl, rpcUrl, chain: shown, plane, wallet, clade: clade?.born ?? null };
}

/** The owner's grants on the twin, whether they still hold or not. */
function grantsIn(store: Store, owner: string) {
  const text = 'select context, golem from grants where owner = $1 and chain_id = $2';
  return store.query<{ context: Hex; golem: string }>(text, [owner, CHAIN_ID]);
}

/** Of the Snap that is built here. */
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** What the site asks for as /settings.json. */
function settingsOf({ snapUrl, rpcUrl }: { snapUrl: string; rpcUrl: string }) {
  return {
    snapId: `local:${snapUrl}`,
    snapVersion: version,
    demo: true,
    chains: [{ chainId: CHAIN_ID, rpcUrl, name: 'Base Sepolia twin', explorer: null }],
  };
}

/** As the work itself, but no longer than somebody waits for it. */
function whileWanted<T>(work: Promise<T>, unwanted: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    unwanted?.addEventListener('abort', () => reject(unwanted.reason), { once: true });
    if (unwanted?.aborted) reject(unwanted.reason);
    work.then(resolve, reject);
  });
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
