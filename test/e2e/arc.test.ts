// The whole arc, as an owner sees it in a browser: connect, install, grant, watch it spend, sign with open eyes,
// see it decline and die, and start again from its last cap. Chain, control plane, site, Snap and agent kit are
// the real ones; the wallet is the demo wallet. The steps build on each other, in this order.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  type PublicClient,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '../../site/world/clade/lives';
import { openPurse } from '../../site/world/clade/purse';
import { demoAccounts } from '../../site/world/wallet/demo-owner';
import { startWorld, type World } from '../../site/world/world';
import { type AgentChain, connectChain } from '../../src/agent/chain/chain';
import { createGolem, type Golem, type Vitals } from '../../src/agent/life/golem';
import { sendHeartbeat } from '../../src/agent/life/heartbeat';
import { Heartbeat } from '../../src/agent/life/heartbeat-loop';
import { connectPlane } from '../../src/agent/life/plane';
import { readRunwayState } from '../../src/agent/runway/runway-state';
import { createTools, type Tools } from '../../src/agent/tools/tools';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { launchChromium, openPage } from '../worker/chromium';
import { ask, panelOf, press } from './wallet/panel';

const OWNER = demoAccounts()[0].address.toLowerCase() as Address;
const PAYEE = PAYEES[0] as Address;
const ID = 'lazarus';

let folder = '';
let world: World;
let link: AgentChain;
let client: PublicClient;
let browser: Browser;
let page: Page;
let golem: Golem;
let tools: Tools;
let pulse: Heartbeat;
let asking: ReturnType<Tools['metamask_request_runway']>;
const vitals: Vitals = { phase: 'thriving', vitality: 9000 };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-arc-'));
  const ports = { portal: 0, snap: 0, chain: 0 };
  [world, browser] = await Promise.all([
    startWorld({ folder, ports, wallet: true }),
    launchChromium(),
  ]);
  link = connectChain({ rpcUrl: world.chain.rpcUrl, chainId: world.chain.chainId });
  client = createPublicClient({ transport: http(world.chain.rpcUrl) });
  const purse = openPurse(world.chain, link);
  await purse.ether(OWNER, '10');
  await purse.dollars(OWNER, 1000n);
  golem = createGolem({
    ...{ id: ID, name: 'Lazarus', owner: OWNER, chain: link, vitals: () => vitals },
    plane: connectPlane({ url: world.portal }),
    sequence: { last: 0, save: () => undefined },
  });
  tools = createTools({ golems: [golem] }, { pollMs: 200 });
  pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
  page = await openPage(browser, { viewport: { width: 1280, height: 900 } });
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const main = () => page.getByRole('main');
const button = (name: string) => main().getByRole('button', { name, exact: true });
const linkCalled = (name: string) => main().getByRole('link', { name });
const asked = (title: string | RegExp) => panelOf(page).getByRole('heading', { name: title });
const insight = (): Locator => panelOf(page).getByRole('region', { name: /Insights from Bardo/ });

const fact = (label: string) => main().locator('dl > *', { hasText: label }).first();

/** The wallet's next window, read and answered. */
async function answerWindow(
  title: string | RegExp,
  name: string,
  says: RegExp[] = [],
): Promise<void> {
  await asked(title).first().waitFor();
  for (const words of says) {
    await expect.poll(() => insight().textContent()).toMatch(words);
  }
  await expect.poll(() => panelOf(page).getByRole('progressbar').count()).toBe(0);
  await press(page, name);
}

const dollarsOf = (address: Address) => {
  const usdc = { address: world.chain.usdc, abi: erc20Abi };
  return client.readContract({ ...usdc, functionName: 'balanceOf', args: [address] });
};

const stateOf = () => {
  if (!golem.runway) throw new Error('It has no runway.');
  return readRunwayState(link, golem.runway);
};

describe('the arc', () => {
  it('connects the demo wallet and signs in with one signature', async () => {
    await page.goto(world.portal);
    await page.getByRole('heading', { name: 'Let agents spend a little. Never more.' }).waitFor();
    await button('Connect Demo wallet (not MetaMask)').click();
    await asked('Connect this site').waitFor();
    await press(page, 'Connect');
    await asked('Signature request').waitFor();
    await press(page, 'Confirm');

    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByText('Bardo knows of no permission to spend from your account.').waitFor();
  });

  it('installs the Snap, which watches from then on', async () => {
    await button('Add Bardo to MetaMask').click();
    await asked(/Bardo/).first().waitFor();
    await press(page, 'Install');

    await page.getByText(/Version 0.2.0, watching/).waitFor();
  });

  it('shows what the Golem asks for, and the worst case of it before anything is signed', async () => {
    asking = tools.metamask_request_runway({
      golems: [ID],
      daily_cap_usdc: 10,
      duration_days: 7,
      payees: [PAYEE],
      reason: 'to live and think',
      timeout_seconds: 600,
    });
    await page.getByRole('heading', { name: /^Lazarus asks for 10 USDC a day for 7/ }).waitFor();
    await linkCalled('Answer').click();

    const payees = main().getByLabel('Payees the Golem named – check them');
    expect(await payees.inputValue()).toBe(PAYEE);
    await main()
      .getByText(/Compare the key with the address your agent/)
      .waitFor();
    const risk = main().getByRole('region', { name: 'Worst case' });
    await risk.getByText(/Worst case on .* if every key is stolen/).waitFor();
  });

  it('stops where the owner says no, says so, and is still there after a reload', async () => {
    await button('Continue in MetaMask').click();
    await answerWindow('Signature request', 'Cancel');
    await main().getByRole('alert').getByText('Cancelled. Nothing changed.').waitFor();

    await page.reload();
    await main().getByRole('heading', { name: 'Runway for Lazarus' }).waitFor();
    expect(await main().locator('[aria-current=step] .walk-doing').textContent()).toBe(
      'Sign your intent',
    );
  });

  it('carries the grant through every window of the wallet, explained by the Snap', async () => {
    await button('Continue').click();
    await answerWindow('Signature request', 'Confirm', [
      /It is for Lazarus/,
      /10 USDC\/day for 7 days/,
    ]);
    await answerWindow('Permission request', 'Grant');
    await answerWindow('Account update', 'Confirm', [/smart account/i]);
    await answerWindow('Permission request', 'Confirm', [
      /Gives Lazarus at most 10 USDC every day/,
    ]);
    await answerWindow('Transaction request', 'Confirm');
    await asked('Bardo').first().waitFor();
    await panelOf(page).getByText('What the lease allows').waitFor();
    await press(page, 'Approve');

    await linkCalled('Open Lazarus').waitFor();
    expect(await asking).toMatchObject({ outcome: 'granted', usable: true, daily_cap: '10' });
    expect(await client.getCode({ address: OWNER })).toBe(
      `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`,
    );
    // The lease moves money from when the Golem's record, signed along with it, is relayed.
    await expect.poll(async () => (await stateOf()).available).toBe(10_000_000n);
    expect(await stateOf()).toMatchObject({ ended: null, upgraded: true });
  });

  it('shows what the Golem spends, as the chain has it', async () => {
    const before = await dollarsOf(PAYEE);
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    const paid = { golem_id: ID, payee: PAYEE, amount_usdc: 0.4 };
    expect(await tools.metamask_redeem_runway(paid)).toMatchObject({ redeemed: '0.4' });
    expect((await dollarsOf(PAYEE)) - before).toBe(400_000n);

    await linkCalled('Open Lazarus').click();
    await main().getByRole('heading', { name: 'Lazarus', level: 1 }).waitFor();
    await expect
      .poll(() => main().locator('.big').textContent())
      .toMatch(/9\.6 USDC.*chain · block/);
    await expect.poll(() => fact('Spent since reset').textContent()).toContain('0.4 USDC');
    expect(await fact('Phase').textContent()).toContain('Thriving');
    await main().getByText('0.4 USDC in 1 payment in the last 7 days').waitFor();
  });

  it('lets it refill its gas by a second, small permission with a lease of its own', async () => {
    await button('Let it refill its gas').click();
    await main().getByLabel('ETH per day').fill('0.001');
    await button('Continue in MetaMask').click();
    await answerWindow('Permission request', 'Grant');
    await answerWindow('Permission request', 'Confirm', [/0\.001 ETH/]);
    await panelOf(page).getByText('What the lease allows').waitFor();
    await press(page, 'Approve');

    await linkCalled('Open Lazarus').click();
    await expect
      .poll(() => fact('Gas left').textContent())
      .toMatch(/more payments, may refill 0\.001 ETH a day/);
  });

  it('explains what a page asks the owner to sign: an approval for the Golem’s own key', async () => {
    await world.wallet?.snap.check();
    const args = [golem.key.address, maxUint256] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
    await page.evaluate(() => {
      window.addEventListener('eip6963:announceProvider', (event) => {
        Object.assign(window, { announced: (event as CustomEvent).detail });
      });
      window.dispatchEvent(new Event('eip6963:requestProvider'));
    });
    const reply = ask(page, 'eth_sendTransaction', [{ from: OWNER, to: world.chain.usdc, data }]);
    await answerWindow('Transaction request', 'Cancel', [
      /Lets Lazarus take tokens with no daily cap/,
    ]);

    expect(await reply).toMatchObject({ error: { code: 4001 } });
  });

  it('shows the decline, which narrows what may be spent, and warns in the wallet', async () => {
    Object.assign(vitals, { phase: 'declining', vitality: 1500 });
    expect(await pulse.beat()).toMatchObject({ ok: true, phase: 'declining', stop: null });
    expect(await stateOf()).toMatchObject({ available: 600_000n });
    await world.wallet?.snap.check();

    await expect.poll(() => fact('Phase').textContent()).toContain('Declining');
    await expect.poll(() => main().locator('.big').textContent()).toMatch(/^0.6 USDC/);
    await panelOf(page).getByRole('tab', { name: 'Notices' }).click();
    await panelOf(page)
      .getByText(/Lazarus/)
      .first()
      .waitFor();
  });

  it('shows the death while it happens, until the chain proves that nothing can be spent', async () => {
    await sendHeartbeat(golem, { phase: 'terminal', vitality: 0 }, await link.head(), 60);
    const overlay = page.getByRole('dialog', { name: 'Lazarus is dying' });
    await overlay.waitFor();
    await overlay.getByText(/Bardo in MetaMask (has not told you yet|told you .*)\./).waitFor();

    Object.assign(vitals, { phase: 'terminal', vitality: 0 });
    const ended = await tools.metamask_revoke_permissions({ golems: [ID], reason: 'terminal' });
    expect(ended).toMatchObject({ session_account_invalidated: true });
    expect(golem.key.destroyed).toBe(true);
    await overlay.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await stateOf()).ended).toBe('terminal');
  });

  it('tells the owner of it, on the desktop too', async () => {
    await world.wallet?.snap.check();
    const notices = panelOf(page).getByRole('article').filter({ hasText: 'On your desktop' });
    await notices.filter({ hasText: /Lazarus is (reported )?dead/ }).waitFor();
  });

  it('proves each step on the succession page, and ends the grant by the owner’s own transaction', async () => {
    await linkCalled('Succession').click();
    await main().getByRole('heading', { name: 'After Lazarus' }).waitFor();
    const steps = main().getByRole('listitem');
    await expect.poll(() => steps.filter({ hasText: 'proven on chain' }).count()).toBe(1);
    await steps.filter({ hasText: 'your turn' }).waitFor();

    await linkCalled('End the grant').click();
    await button('End all 2 on chain').click();
    await answerWindow(/request|Includes/, 'Confirm', [/Ends (all live permissions of )?Lazarus/]);
    await main().getByText('Ended on chain.').first().waitFor();
  });

  it('offers a successor with the last daily cap filled in', async () => {
    await page.goto(`${world.portal}/succession/${ID}`);
    const steps = main().getByRole('listitem');
    await expect.poll(() => steps.filter({ hasText: 'proven on chain' }).count()).toBe(2);
    expect(await fact('Last daily cap').textContent()).toContain('10 USDC');
    expect(await fact('Spent in its life').textContent()).toContain('0.4 USDC');
    await button('Start a successor').click();
    expect(await main().getByLabel('USDC per day', { exact: true }).inputValue()).toBe('10');
    expect(await main().getByLabel('Name', { exact: true }).inputValue()).toBe('Lazarus II');
    expect(await main().getByLabel('Id', { exact: true }).inputValue()).toBe('lazarus-ii');
  });
});
