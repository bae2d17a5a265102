// An owner who says no to every window once, in both forms of the wallet, and yes to it the second time. Each refusal is
// told where the eye is and changes nothing; in the end there is one of everything. Chain, control plane, site, Snap and
// agent kit are the real ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Address, createPublicClient, http, type PublicClient } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gasFormWords } from '../../site/cards/gas-form.words';
import { grantWaysWords } from '../../site/cards/grant-ways.words';
import { revokeWaysWords } from '../../site/cards/revoke-ways.words';
import { runwayActionsWords } from '../../site/cards/runway-actions.words';
import { snapBadgeWords } from '../../site/cards/snap-badge.words';
import { endingWords } from '../../site/ending/ending.words';
import { grantWords } from '../../site/grant/grant.words';
import { walletWords } from '../../site/wallet/wallet.words';
import { PAYEES } from '../../site/world/clade/lives';
import { openPurse } from '../../site/world/clade/purse';
import { demoAccounts } from '../../site/world/wallet/demo-owner';
import { WALLET_FORMS, type WalletForm } from '../../site/world/wallet/view';
import { startWorld, type World } from '../../site/world/world';
import { connectChain } from '../../src/agent/chain/chain';
import { createGolem } from '../../src/agent/life/golem';
import { connectPlane } from '../../src/agent/life/plane';
import { createTools, type Tools } from '../../src/agent/tools/tools';
import { launchChromium, openPage } from '../worker/chromium';
import { panelOf, press } from './wallet/panel';

const ID = 'lazarus';
const NO = walletWords.errors[4001];

/** Transactions and authorizations of the owner until the lease: upgrade (two numbers) and gas, together or apart. */
const SENT: Record<WalletForm, number> = { '13.23': 3, '13.13': 2 };

// A world each: Bardo pauses after three refusals within a minute.
describe.each(WALLET_FORMS)('in the wallet of %s', (form) => {
  const owner = demoAccounts()[0].address.toLowerCase() as Address;
  let folder = '';
  let world: World;
  let client: PublicClient;
  let browser: Browser;
  let page: Page;
  let request: ReturnType<Tools['metamask_request_runway']>;

  const wallet = () => {
    if (!world.wallet) throw new Error('This world has no demo wallet.');
    return world.wallet.wallet;
  };
  const main = () => page.getByRole('main');
  const button = (name: string | RegExp) => main().getByRole('button', { name });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bardo-refusing-'));
    const ports = { portal: 0, snap: 0, chain: 0 };
    [world, browser] = await Promise.all([
      startWorld({ folder, ports, wallet: true }),
      launchChromium(),
    ]);
    client = createPublicClient({ transport: http(world.chain.rpcUrl) });
    wallet().memory.form = form;
    const link = connectChain({ rpcUrl: world.chain.rpcUrl, chainId: world.chain.chainId });
    const purse = openPurse(world.chain, link);
    await purse.ether(owner, '10');
    await purse.dollars(owner, 1000n);
    page = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    const golem = createGolem({
      ...{ id: ID, name: 'Lazarus', owner, chain: link },
      vitals: () => ({ phase: 'thriving', vitality: 9000 }),
      plane: connectPlane({ url: world.portal }),
      sequence: { last: 0, save: () => undefined },
    });
    request = createTools({ golems: [golem] }, { pollMs: 200 }).metamask_request_runway({
      golems: [ID],
      daily_cap_usdc: 10,
      duration_days: 7,
      payees: [PAYEES[0] as Address],
      reason: 'to live and think',
      timeout_seconds: 600,
    });
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** The wallet's next window, once Bardo has said what it has to say of it. */
  async function answer(title: string | RegExp, name: string): Promise<void> {
    await panelOf(page).getByRole('heading', { name: title }).first().waitFor();
    await expect.poll(() => panelOf(page).getByRole('progressbar').count()).toBe(0);
    await press(page, name);
  }

  /** What cannot be taken back: transactions of the owner, grants, leases, and what was relayed for them. */
  async function facts() {
    const nonce = await client.getTransactionCount({ address: owner });
    const plane = await page.evaluate(async (golem) => {
      const read = async (path: string) => {
        const answered = await fetch(path);
        return answered.ok ? answered.json() : null;
      };
      const { permissions = [] } = (await read('/api/golems')) ?? {};
      const { orders = [] } = (await read(`/api/golems/${golem}`)) ?? {};
      return { permissions, orders };
    }, ID);
    type Listed = { lease: { generation: number } | null; revokedAt: number | null };
    return {
      nonce,
      grants: plane.permissions.length as number,
      leases: plane.permissions.filter(({ lease }: Listed) => lease !== null).length as number,
      orders: plane.orders.length as number,
    };
  }

  /** Says no, and holds the page against what is true then. */
  async function refuse(
    title: string | RegExp,
    { by = 'Cancel', says = NO }: { by?: string; says?: string | RegExp } = {},
  ): Promise<void> {
    await panelOf(page).getByRole('heading', { name: title }).first().waitFor();
    const before = await facts();
    await answer(title, by);
    await expect.poll(() => isInSight(page.getByText(says))).toBe(true);
    expect(await facts()).toEqual(before);
  }

  /** The owner need not scroll to read it. */
  async function isInSight(told: Locator): Promise<boolean> {
    return told.evaluateAll((elements) =>
      elements.some((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return height > 4 && top >= 0 && bottom <= window.innerHeight;
      }),
    );
  }

  const goOn = () => main().getByRole('button', { name: grantWaysWords.go, exact: true }).click();

  it('connects, signs in and installs at the second time', async () => {
    await page.goto(world.portal);
    const connect = button('Connect Demo wallet (not MetaMask)');
    await connect.click();
    await refuse('Connect this site');
    await connect.click();
    await answer('Connect this site', 'Connect');
    await refuse('Signature request');
    await button(/Connect|Sign in/)
      .first()
      .click();
    await answer('Signature request', 'Confirm');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();

    await button(snapBadgeWords.install).click();
    await refuse(/Bardo/);
    await button(snapBadgeWords.install).click();
    await answer(/Bardo/, 'Install');
    await page.getByText(/Version 0.2.0, watching/).waitFor();
  });

  it('grants at the last, and stands where it stood after every no', async () => {
    await main().getByRole('link', { name: 'Answer' }).click();
    wallet().memory.chainId = '0x1';
    wallet().emit('chainChanged', '0x1');
    await button(/^(Ask|Continue in) MetaMask/).click();
    await refuse(/^Switch to/);
    await goOn();
    await answer(/^Switch to/, 'Approve');
    await refuse('Signature request');
    await goOn();
    await answer('Signature request', 'Confirm');
    await refuse('Permission request');

    // The upgrade refused: MetaMask goes on to the permission without a word.
    await goOn();
    await answer('Permission request', 'Grant');
    await answer('Account update', 'Cancel');
    await refuse('Permission request');
    expect(await client.getCode({ address: owner })).toBeUndefined();
    await (form === '13.23' ? upgradedByTheGrant() : upgradedByTheSite());

    await refuse('Bardo', { by: 'Reject', says: grantWords.noLease(null) });
    await goOn();
    await answer('Bardo', 'Approve');
    await main().getByRole('link', { name: 'Open Lazarus' }).waitFor();
    expect(await request).toMatchObject({ outcome: 'granted', usable: true, daily_cap: '10' });
    expect((await wallet().lookAtEstate()).live).toHaveLength(1);
    expect(await facts()).toMatchObject({ nonce: SENT[form], grants: 1, leases: 1, orders: 1 });
  });

  it('fetches gas at the last, by a permission and a lease that were refused before', async () => {
    await main().getByRole('link', { name: 'Open Lazarus' }).click();
    await button(runwayActionsWords.gasOpen).click();
    await main().getByLabel(gasFormWords.amount('ETH')).fill('0.001');
    await button(/^(Ask|Continue in) MetaMask/).click();
    await refuse('Permission request');
    await goOn();
    await answer('Permission request', 'Grant');
    await refuse('Permission request');
    await goOn();
    await answer('Permission request', 'Grant');
    await answer('Permission request', 'Confirm');
    await refuse('Bardo', { by: 'Reject', says: grantWords.noLease(null) });
    await goOn();
    await answer('Bardo', 'Approve');

    await expect.poll(facts).toMatchObject({ nonce: SENT[form], grants: 2, leases: 2 });
  });

  it('ends at the last: Bardo signs nothing and the chain hears nothing before', async () => {
    await page.goto(`${world.portal}/revoke/${ID}`);
    await button(revokeWaysWords.snap).click();
    await refuse('Bardo', { by: 'Reject', says: endingWords.snapRefused });
    const one = /Transaction request|Includes/;
    await button(revokeWaysWords.all(2)).click();
    await refuse(one);
    expect((await wallet().lookAtEstate()).live).toHaveLength(2);

    await button(revokeWaysWords.retry).click();
    await answer(one, 'Confirm');
    await main().getByText('Ended on chain.').first().waitFor();
    await expect.poll(async () => (await wallet().lookAtEstate()).live).toHaveLength(0);
  });

  /** The upgrade was confirmed and the permission refused: that nothing changed would be false. */
  async function upgradedByTheGrant(): Promise<void> {
    await goOn();
    await answer('Permission request', 'Grant');
    await answer('Account update', 'Confirm');
    await refuse('Permission request', { says: grantWords.onlyUpgraded });
    expect(await client.getCode({ address: owner })).toMatch(/^0xef0100/);
    await goOn();
    await answer('Permission request', 'Grant');
    await answer('Permission request', 'Confirm');
    await refuse('Transaction request');
    await goOn();
    await answer('Transaction request', 'Confirm');
  }

  /** With the permission alone nothing could be spent: the site upgrades by a batch, which carries the first gas. */
  async function upgradedByTheSite(): Promise<void> {
    await goOn();
    await answer('Permission request', 'Grant');
    await answer('Account update', 'Cancel');
    await answer('Permission request', 'Confirm');
    await refuse(/Transaction request|Includes/);
    await goOn();
    await answer(/Transaction request|Includes/, 'Confirm');
  }
});
