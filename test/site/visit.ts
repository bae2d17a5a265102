// What the browser tests of the site share: one chain, one control plane, one browser per file; an owner with a
// scripted wallet and a Snap that answers at once per test.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { words } from '../../site/words';
import { type House, openHouse } from '../api/house';
import { openMemory } from '../api/stores';
import { type Chain, startChain } from '../world/chain';
import { type Announced, openPortal, type Portal } from './browser';
import { aSiteStage, SETTINGS, type SiteStage } from './stage';

export type Visit = {
  chain: Chain;
  house: House;
  portal: Portal;
  stop: () => Promise<void>;
};

export async function openVisit(): Promise<Visit> {
  const [chain, opened] = await Promise.all([startChain(), openMemory()]);
  const house = await openHouse({ store: opened.store, chain });
  const portal = await openPortal(house);
  house.run(500);
  return {
    chain,
    house,
    portal,
    stop: async () => {
      await portal.stop();
      await house.stop();
      await chain.stop();
    },
  };
}

export type Owner = SiteStage & {
  metamask: Announced;
  snap: Snap;
  visit: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
};

/** What the wallet says of the Snap, and what the Snap says of itself. */
export type Snap = { version: string | null; connected: boolean };

/** `snap` null = the Snap is not installed. The wallet knows this site already. */
export async function anOwner(
  { chain, house, portal }: Visit,
  snap: Partial<Snap> = {},
): Promise<Owner> {
  const stage = await aSiteStage(chain, house);
  const state: Snap = { version: '0.1.0', connected: true, ...snap };
  const { script } = stage.wallet;
  script.wallet_getPermissions = () => [{ parentCapability: 'eth_accounts' }];
  answerForSnap(stage, state, () => house.plane.now());
  const metamask = { rdns: 'io.metamask', name: 'MetaMask', wallet: stage.wallet };
  return {
    ...stage,
    metamask,
    snap: state,
    visit: (path = '/', options) => portal.open(path, [metamask], options),
  };
}

function answerForSnap(stage: SiteStage, state: Snap, now: () => number): void {
  const { script } = stage.wallet;
  const guardian = script.wallet_invokeSnap;
  const owner = stage.owner.address.toLowerCase();
  script.wallet_getSnaps = () =>
    state.version ? { [SETTINGS.snapId]: { version: state.version } } : {};
  script.wallet_requestSnaps = () => {
    state.version = '0.1.0';
    return {};
  };
  script.wallet_invokeSnap = (params: { request: { method: string } }) => {
    if (state.version === null) throw Object.assign(new Error('gone'), { code: -32601 });
    switch (params.request.method) {
      case 'updateAuthToken':
        state.connected = true;
        return { accepted: true, owner };
      case 'handshake':
        return {
          version: state.version,
          protocol: 1,
          connected: state.connected,
          owner: state.connected ? owner : null,
          lastFetchAt: state.connected ? now() : null,
        };
      case 'getGolemsStatus':
        return { alerts: [] };
      case 'refresh':
        return {};
      default:
        return guardian?.(params as never);
    }
  };
}

export const PATIENCE = { timeout: 30_000 };

/** One click for an owner whose wallet knows the site. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.connect.again }).click();
  await page.getByRole('button', { name: words.connect.out }).waitFor(PATIENCE);
}

export async function openForm(page: Page, { golem, session, ask }: Owner): Promise<void> {
  await page.getByRole('button', { name: words.wish.open }).click();
  await page.getByLabel(words.wish.name, { exact: true }).fill('Atlas');
  await page.getByLabel(words.wish.id, { exact: true }).fill(golem);
  await page.getByLabel(words.wish.sessionKey).fill(session.address);
  await page.getByLabel(words.wish.payees).fill(ask().payees.join('\n'));
}

/** The alert at the top says exactly this. */
export async function expectAlert(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('alert').getByText(text).waitFor(PATIENCE);
}

export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click(PATIENCE);

export const currentStep = (page: Page) => page.locator('[aria-current=step]').textContent();

export async function expectDone(page: Page, text: string = words.progress.done('Atlas')) {
  await page.getByText(text).waitFor({ state: 'attached', timeout: 60_000 });
}

/** What the page lets the browser save, as JSON. */
export async function downloaded(page: Page, act: () => Promise<void>) {
  const waiting = page.waitForEvent('download', PATIENCE);
  await act();
  const file = await waiting;
  return JSON.parse(readFileSync((await file.path()) ?? '', 'utf8'));
}

/** A wallet's event, as a page hears it. */
export function emit(page: Page, event: string, value: unknown): Promise<void> {
  return page.evaluate(
    ([name, about]) => {
      type Detail = { provider: { emit: (name: string, value: unknown) => void } };
      for (const { provider } of (window as unknown as { wallets: Detail[] }).wallets)
        provider.emit(name, about);
    },
    [event, value] as [string, unknown],
  );
}

type Axe = {
  run: () => Promise<{
    violations: { id: string; nodes: { html: string; any?: { message: string }[] }[] }[];
  }>;
};

/** axe-core finds nothing wrong, light and dark. */
async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run());
    expect(
      found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.any?.[0]?.message ?? ''}`,
      ),
    ).toEqual([]);
  }
}

/** Nothing is cut off or scrolls sideways on a small phone. */
async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (size) await page.setViewportSize(size);
  expect(over).toBe(0);
}

/** A screen is looked at by axe and on a phone, and kept for the eye where PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectFits(page);
  const folder = process.env.PICTURES;
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 812 });
  await page.screenshot({ path: `${folder}/${name}-phone.png`, fullPage: true });
  if (size) await page.setViewportSize(size);
}
