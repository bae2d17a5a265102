// A page of nothing but the demo wallet, on the twin of Base Sepolia, with the real built Snap behind it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Address, numberToHex, parseEther } from 'viem';
import { vi } from 'vitest';
import { readSnapFiles } from '../../site/world/builds/snap-server';
import { TWIN } from '../../site/world/builds/twin';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { type DemoWallet, startDemoWallet } from '../../site/world/wallet/app/demo-wallet';
import { demoAccounts } from '../../site/world/wallet/demo-owner';
import { type Answer, good, type Plane } from '../snap/plane';
import { launchChromium } from './chromium';

/** Browser, anvil and Snap share one noisy machine with other tests. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

export const OWNER = demoAccounts()[0].address.toLowerCase() as Address;

export type House = {
  chain: Chain;
  wallet: DemoWallet;
  browser: Browser;
  origin: string;
  /** A fresh page with the wallet in it. */
  visit: () => Promise<Page>;
  stop: () => Promise<void>;
};

/** What the parts of one test file share: the house, and a page in it. */
export type Stage = { house: House; page: Page };

type HouseOptions = {
  /** What the control plane says; without it there is none. */ status?: Plane['status'];
};

export async function openHouse({ status }: HouseOptions = {}): Promise<House> {
  const [chain, browser] = await Promise.all([startChain(), launchChromium()]);
  for (const { address } of demoAccounts()) {
    await chain.cheat('anvil_setBalance', [address, numberToHex(parseEther('10'))]);
  }
  let wallet: DemoWallet | undefined;
  const server = createServer((request, response) => {
    if (wallet?.handle(request, response)) return;
    if (status && request.url?.startsWith('/api/snap/'))
      return answerSnap(status)(request, response);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(PAGE);
  });
  const port = await listening(server);
  const origin = `http://localhost:${port}`;
  const snapFiles = readSnapFiles(TWIN);
  wallet = await startDemoWallet({
    rpcUrl: chain.rpcUrl,
    portalOrigin: origin,
    snapFiles,
  });
  return {
    chain,
    wallet,
    browser,
    origin,
    visit: () => visit(browser, origin),
    async stop() {
      await browser.close();
      await wallet?.stop();
      server.close();
      server.closeAllConnections();
      await chain.stop();
    },
  };
}

/** Snaps come from nowhere (`Origin: null`), so the plane must allow everybody there. */
function answerSnap(status: Plane['status']): Answer {
  return (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else good(() => ({ status, oldest: 0 }))(request, response);
  };
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A site</title>
  <script src="/demo-wallet/wallet.js"></script></head><body><h1>A site</h1></body></html>`;

async function visit(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(origin);
  await panelOf(page).waitFor();
  await page.evaluate(() => {
    window.addEventListener('eip6963:announceProvider', (event) => {
      Object.assign(window, { announced: (event as CustomEvent).detail });
    });
    window.dispatchEvent(new Event('eip6963:requestProvider'));
  });
  return page;
}

export function panelOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Demo wallet, not MetaMask' });
}

export type Reply = { result: unknown } | { error: { code: number; message: string } };

/** A request by the site; not awaited here when the owner has to answer first. */
export function ask(page: Page, method: string, params: unknown = []): Promise<Reply> {
  return page.evaluate(
    async (request) => {
      const { provider } = (window as unknown as { announced: { provider: Provider } }).announced;
      type Provider = { request: (asked: object) => Promise<unknown> };
      try {
        return { result: await provider.request(request) };
      } catch (error) {
        const { code, message } = error as { code: number; message: string };
        return { error: { code, message } };
      }
    },
    { method, params },
  );
}

export async function press(page: Page, name: string): Promise<void> {
  await panelOf(page).getByRole('button', { name, exact: true }).click();
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Connected, on the demo chain, unlocked, and nothing asked any more. */
export async function tidy({ house: { wallet, origin }, page }: Stage): Promise<void> {
  const { windows, memory, lock } = wallet.wallet;
  memory.permitted.set(origin, [OWNER]);
  memory.selected = OWNER;
  memory.chainId = '0x14a34';
  memory.form = '13.23';
  lock.set(false);
  for (const { id } of windows.list()) windows.settle(id, { confirmed: false });
  if (!page.isClosed()) await panelOf(page).locator('.actions').waitFor({ state: 'detached' });
}
