// A page of nothing but the demo wallet, on the twin of Base Sepolia, with the real built Snap behind it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { Address } from 'viem';
import { readSnapFiles } from '../../../site/world/builds/snap-server';
import { TWIN } from '../../../site/world/builds/twin';
import type { Chain } from '../../../site/world/chain/chain';
import { type DemoWallet, startDemoWallet } from '../../../site/world/wallet/app/demo-wallet';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import { type Answer, good, type Plane } from '../../snap/plane';
import { closePages, keptChromium, openPage } from '../../worker/chromium';
import { freshChain } from './ground';
import { panelOf } from './panel';

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

/** `status`: what the control plane says. */
export async function openHouse(status: Plane['status']): Promise<House> {
  const [chain, browser] = await Promise.all([freshChain(), keptChromium()]);
  let wallet: DemoWallet | undefined;
  const server = createServer((request, response) => {
    if (wallet?.handle(request, response)) return;
    if (request.url?.startsWith('/api/snap/')) return answerSnap(status)(request, response);
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
      await closePages(browser);
      await wallet?.stop();
      server.close();
      server.closeAllConnections();
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
  const page = await openPage(browser, { viewport: { width: 1280, height: 800 } });
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

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
