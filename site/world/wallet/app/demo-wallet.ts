// A wallet for people without MetaMask Flask, and for tests that cannot click it: a key everybody knows, anvil,
// and the real built Snap in MetaMask's own simulator. The world mounts `handle` and adds the script to the page.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HandlerType } from '@metamask/snaps-utils';
import type { Address, Hex } from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { pointSnapAt } from '../../builds/point-snap';
import type { SnapFiles } from '../../builds/snap-server';
import { TWIN_ID } from '../../builds/twin';
import { demoAccounts } from '../demo-owner';
import { readAccounts } from '../host/balances';
import { linkChain } from '../host/chain-link';
import { createCron } from '../host/cron';
import { type GrantEstate, type KeptGrant, NO_GRANTS } from '../host/granted';
import { insightOf } from '../host/insights';
import { createLock } from '../host/lock';
import { createNotices } from '../host/notices';
import { hostSnap } from '../host/snap-host';
import { answerSnap } from '../host/snap-requests';
import { accountsFor, type Dying, type Manifest, type Memory, type Wallet } from '../host/wallet';
import { createWindows } from '../host/windows';
import { type Account, isWalletForm, WALLET_FORMS, type WalletForm } from '../view';
import { createActs } from './acts';
import { pageScript } from './bundle';
import { readEstate } from './estate';
import { request } from './provider';
import { createSeeding } from './seeding';
import { createServer, PREFIX } from './server';
import { viewOf } from './views';

const SETTLE_MS = 15;
const BALANCES_MS = 3_000;

export type DemoWallet = {
  /** Put this in the page before the site's own scripts. */
  scriptPath: string;
  /** True when the request was for the wallet. */
  handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  snap: {
    /** As the Portal; dialogs of this very call are approved unseen. For the world's own set-up. */
    request: (method: string, params?: unknown) => Promise<unknown>;
    check: () => Promise<void>;
    /** As a visitor would: jobs start, the Portal is connected. */
    install: () => void;
  };
  wallet: Wallet;
  stop: () => Promise<void>;
};

export type DemoWalletOptions = {
  rpcUrl: string;
  portalOrigin: string;
  snapFiles: SnapFiles;
  /** Where the twin is served for MetaMask, as `local:http://localhost:8080`. */
  snapId?: string;
  /** Whose behaviour is played from the start; the newest when it is not said. */
  form?: WalletForm;
  /** An account's grants as the control plane keeps them, for the shelf's samples. */
  grantsOf?: (owner: Address) => Promise<KeptGrant[]>;
  /** Ends a Golem on the visitor's wish, for the last step of the tour. */
  endGolem?: () => Promise<Dying | null>;
  /** How long an idle Snap is kept. */
  idleMs?: number;
};

export async function startDemoWallet(options: DemoWalletOptions): Promise<DemoWallet> {
  const chain = await linkChain(options.rpcUrl);
  const snapId = options.snapId ?? TWIN_ID;
  const port = Number(new URL(snapId.slice('local:'.length)).port);
  const files = await pointSnapAt(options.snapFiles, options.portalOrigin, port);
  const manifest = JSON.parse(files['snap.manifest.json'] ?? '{}') as Manifest;
  const accounts = demoAccounts();
  const form = options.form ?? formOf(process.env.BARDO_DEMO_WALLET);
  const memory: Memory = { ...blankMemory(lower(accounts[0].address), chain.chainId), form };
  const notices = createNotices(snapId);
  const seeding = createSeeding();
  let balances: Account[] = [];
  let estate: GrantEstate = { owner: memory.selected, ...NO_GRANTS };
  let fault: string | null = null;
  let home: string | null = null;
  let pushing: NodeJS.Timeout | null = null;

  const onFault = (said: string) => {
    fault = said;
    changed();
  };
  const changed = () => {
    pushing ??= setTimeout(() => {
      pushing = null;
      server.send({ event: 'view', view: view() });
    }, SETTLE_MS);
  };
  const lock = createLock(() => {
    const [origin] = memory.permitted.keys();
    if (origin)
      server.send({
        event: 'provider',
        name: 'accountsChanged',
        payload: accountsFor(wallet, origin),
      });
    changed();
  });
  const windows = createWindows(lock, changed);
  const snap = await hostSnap({
    files,
    answer: answerSnap({
      wallet: () => wallet,
      onNative: (message) => server.send({ event: 'native', message }),
      onFault,
      seeding: seeding.underWay,
    }),
    onCrash: (message) => onFault(`Bardo crashed: ${message}`),
    onChange: () => changed(),
    ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
  });
  const runJob = async (method: string) => {
    await snap.call(HandlerType.OnCronjob, { method });
  };
  const wallet: Wallet = {
    accounts,
    chain,
    memory,
    lock,
    windows,
    portalOrigin: options.portalOrigin,
    snapId,
    estate: () =>
      estate.owner === memory.selected ? estate : { owner: memory.selected, ...NO_GRANTS },
    lookAtEstate: async () => {
      estate = await readEstate(wallet, options.grantsOf ?? (async () => []));
      return estate;
    },
    endGolem: options.endGolem ?? null,
    manifest,
    snap: {
      ...snap,
      call: (handler, call) => seeding.wait(() => snap.call(handler, call), handler),
    },
    cron: createCron(manifest, runJob, changed),
    notices,
    explain(id, handler, params) {
      if (!memory.installed) return;
      windows.update(id, { insight: { state: 'loading' } });
      void insightOf(wallet.snap, handler, params, onFault).then((insight) =>
        windows.update(id, { insight }),
      );
    },
    emit: (name, payload) => server.send({ event: 'provider', name, payload }),
    changed,
  };
  const view = () => viewOf(wallet, { balances, fault, home });
  const acts = createActs(wallet, {
    onHome: (interfaceId) => {
      home = interfaceId;
      changed();
    },
    onFault,
  });
  const server = createServer({
    portalOrigin: options.portalOrigin,
    script: pageScript,
    onConnect: () => [{ event: 'view', view: view() }],
    onRpc: (origin, { id, method, params }) =>
      void request(wallet, origin, { method, params }).then((answer) =>
        server.send({ event: 'answer', answer: { id, ...answer } }),
      ),
    onAct: (act) => void acts(act).catch((error) => onFault(String((error as Error).message))),
  });
  const refresh = async () => {
    const fresh = await readAccounts(
      chain,
      accounts.map(({ address }) => lower(address)),
    );
    const before = shelfKey(balances, estate);
    balances = fresh;
    await wallet.lookAtEstate();
    if (shelfKey(balances, estate) !== before) changed();
  };
  await refresh();
  const watching = setInterval(() => {
    if (server.listeners() > 0) void refresh().catch(() => undefined);
  }, BALANCES_MS);
  watching.unref();
  return {
    scriptPath: `${PREFIX}wallet.js`,
    handle: server.handle,
    snap: {
      request: (method, params) =>
        seeding.run(() =>
          snap.call(HandlerType.OnRpcRequest, { origin: options.portalOrigin, method, params }),
        ),
      check: () => wallet.cron.checkNow(),
      install: () => acts({ act: 'install' }),
    },
    wallet,
    async stop() {
      clearInterval(watching);
      if (pushing) clearTimeout(pushing);
      wallet.cron.stop();
      server.stop();
      await snap.stop();
    },
  };
}

/** Changes when there is something else to show. */
function shelfKey(balances: Account[], { owner, live, disabled }: GrantEstate): string {
  return JSON.stringify([balances, owner, live.length, disabled.length]);
}

/** As `BARDO_DEMO_WALLET=13.13 npm start` says it. */
function formOf(wanted: string | undefined): WalletForm {
  if (wanted === undefined || wanted === '') return '13.23';
  if (isWalletForm(wanted)) return wanted;
  throw new Error(
    `BARDO_DEMO_WALLET is "${wanted}"; the demo wallet plays ${WALLET_FORMS.join(' or ')}.`,
  );
}

function blankMemory(selected: Address, chainId: Hex): Omit<Memory, 'form'> {
  return {
    selected,
    chainId,
    chains: [
      { id: chainId, name: 'Base Sepolia twin (anvil)', reachable: true },
      { id: '0x1', name: 'Ethereum (not reachable here)', reachable: false },
    ],
    permitted: new Map(),
    installed: false,
    snapSites: new Set(),
    met: new Set(),
    dying: null,
  };
}
