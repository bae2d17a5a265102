// The real built Snap in MetaMask's simulator, pointed at a plane of the test's own. The development twin
// is taken as built; only its Portal address is replaced, and the checksum renewed, as the wallet checks it.
// After each test everything is closed, and whatever the real wallet would have refused fails it.
import type { Server } from 'node:http';
import { afterEach, expect } from '@jest/globals';
import type { Json, SnapId } from '@metamask/snaps-sdk';
import { HandlerType, unwrapError } from '@metamask/snaps-utils';
import { pointSnapAt, snapIdAt } from '../../site/world/builds/point-snap';
import { readSnapFiles, serveSnap } from '../../site/world/builds/snap-server';
import { TWIN } from '../../site/world/builds/twin';
import { freePort } from '../../site/world/chain/free-port';
import { linesOf, nodesOf } from '../../site/world/wallet/rules/screen';
import { type Answering, faultsOf, responseFaults } from '../../site/world/wallet/rules/strict';
import { emptyState, type State } from '../../src/core/memory/state';
import { closePlanes, knownTokens, type Plane, token } from './plane';
import { type Request, Wallet } from './wallet';

/** What snaps-jest's environment hands out; its public types leave most of this out. */
type Installed = {
  snapId: SnapId;
  store: {
    getState: () => { state: { unencrypted: string | null } };
    dispatch: (action: { type: string; payload: unknown }) => void;
  };
  executionService: {
    handleRpcRequest: (id: SnapId, request: object) => Promise<unknown>;
    terminateAllSnaps: () => Promise<void>;
  };
  controllerMessenger: { call: (action: string, ...args: unknown[]) => unknown };
  request: (request: object) => Promise<{ response: Json }> & {
    getInterface: () => Promise<{ type: string; ok: () => Promise<void> }>;
  };
  mockJsonRpc: (answer: (request: Request) => Promise<Json | undefined>) => void;
};
declare const snapsEnvironment: {
  installSnap: (id: SnapId, options: object) => Promise<Installed>;
};

export type Reply = { result: Json } | { error: { code: number; message: string } };
export type Insight = Screen & { severity: string | undefined };

const servers: Server[] = [];
const installed: Bardo[] = [];

afterEach(async () => {
  const tokens = knownTokens();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  const bardos = installed.splice(0);
  await Promise.all(bardos.map((bardo) => bardo.stop()));
  await closePlanes();
  for (const { wallet, replies } of bardos) {
    expect(wallet.faults).toEqual([]);
    for (const reply of replies) for (const secret of tokens) expect(reply).not.toContain(secret);
  }
});

/** Where the Portal is; nobody speaks TLS there, so an https one is never reached. */
type Site = Pick<Plane, 'port'> & { scheme?: 'http' | 'https' };

/** `state` undefined: freshly installed, never connected. */
export async function installBardo(site: Site, state?: unknown): Promise<Bardo> {
  const portal = `${site.scheme ?? 'http'}://localhost:${site.port}`;
  const port = await freePort();
  const { server } = await serveSnap(await pointSnapAt(readSnapFiles(TWIN), portal, port), port);
  servers.push(server);
  return installFrom(snapIdAt(port) as SnapId, portal, state);
}

/** Removed and installed anew from the same place: the wallet has forgotten all state. */
export async function reinstall(bardo: Bardo): Promise<Bardo> {
  await bardo.stop();
  return installFrom(bardo.snapId, bardo.portal);
}

async function installFrom(id: SnapId, portal: string, state?: unknown): Promise<Bardo> {
  const unencryptedState = (state ?? null) as { [key: string]: Json } | null;
  const snap = await snapsEnvironment.installSnap(id, { options: { unencryptedState } });
  const bardo = new Bardo(snap, portal);
  installed.push(bardo);
  return bardo;
}

/** Holds token 0 of the plane's family and has not fetched yet. */
export function connectedState(over: Partial<State> = {}): State {
  return { ...emptyState(), auth_token: token(0), ...over };
}

export async function installConnected(plane: Plane, over: Partial<State> = {}): Promise<Bardo> {
  return installBardo(plane, connectedState(over));
}

export class Bardo {
  readonly wallet: Wallet;
  /** Every answer and error that went to a site, as text. */
  readonly replies: string[] = [];

  constructor(
    private readonly snap: Installed,
    readonly portal: string,
  ) {
    this.wallet = new Wallet(snap.snapId);
    snap.mockJsonRpc(({ method, params }) => this.wallet.handle(method, params));
  }

  get snapId(): SnapId {
    return this.snap.snapId;
  }

  stop(): Promise<void> {
    return this.snap.executionService.terminateAllSnaps();
  }

  get state(): State {
    const text = this.snap.store.getState().state.unencrypted;
    return JSON.parse(text ?? 'null');
  }

  /** What the wallet finds in its store next time; the Snap keeps no copy of its own. */
  set state(state: State) {
    const payload = { state: JSON.stringify(state), encrypted: false };
    this.snap.store.dispatch({ type: 'state/setState', payload });
  }

  async check(method = 'heartbeat'): Promise<void> {
    await this.call(HandlerType.OnCronjob, undefined, { method });
  }

  async ask(method: string, params?: unknown, origin = this.portal): Promise<Reply> {
    const reply = await this.call(HandlerType.OnRpcRequest, params, { method, origin }).then(
      (result) => ({ result: result as Json }),
      (error) => ({ error: { code: error.code as number, message: error.message as string } }),
    );
    this.replies.push(JSON.stringify(reply));
    return reply;
  }

  /** As the Portal, through the simulator's own window instead of a scripted answer. */
  openDialog(method: string, params: object) {
    return this.snap.request({ origin: this.portal, method, params });
  }

  async home(): Promise<Screen> {
    const response = await this.call(HandlerType.OnHomePage);
    return this.#shown('onHomePage', response);
  }

  /** null = "No insight to show". */
  async transaction(transaction: unknown, over: { chainId?: unknown; origin?: unknown } = {}) {
    const { chainId = 'eip155:8453', origin = 'https://dapp.example' } = over;
    const params = { transaction, chainId, transactionOrigin: origin };
    return this.#insight('onTransaction', HandlerType.OnTransaction, params);
  }

  async signature(signature: unknown, origin: unknown = 'https://dapp.example') {
    const params = { signature, signatureOrigin: origin };
    return this.#insight('onSignature', HandlerType.OnSignature, params);
  }

  /** A press on a button, whether it is shown or not. */
  async press(id: string, name: string): Promise<void> {
    await this.input(id, { type: 'ButtonClickEvent', name });
  }

  async input(id: string, event: { [name: string]: Json }): Promise<void> {
    const context = this.#interface(id)?.context ?? null;
    await this.call(HandlerType.OnUserInput, { id, event, context });
  }

  contentOf(id: string): unknown {
    return this.#interface(id)?.content;
  }

  /** Any handler with any parameters. In the wallet a plain error ends the Snap: here it is a fault. */
  async call(
    handler: HandlerType,
    params?: unknown,
    over: { method?: string; origin?: string } = {},
  ): Promise<unknown> {
    const { method = ' ', origin = 'metamask' } = over;
    const request = { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) };
    try {
      return await this.snap.executionService.handleRpcRequest(this.snap.snapId, {
        origin,
        handler,
        request,
      });
    } catch (error) {
      const [unwrapped, handled] = unwrapError(error);
      if (!handled) this.wallet.faults.push(`${handler} crashed the Snap: ${unwrapped.message}`);
      throw unwrapped;
    }
  }

  async #insight(kind: Answering, handler: HandlerType, params: object): Promise<Insight | null> {
    const response = (await this.call(handler, params)) as { severity?: string } | null;
    this.wallet.faults.push(...responseFaults(kind, response));
    return response && Object.assign(this.#shown(kind, response), { severity: response.severity });
  }

  #shown(kind: Answering, response: unknown): Screen {
    this.wallet.faults.push(...responseFaults(kind, response));
    const { id, content } = response as { id?: string; content?: unknown };
    const create = 'SnapInterfaceController:createInterface';
    const shown = id ?? this.snap.controllerMessenger.call(create, this.snap.snapId, content);
    return new Screen(this, String(shown));
  }

  /** null once it is closed. */
  #interface(id: string) {
    const get = 'SnapInterfaceController:getInterface';
    try {
      const found = this.snap.controllerMessenger.call(get, this.snap.snapId, id);
      return found as { content: unknown; context: Json };
    } catch {
      return null;
    }
  }
}

/** An open page; it always shows what the wallet holds for it now. */
export class Screen {
  constructor(
    private readonly bardo: Bardo,
    readonly id: string,
  ) {
    bardo.wallet.faults.push(...faultsOf(this.tree));
  }

  get tree(): unknown {
    return this.bardo.contentOf(this.id);
  }

  get lines(): string[] {
    return linesOf(this.tree);
  }

  get text(): string {
    return this.lines.join('\n');
  }

  get buttons(): string[] {
    return buttonsOf(this.tree);
  }

  async click(name: string): Promise<this> {
    expect(this.buttons).toContain(name);
    await this.bardo.press(this.id, name);
    return this;
  }
}

/** Names of the buttons one can press. */
function buttonsOf(root: unknown): string[] {
  return nodesOf(root)
    .filter(({ type, props }) => type === 'Button' && props.disabled !== true)
    .map(({ props }) => String(props.name));
}
