// The built site in real Chromium, served by the real control plane on the twin. The wallet is a scripted one in
// this process, announced in the page by EIP-6963.
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createApp } from '../../../site/api/app';
import { openPages } from '../../../site/api/pages';
import { stageSite } from '../../../site/world/builds/site';
import type { House } from '../../api/house';
import { keptChromium, openContext } from '../../worker/chromium';
import type { ScriptedWallet } from '../scripted-wallet';
import { SETTINGS } from '../stage';

export type Portal = {
  origin: string;
  browser: Browser;
  /** Requests to anywhere but the Portal, and messages of a broken policy: there must be none. */
  strays: string[];
  open: (
    path: string,
    wallets: readonly Announced[],
    options?: BrowserContextOptions & Beside,
  ) => Promise<Page>;
  stop: () => Promise<void>;
};

/** Another tab of the same browser: cookies and storage are shared. */
type Beside = { beside?: Page };

export type Announced = { rdns: string; name: string; wallet: ScriptedWallet };

/** In the browser of the worker, which stays when the portal goes. */
export async function openPortal(house: House): Promise<Portal> {
  await stageSite();
  const folder = mkdtempSync(join(tmpdir(), 'bardo-site-'));
  cpSync('site/dist', folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(SETTINGS));
  const pages = openPages(folder);
  const app = createApp(house.plane);
  const answer = (request: Request) =>
    new URL(request.url).pathname.startsWith('/api/')
      ? app.fetch(request, {})
      : (pages?.(request) ?? new Response());
  const server = serve({ hostname: '127.0.0.1', port: 0, fetch: answer }) as Server;
  if (!server.listening) await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  (house.plane.origins as string[]).push(origin);
  const browser = await keptChromium();
  const strays: string[] = [];
  return {
    origin,
    browser,
    strays,
    open: (path, wallets, options) => openPage({ browser, origin, strays }, path, wallets, options),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

type Place = Pick<Portal, 'browser' | 'origin' | 'strays'>;

async function openPage(
  place: Place,
  path: string,
  wallets: readonly Announced[],
  { beside, ...options }: BrowserContextOptions & Beside = {},
): Promise<Page> {
  const { browser, origin, strays } = place;
  const context = beside?.context() ?? (await openContext(browser, options));
  const page = await context.newPage();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'))
      strays.push(url);
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/.test(message.text()))
      strays.push(message.text());
  });
  page.on('pageerror', (error) => strays.push(`${error.stack ?? error}`));
  await page.exposeFunction('askWallet', async (index: number, method: string, params: unknown) => {
    try {
      return {
        ok: true,
        value: (await wallets[index]?.wallet.request({ method, params })) ?? null,
      };
    } catch (error) {
      const { code, message } = error as { code?: number; message?: string };
      return { ok: false, code, message };
    }
  });
  await page.addInitScript(
    announce,
    wallets.map(({ rdns, name }) => ({ rdns, name })),
  );
  await page.goto(`${origin}${path}`);
  return page;
}

/** Runs in the page. */
function announce(wallets: { rdns: string; name: string }[]): void {
  type Answer = { ok: boolean; value: unknown; code?: number; message?: string };
  const ask = (...args: [number, string, unknown]) =>
    (window as unknown as { askWallet: (...args: unknown[]) => Promise<Answer> }).askWallet(
      ...args,
    );
  const details = wallets.map(({ rdns, name }, index) => {
    const listeners: { [event: string]: ((value: unknown) => void)[] } = {};
    const provider = {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        const answer = await ask(index, method, params);
        if (answer.ok) return answer.value;
        throw Object.assign(new Error(answer.message), { code: answer.code });
      },
      on: (event: string, listener: (value: unknown) => void) => {
        listeners[event] = [...(listeners[event] ?? []), listener];
      },
      emit: (event: string, value: unknown) => {
        for (const listener of listeners[event] ?? []) listener(value);
      },
    };
    const info = {
      uuid: `${rdns.replaceAll('.', '-')}-${index}`,
      name,
      rdns,
      icon: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
    };
    return Object.freeze({ info, provider });
  });
  (window as unknown as { wallets: unknown }).wallets = details;
  const tell = () => {
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', tell);
  tell();
}
