// What the browser tests of the site share: one chain, one control plane, one browser per worker; an owner with a
// scripted wallet and a Snap that answers at once per test.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect } from 'vitest';
import { connectWords } from '../../../site/cards/connect.words';
import { grantFieldsWords } from '../../../site/cards/grant-fields.words';
import { grantFinishedWords } from '../../../site/cards/grant-finished.words';
import { headerWords } from '../../../site/cards/header.words';
import { type Ask, startDraft } from '../../../site/grant/draft';
import { runSteps } from '../../../site/grant/run-steps';
import { pageWords } from '../../../site/words/page.words';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { WalletForm } from '../../../site/world/wallet/view';
import { type House, openHouse } from '../../api/house';
import { openMemory } from '../../api/stores';
import { closePages } from '../../worker/chromium';
import { keptInWorker } from '../../worker/kept';
import { walletError } from '../scripted-wallet';
import { aSiteStage, SETTINGS, type SiteStage, SNAP_VERSION } from '../stage';
import { type Announced, openPortal, type Portal } from './portal';

export type Visit = {
  chain: Chain;
  house: House;
  portal: Portal;
};

/** There from a file's first test to its last. */
export const visit = {} as Visit;

/** Said once at the top of a file. Its pages must have asked nobody else for anything, and broken no rule of their own. */
export function visitInThisFile(): void {
  beforeAll(async () => void Object.assign(visit, await keptVisit()), 240_000);
  afterAll(async () => {
    if (visit.portal) await closePages(visit.portal.browser);
    expect(visit.portal?.strays.splice(0)).toEqual([]);
  });
}

const keptVisit = keptInWorker(openVisit, async ({ chain, house, portal }) => {
  await portal.stop();
  await house.stop();
  await chain.stop();
});

async function openVisit(): Promise<Visit> {
  const [chain, opened] = await Promise.all([startChain(), openMemory()]);
  const house = await openHouse({ store: opened.store, chain, loopbackTargets: true });
  const portal = await openPortal(house);
  house.run(500);
  return { chain, house, portal };
}

export type Owner = SiteStage & {
  metamask: Announced;
  snap: Snap;
  visit: (path?: string, options?: Parameters<Portal['open']>[2]) => Promise<Page>;
};

/** What the wallet says of the Snap (version null = not installed), and what the Snap says of itself. */
export type Snap = { version: string | null; enabled: boolean; connected: boolean };

/** The wallet knows this site already. */
export async function anOwner(
  snap: Partial<Snap> = {},
  form: WalletForm = '13.23',
): Promise<Owner> {
  const { chain, house, portal } = visit;
  const stage = await aSiteStage(chain, house, {}, form);
  const state: Snap = { version: SNAP_VERSION, enabled: true, connected: true, ...snap };
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
    state.version
      ? { [SETTINGS.snapId]: { version: state.version, enabled: state.enabled, blocked: false } }
      : {};
  script.wallet_requestSnaps = () => {
    state.version = SNAP_VERSION;
    return {};
  };
  script.wallet_invokeSnap = (params: { request: { method: string } }) => {
    // As MetaMask answers: with a removed Snap the site's permission to call it goes too.
    if (state.version === null) throw walletError(4100);
    if (!state.enabled) throw walletError(-32603, `Snap "${SETTINGS.snapId}" is disabled.`);
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

/** One click for an owner whose wallet knows the site. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: connectWords.again }).click();
  await page.getByRole('button', { name: headerWords.signOut }).waitFor();
}

/** Granted without a browser; how that goes is tested elsewhere. */
export async function grantQuietly(
  owner: Owner,
  guardian: Hex | null,
  asks: readonly Partial<Ask>[] = [{}],
): Promise<void> {
  const address = owner.owner.address.toLowerCase() as Hex;
  for (const one of asks) {
    const ask = owner.ask({ gasPulls: 0, ...one });
    const about = { guardian, now: visit.house.plane.now() };
    await runSteps(startDraft(address, ask, about), owner.house);
  }
  owner.wallet.asked.length = 0;
}

export async function openForm(page: Page, { golem, session, ask }: Owner): Promise<void> {
  await goHome(page);
  await follow(page, pageWords.grantRunway);
  await page.getByLabel(grantFieldsWords.name, { exact: true }).fill('Atlas');
  await page.getByLabel(grantFieldsWords.id, { exact: true }).fill(golem);
  await page.getByLabel(grantFieldsWords.sessionKey).fill(session.address);
  await page.getByLabel(grantFieldsWords.payees).fill(ask().payees.join('\n'));
}

/** The alert at the top says exactly this. */
export async function expectAlert(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('alert').getByText(text).waitFor();
}

export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

export const goHome = (page: Page) => page.getByRole('banner').getByRole('link').click();

export const follow = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click();

/** The machine's own step, inside the one that people count. */
export const currentStep = (page: Page) =>
  page.locator('[aria-current=step] .walk-doing').textContent();

export async function expectDone(page: Page, text: string = grantFinishedWords.runway('Atlas')) {
  await page.getByText(text).waitFor({ state: 'attached' });
}

/** What the page lets the browser save, as JSON. */
export async function downloaded(page: Page, act: () => Promise<void>) {
  const waiting = page.waitForEvent('download');
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
