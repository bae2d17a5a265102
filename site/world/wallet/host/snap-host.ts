// The real built Snap in MetaMask's simulator, with the life the wallet gives it and the simulator does not:
// it is stopped after 30 idle seconds (its module variables are lost) and ended by a plain error.
import type { Json, SnapId } from '@metamask/snaps-sdk';
import { installSnap } from '@metamask/snaps-simulation';
import { DEFAULT_ENDOWMENTS, type HandlerType, unwrapError } from '@metamask/snaps-utils';
import { type SnapFiles, serveSnap } from '../../builds/snap-server';
import { DEMO_PHRASE } from '../demo-owner';
import { internal } from '../errors';

const IDLE_MS = 30_000;
const LOOK_MS = 5_000;

export type SnapRequest = { method: string; params: { [name: string]: Json } };

/** What the Snap asks the wallet. undefined = the simulator answers. */
export type AnswerSnap = (request: SnapRequest) => Promise<Json | undefined>;

export type SnapCall = { origin?: string; method?: string; params?: unknown };

export type SnapHost = {
  call: (handler: HandlerType, call?: SnapCall) => Promise<unknown>;
  /** Content and context of an open interface; null once it is closed. */
  screenOf: (interfaceId: string) => { content: unknown; context: Json } | null;
  /** An interface for content the Snap answered with. */
  open: (content: unknown) => string;
  running: () => boolean;
  /** Ends the Snap as the wallet does after idling: the next call starts it anew. */
  sleep: () => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  files: SnapFiles;
  answer: AnswerSnap;
  /** A plain error ended the Snap. */
  onCrash: (message: string) => void;
  /** Started, stopped, or one of its screens changed. */
  onChange: () => void;
  idleMs?: number;
};

export async function hostSnap(options: Options): Promise<SnapHost> {
  const { files, answer, onCrash, onChange, idleMs = IDLE_MS } = options;
  const { server, port } = await serveSnap(files, 0);
  const snapId = `local:http://localhost:${port}` as SnapId;
  const snap = await installSnap(snapId, { options: { secretRecoveryPhrase: DEMO_PHRASE } });
  server.close();
  const messenger = snap.controllerMessenger as unknown as {
    call: (action: string, ...args: unknown[]) => unknown;
    subscribe: (event: string, heard: () => void) => void;
  };
  messenger.subscribe('SnapInterfaceController:stateChange', onChange);
  snap.mockJsonRpc((async (request: { method: string; params?: unknown }) =>
    answer({
      method: request.method,
      params: (request.params ?? {}) as SnapRequest['params'],
    })) as never);

  let alive = true;
  let starting: Promise<void> | null = null;
  let stopping: Promise<void> = Promise.resolve();
  let open = 0;
  let quietSince = Date.now();

  async function sleep(): Promise<void> {
    if (!alive) return;
    alive = false;
    stopping = snap.executionService.terminateAllSnaps();
    await stopping;
    onChange();
  }

  async function awake(): Promise<void> {
    if (alive) return;
    starting ??= start().finally(() => {
      starting = null;
    });
    await starting;
  }

  async function start(): Promise<void> {
    // A call that comes while the Snap is being stopped waits for its end.
    await stopping;
    const manifest = JSON.parse(files['snap.manifest.json'] ?? '{}');
    const names = Object.keys(manifest.initialPermissions).filter((name) =>
      name.startsWith('endowment:'),
    );
    const given = await Promise.all(
      names.map((name) => messenger.call('PermissionController:getEndowments', snapId, name)),
    );
    const endowments = [...new Set([...DEFAULT_ENDOWMENTS, ...given.flat()])].filter(
      (name) => typeof name === 'string',
    );
    const sourceCode = files['dist/bundle.js'] ?? '';
    await snap.executionService.executeSnap({ snapId, sourceCode, endowments });
    alive = true;
    onChange();
  }

  async function call(handler: HandlerType, { origin, method, params }: SnapCall = {}) {
    open += 1;
    try {
      await awake();
      return await snap.executionService.handleRpcRequest(snapId, {
        origin: origin ?? 'metamask',
        handler,
        request: {
          jsonrpc: '2.0',
          id: 1,
          method: method ?? ' ',
          ...(params === undefined ? {} : { params: params as Json[] }),
        },
      });
    } catch (error) {
      const [unwrapped, handled] = unwrapError(error);
      if (!handled) {
        onCrash(unwrapped.message);
        await sleep();
      }
      throw unwrapped;
    } finally {
      open -= 1;
      quietSince = Date.now();
    }
  }

  const watch = setInterval(
    () => {
      if (open === 0 && Date.now() - quietSince >= idleMs) void sleep();
    },
    Math.min(LOOK_MS, idleMs),
  );
  watch.unref();

  return {
    call,
    screenOf(interfaceId) {
      try {
        const get = 'SnapInterfaceController:getInterface';
        return messenger.call(get, snapId, interfaceId) as { content: unknown; context: Json };
      } catch {
        return null;
      }
    },
    open(content) {
      if (content === undefined) throw internal('The Snap answered with no content.');
      return String(messenger.call('SnapInterfaceController:createInterface', snapId, content));
    },
    running: () => alive,
    sleep,
    async stop() {
      clearInterval(watch);
      alive = false;
      await stopping;
      await snap.executionService.terminateAllSnaps();
    },
  };
}
