// The page's line to the wallet's host: state and answers come in, calls and clicks go out.
import type { HostEvent, PanelAct, RpcAnswer, WalletView } from '../view';

export type Link = {
  request: (method: string, params: unknown) => Promise<unknown>;
  act: (act: PanelAct) => void;
  onView: (heard: (view: WalletView) => void) => void;
  onProvider: (heard: (name: string, payload: unknown) => void) => void;
  onNative: (heard: (message: string) => void) => void;
  /** The host went away, or is back. */
  onLine: (heard: (connected: boolean) => void) => void;
};

export function openLink(): Link {
  const views: ((view: WalletView) => void)[] = [];
  const providers: ((name: string, payload: unknown) => void)[] = [];
  const natives: ((message: string) => void)[] = [];
  const lines: ((connected: boolean) => void)[] = [];
  const waiting = new Map<string, (answer: RpcAnswer) => void>();
  const events = new EventSource('/demo-wallet/events');
  let latest: WalletView | null = null;
  /** Nothing is asked before the line is open: its answer would be lost. */
  const ready = new Promise<void>((resolve) =>
    events.addEventListener('open', () => resolve(), { once: true }),
  );

  events.addEventListener('open', () => {
    for (const heard of lines) heard(true);
  });
  // Answers given meanwhile are lost, so nobody may go on waiting for one.
  events.addEventListener('error', () => {
    for (const heard of lines) heard(false);
    for (const [id, settle] of waiting) settle({ id, error: GONE });
    waiting.clear();
  });
  events.addEventListener('message', ({ data }) => {
    const event = JSON.parse(data) as HostEvent;
    if (event.event === 'view') {
      latest = event.view;
      for (const heard of views) heard(event.view);
    }
    if (event.event === 'provider') for (const heard of providers) heard(event.name, event.payload);
    if (event.event === 'native') for (const heard of natives) heard(event.message);
    if (event.event === 'answer') {
      waiting.get(event.answer.id)?.(event.answer);
      waiting.delete(event.answer.id);
    }
  });

  return {
    async request(method, params) {
      await ready;
      const id = crypto.randomUUID();
      const answer = new Promise<RpcAnswer>((resolve) => waiting.set(id, resolve));
      await post('rpc', { id, method, params }).catch((error) => {
        waiting.delete(id);
        throw error;
      });
      const settled = await answer;
      if ('error' in settled) throw Object.assign(new Error(settled.error.message), settled.error);
      return settled.result;
    },
    // A click that is lost shows: the panel says that the host is gone.
    act: (act) => void ready.then(() => post('act', act)).catch(() => undefined),
    onView(heard) {
      views.push(heard);
      if (latest) heard(latest);
    },
    onProvider: (heard) => providers.push(heard),
    onNative: (heard) => natives.push(heard),
    onLine: (heard) => lines.push(heard),
  };
}

/** EIP-1193: the provider is disconnected from all chains. */
const GONE = { code: 4900, message: 'The demo wallet does not answer. Is the demo world awake?' };

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`/demo-wallet/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response?.ok) throw Object.assign(new Error(GONE.message), GONE);
}
